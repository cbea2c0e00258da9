"""Languages: by their codes in settings and file names, by their names for people."""

import re

NAMES = {
    "ar": "Arabic",
    "bg": "Bulgarian",
    "br": "Breton",
    "ca": "Catalan",
    "cs": "Czech",
    "cy": "Welsh",
    "da": "Danish",
    "de": "German",
    "el": "Greek",
    "en": "English",
    "eo": "Esperanto",
    "es": "Spanish",
    "et": "Estonian",
    "eu": "Basque",
    "fa": "Persian",
    "fi": "Finnish",
    "fr": "French",
    "ga": "Irish",
    "gl": "Galician",
    "he": "Hebrew",
    "hi": "Hindi",
    "hr": "Croatian",
    "hu": "Hungarian",
    "id": "Indonesian",
    "is": "Icelandic",
    "it": "Italian",
    "ko": "Korean",
    "la": "Latin",
    "lt": "Lithuanian",
    "lv": "Latvian",
    "mt": "Maltese",
    "nl": "Dutch",
    "no": "Norwegian",
    "oc": "Occitan",
    "pl": "Polish",
    "pt": "Portuguese",
    "ro": "Romanian",
    "ru": "Russian",
    "sk": "Slovak",
    "sl": "Slovene",
    "sq": "Albanian",
    "sr": "Serbian",
    "sv": "Swedish",
    "sw": "Swahili",
    "tr": "Turkish",
    "uk": "Ukrainian",
    "vi": "Vietnamese",
}
"""By ISO 639 code, of some that are written with spaces between words."""

ENGLISH_FRENCH = "en", "fr"
"""What the shipped models translate, and what the grammar generates."""

_CODE = "[a-z]{2,3}"
_PAIR = re.compile(rf"\.({_CODE})-({_CODE})(?=\.|$| \()")


def is_code(text: str) -> bool:
    """Say whether a text has the form of a language's code."""
    return re.fullmatch(_CODE, text) is not None


def name_of(code: str) -> str:
    """Return a language's name; its code if it has none here."""
    return NAMES.get(code, code)


def of_file(name: str) -> tuple[str, str] | None:
    """Return the languages in a name such as `laws.en-fr.test`; None if it has none.

    Both must be in `NAMES`: a `dev-set` is in no language.
    """
    for found in _PAIR.finditer(name):
        if found[1] in NAMES and found[2] in NAMES:
            return found[1], found[2]
    return None


def fits(languages: tuple[str, str], name: str) -> bool:
    """Say whether a text of this name may be in these languages."""
    return (of_file(name) or languages) == languages
