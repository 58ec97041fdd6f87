"""Opaque names for genes, identifiers and groups: in the data, the registration and the words of an item."""
