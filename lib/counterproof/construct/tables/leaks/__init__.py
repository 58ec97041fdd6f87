"""Leak checks of written tables: nothing but the registered edit may tell a variant from another."""
