import pytest

from nmtviz.ui.downloads import short


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("The old woman has a black cat.", "the-old-woman-has-a-black-cat"),
        ("  Où est-il ?", "où-est-il"),
        ("../../etc/passwd", "etc-passwd"),
        ("?!", ""),
        ("a " * 90, "a-" * 19 + "a"),
    ],
)
def test_files_are_called_after_what_they_show(text: str, name: str) -> None:
    assert short(text) == name
