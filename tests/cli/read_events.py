"""read_events.py FILE: print the events of a TensorBoard file as a JSON list,
using only Python's standard library.  A truncated record or a wrong checksum is
an error."""
import json
import struct
import sys


def crc32c(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x82F63B78 if crc & 1 else 0)
    return crc ^ 0xFFFFFFFF


def masked(data):
    crc = crc32c(data)
    return ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF


def records(data):
    at = 0
    while at < len(data):
        head = data[at:at + 8]
        (length,) = struct.unpack("<Q", head)
        (check,) = struct.unpack("<I", data[at + 8:at + 12])
        assert check == masked(head), "checksum of a length"
        at += 12
        body = data[at:at + length]
        (check,) = struct.unpack("<I", data[at + length:at + length + 4])
        assert len(body) == length and check == masked(body), "checksum"
        at += length + 4
        yield body


def varint(data, at):
    value = shift = 0
    while True:
        value |= (data[at] & 0x7F) << shift
        shift += 7
        at += 1
        if not data[at - 1] & 0x80:
            return value, at


def fields(data):
    """(number of the field, value) of a message."""
    at = 0
    while at < len(data):
        tag, at = varint(data, at)
        kind = tag & 7
        if kind == 0:
            value, at = varint(data, at)
        elif kind == 2:
            size, at = varint(data, at)
            value, at = data[at:at + size], at + size
            assert len(value) == size, "a message is cut"
        else:
            size, form = {1: (8, "<d"), 5: (4, "<f")}[kind]
            (value,) = struct.unpack(form, data[at:at + size])
            at += size
        yield tag >> 3, value


def param(data):
    ((kind, value),) = fields(data)
    return value.decode() if kind == 3 else value


def hparams(metadata):
    """The data for the plugin hparams."""
    plugin = dict(fields(dict(fields(metadata))[1]))
    assert plugin[1] == b"hparams", plugin
    ((kind, told),) = fields(plugin[2])
    told = list(fields(told))
    if kind == 4:
        return {"status": dict(told)[1], "end": dict(told)[2]}
    assert kind == 3, kind
    entries = [dict(fields(value)) for name, value in told if name == 1]
    return {"params": {e[1].decode(): param(e[2]) for e in entries},
            "start": dict(told)[5]}


def event(data):
    known = dict(fields(data))
    out = {"wall": known[1], "step": known.get(2, 0)}
    if 3 in known:
        return dict(out, version=known[3].decode())
    ((_, value),) = fields(known[5])
    value = dict(fields(value))
    out["tag"] = value[1].decode()
    if 2 in value:
        return dict(out, value=value[2])
    return dict(out, **hparams(value[9]))


def events(path):
    with open(path, "rb") as f:
        return [event(r) for r in records(f.read())]


if __name__ == "__main__":
    print(json.dumps(events(sys.argv[1])))
