"""Arrays by what they hold; their shapes are told where they are used."""

import tokenize
import zipfile
import zlib

import numpy as np
import numpy.typing as npt

BoolArray = npt.NDArray[np.bool_]
IntArray = npt.NDArray[np.int64]
FloatArray = npt.NDArray[np.float64]
SingleArray = npt.NDArray[np.float32]

UNREADABLE = (
    *(OSError, EOFError, MemoryError, RuntimeError, OverflowError),
    *(AttributeError, KeyError, SyntaxError, TypeError, ValueError),
    *(zipfile.BadZipFile, zlib.error, tokenize.TokenError),
)
"""What NumPy may raise at bytes that are no arrays of its own."""
