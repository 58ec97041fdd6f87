"""Identity or evidence (SPEC section 4): what the score depends on, with the uncertainty that a reviewer accepts.

`table.reply_table` has a row a reply; every other file makes one table of it, and `findings.find_identity` all of
them.
"""
