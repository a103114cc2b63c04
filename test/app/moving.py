# SPDX-License-Identifier: MIT
"""moving.py GIF APNG WIDTH HEIGHT FRAMES SECONDS: reads both, from what their standards say, and compares all frames.

A GIF has 255 colours: each dot may be off by a little, and few by more."""
import struct
import sys
import zlib


def gif_codes(data, bits):
    """The codes of LZW data undone: numbers of dots."""
    fresh, end = 1 << bits, (1 << bits) + 1
    out, table, width, last, at, have = [], None, bits + 1, None, 0, 0
    stream = iter(data)
    while True:
        while have < width:
            at |= next(stream) << have
            have += 8
        code = at & ((1 << width) - 1)
        at >>= width
        have -= width
        if code == fresh:
            table, width, last = [[n] for n in range(fresh)] + [None, None], bits + 1, None
            continue
        if code == end:
            return out
        row = table[code] if code < len(table) else last + last[:1]
        out += row
        if last is not None and len(table) < 4096:
            table.append(last + row[:1])
        if len(table) == 1 << width and width < 12:
            width += 1
        last = row


def read_gif(data):
    assert data[:6] == b"GIF89a" and data[-1:] == b";"
    width, height, flags = struct.unpack("<HHB", data[6:11])
    colours = 2 << (flags & 7)
    palette = [tuple(data[13 + 3 * n:16 + 3 * n]) + (255,) for n in range(colours)]
    at = 13 + 3 * colours
    none = (0, 0, 0, 0)
    canvas = [none] * (width * height)
    frames, time, goes, clear = [], 0, None, None
    while data[at] != 0x3B:
        if data[at] == 0x21 and data[at + 1] == 0xF9:
            dispose, delay, clear = data[at + 3] >> 2 & 7, *struct.unpack("<HB", data[at + 4:at + 7])
        if data[at] == 0x21:
            at += 2
            while data[at]:
                at += data[at] + 1
            at += 1
            continue
        assert data[at] == 0x2C
        x, y, w, h, flags = struct.unpack("<HHHHB", data[at + 1:at + 10])
        assert flags == 0 and x + w <= width and y + h <= height
        bits, packed = data[at + 10], b""
        at += 11
        while data[at]:
            packed += data[at + 1:at + 1 + data[at]]
            at += data[at] + 1
        at += 1
        if goes:
            for row in range(goes[1], goes[1] + goes[3]):
                canvas[row * width + goes[0]:row * width + goes[0] + goes[2]] = [none] * goes[2]
        numbers = gif_codes(packed, bits)
        assert len(numbers) == w * h
        for n, number in enumerate(numbers):
            if number != clear:
                canvas[(y + n // w) * width + x + n % w] = palette[number]
        goes = (x, y, w, h) if dispose == 2 else None
        time += delay / 100
        frames.append(list(canvas))
    return width, height, frames, time


def unfilter(data, width, height, size):
    """Rows of a PNG, each with its filter undone."""
    stride, rows, last = width * size, [], bytes(width * size)
    for y in range(height):
        kind, row = data[y * (stride + 1)], bytearray(data[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
        for n in range(stride):
            a = row[n - size] if n >= size else 0
            b, c = last[n], last[n - size] if n >= size else 0
            p = a + b - c
            near = min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]
            row[n] = (row[n] + (0, a, b, (a + b) // 2, near)[kind]) & 255
        rows.append(row)
        last = row
    return rows


def read_apng(data):
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at, serial, frames, time, canvas, packed, box = 8, 0, [], 0, None, b"", None

    def finish():
        x, y, w, h = box
        for dy, row in enumerate(unfilter(zlib.decompress(packed), w, h, size)):
            for dx in range(w):
                dot = tuple(row[dx * size:(dx + 1) * size])
                canvas[(y + dy) * width + x + dx] = dot if size == 4 else dot + (255,)
        frames.append(list(canvas))

    while at < len(data):
        length, name = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + length]
        assert struct.unpack(">I", data[at + 8 + length:at + 12 + length])[0] == zlib.crc32(name + body)
        at += 12 + length
        if name == b"IHDR":
            width, height, depth, kind = struct.unpack(">IIBB", body[:10])
            assert depth == 8 and kind in (2, 6)
            size, canvas = 3 if kind == 2 else 4, [(0, 0, 0, 0)] * (width * height)
        if name == b"acTL":
            count, loops = struct.unpack(">II", body)
            assert loops == 0
        if name == b"fcTL":
            if box:
                finish()
            number, w, h, x, y, num, den, dispose, blend = struct.unpack(">IIIIIHHBB", body)
            assert number == serial and dispose == 0 and blend == 0 and x + w <= width and y + h <= height
            serial, box, packed = serial + 1, (x, y, w, h), b""
            time += num / den
        if name == b"IDAT":
            packed += body
        if name == b"fdAT":
            assert struct.unpack(">I", body[:4])[0] == serial
            serial, packed = serial + 1, packed + body[4:]
        if name == b"IEND":
            finish()
    assert count == len(frames)
    return width, height, frames, time


def main():
    gif, apng = read_gif(open(sys.argv[1], "rb").read()), read_apng(open(sys.argv[2], "rb").read())
    width, height, count, seconds = (int(word) for word in sys.argv[3:7])
    assert gif[:2] == apng[:2] == (width, height), (gif[:2], apng[:2])
    assert len(gif[2]) == len(apng[2]) == count, (len(gif[2]), len(apng[2]))
    assert abs(gif[3] - apng[3]) < 0.02 and abs(apng[3] - seconds) < 0.3, (gif[3], apng[3])
    moved = 0
    for n, (a, b) in enumerate(zip(gif[2], apng[2])):
        off = 0
        for p, q in zip(a, b):
            if p[3] == 0 or q[3] < 128:
                assert (p[3] == 0) == (q[3] < 128), n
                continue
            most = max(abs(x - y) for x, y in zip(p[:3], q[:3]))
            off += most > 24
        assert off < 0.01 * len(a), "frame %d: %d dots are off" % (n, off)
        moved += n > 0 and b != apng[2][n - 1]
    assert moved > 0.9 * count, moved


main()
