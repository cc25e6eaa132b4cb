#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes the seeds of fuzz_capture into DIR (fuzz/seeds/capture): one file a variant."""
import gzip
import os
import struct
import subprocess
import sys

FRAME = bytes(12) + b"\x08\x00" + b"E" + bytes(45)


def pcap(order="<", magic=0xA1B2C3D4, minor=4, link=1, snaplen=65535, cut=0):
    extra = bytes(8) if magic == 0xA1B2CD34 else b""
    out = struct.pack(order + "IHHiIII", magic, 2, minor, 0, 0, snaplen, link)
    for i in range(3):
        first, second = len(FRAME), len(FRAME) + 20 * i
        if minor < 3:
            first, second = second, first
        out += struct.pack(order + "IIII", 1700000000 + i, 999999, first, second)
        out += extra + FRAME
    return out[: len(out) - cut]


def option(order, code, value):
    return struct.pack(order + "HH", code, len(value)) + value + bytes(-len(value) % 4)


def block(order, kind, body):
    body += bytes(-len(body) % 4)
    total = len(body) + 12
    return struct.pack(order + "II", kind, total) + body + struct.pack(order + "I", total)


def section(order):
    return block(order, 0x0A0D0D0A, struct.pack(order + "IHHq", 0x1A2B3C4D, 1, 0, -1))


def interface(order, link=1, snaplen=0, options=b""):
    if options:
        options += bytes(4)
    return block(order, 1, struct.pack(order + "HHI", link, 0, snaplen) + options)


def packet(order, number=0, stamp=1700000000000000, wire=len(FRAME)):
    fixed = struct.pack(order + "IIIII", number, stamp >> 32, stamp & 0xFFFFFFFF,
                        len(FRAME), wire)
    return block(order, 6, fixed + FRAME)


def pcapng(order="<"):
    return (section(order) + interface(order) + packet(order)
            + interface(order, 101, 40, option(order, 9, b"\x09"))
            + block(order, 5, bytes(12)) + packet(order, 1, 1700000000000000000, 90)
            + block(order, 3, struct.pack(order + "I", len(FRAME)) + FRAME)
            + block(order, 2, struct.pack(order + "HHIIII", 0, 0, 1, 2, len(FRAME),
                                          len(FRAME)) + FRAME))


def resolutions():
    out = section("<")
    for i, value in enumerate((0x00, 0x06, 0x13, 0x80, 0x94, 0xBF)):
        offset = struct.pack("<q", (1, -1, 2**63 - 1, -(2**63), 0, 7)[i])
        out += interface("<", 1, 0, option("<", 9, bytes([value]))
                         + option("<", 14, offset))
    for i in range(6):
        out += packet("<", i, 2**64 - 1) + packet("<", i, 5)
    return out


def snoop():
    out = b"snoop\0\0\0" + struct.pack(">II", 2, 4)
    for captured, padding in ((60, 0), (61, 3)):
        out += struct.pack(">IIIIII", 1514, captured, 24 + captured + padding, 0, 1000, 250)
        out += bytes(captured + padding)
    return out


def compressed(tool, data):
    return subprocess.run([tool, "-c", "-q"], input=data, stdout=subprocess.PIPE,
                          check=True).stdout


def main(folder):
    good = pcap()
    seeds = {
        "pcap-le": good,
        "pcap-be": pcap(">"),
        "pcap-ns": pcap("<", 0xA1B23C4D),
        "pcap-modified": pcap("<", 0xA1B2CD34),
        "pcap-swapped-lengths": pcap(minor=2),
        "pcap-either-lengths": pcap(minor=3),
        "pcap-fcs-bits": pcap(link=0x14000001),
        "pcap-snaplen-exceeded": pcap(snaplen=20),
        "pcap-header-only": good[:24],
        "pcap-cut-header": good[:20],
        "pcap-cut-record": pcap(cut=7),
        "pcap-cut-record-header": good[:30],
        "pcap-huge-record": good[:32] + b"\xff\xff\xff\x7f" + good[36:],
        "pcapng-le": pcapng(),
        "pcapng-be": pcapng(">"),
        "pcapng-both-orders": pcapng() + pcapng(">"),
        "pcapng-resolutions": resolutions(),
        "pcapng-cut": pcapng()[:-9],
        "pcapng-undescribed-interface": section("<") + packet("<"),
        "gzip-members": gzip.compress(good[:50], mtime=0) + gzip.compress(good[50:], mtime=0),
        "gzip-cut": gzip.compress(good, mtime=0)[:-12],
        "zstd-frames": compressed("zstd", good[:50]) + compressed("zstd", good[50:]),
        "zstd-cut": compressed("zstd", good)[:-6],
        "lz4-frames": compressed("lz4", good[:50]) + compressed("lz4", good[50:]),
        "snoop": snoop(),
        "snoop-cut": snoop()[:-48],
    }
    for name, data in seeds.items():
        with open(os.path.join(folder, name), "wb") as file:
            file.write(data)


main(sys.argv[1])
