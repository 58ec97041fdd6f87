"""Identity or evidence (SPEC section 4): what the score depends on, with the uncertainty that a reviewer accepts."""
