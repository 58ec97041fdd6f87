"""Endpoints and rubric judges (SPEC section 3): who passed, whether judges agree, and what rubric scores add."""
