"""Read a file of `codarun export`, in any of its three formats: NumPy arrays in
double precision and the document.  export_same.py says what for.
"""

import json

import numpy

from arrays import numpy as computing


def from_npz(path):
    with numpy.load(path) as z:
        arrays = {name: z[name] for name in z.files}
    return arrays, arrays.pop("about.json")


def from_hdf5(path):
    import h5py

    with h5py.File(path) as f:
        return {name: x[:] for name, x in f["arrays"].items()}, f["about"][()]


def from_safetensors(path):
    data = open(path, "rb").read()
    n = int.from_bytes(data[:8], "little")
    header, data = json.loads(data[8 : 8 + n]), data[8 + n :]
    about = header.pop("__metadata__")["about"]
    return {
        name: numpy.frombuffer(data[slice(*x["data_offsets"])], "<f4").reshape(
            x["shape"]
        )
        for name, x in header.items()
    }, about


READERS = {"npz": from_npz, "h5": from_hdf5, "safetensors": from_safetensors}


class Arrays(dict):
    """Arrays by name; records which of them have not been read."""

    def __init__(self, arrays):
        super().__init__(arrays)
        self.unread = set(arrays)

    def __getitem__(self, name):
        self.unread.discard(name)
        return super().__getitem__(name)


class Export:
    """w: the arrays; about: the document; config: its fields, each as text."""

    def __init__(self, path):
        arrays, about = READERS[path.rsplit(".", 1)[1]](path)
        assert all(
            x.dtype == numpy.float32 and x.ndim == 2 for x in arrays.values()
        )
        self.w = Arrays(
            {
                name: computing.asarray(x.astype(float))
                for name, x in arrays.items()
            }
        )
        self.about = json.loads(about)
        self.config = self.about["config"]
        self.special = self.about["special"]

    def real(self, field):
        return float(self.config[field])

    def whole(self, field):
        return int(self.config[field])

    def flag(self, field):
        return self.config[field] == "true"

    def list(self, field):
        return self.config[field].strip("[]").split(", ")
