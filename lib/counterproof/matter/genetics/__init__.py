"""SIMULATED tables of four genetics problems whose truth is known because we drew it, each written on demand.

They stand in for problems that ask for a number: an allele's effect, Mendelian randomisation, fine-mapping, and a
contact map. Every draw has a seed; the bytes depend on nothing but our code.
"""
