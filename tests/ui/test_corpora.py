"""What becomes of a file to train on that somebody uploads."""

from pathlib import Path

import pytest

from nmtviz.languages import of_file
from nmtviz.ui.train.corpora import split_upload


@pytest.mark.parametrize(
    ("name", "languages"),
    [("toy.de-en.train.tsv", ("de", "en")), ("dev-set.tsv", None), ("x.tsv", None)],
)
def test_files_keep_the_languages_of_the_upload_s_name(
    name: str, languages: tuple[str, str] | None, tmp_path: Path
) -> None:
    text = "".join(f"ein Hund {n}\ta dog {n}\n" for n in range(9))

    found = split_upload(text.encode(), name, tmp_path)

    for path in (*found.train, *found.dev):
        assert path.exists()
        assert of_file(path.name) == languages
