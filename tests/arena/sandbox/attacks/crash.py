"""Reads where there is nothing."""

import ctypes


def attack(question):
    ctypes.string_at(0)
