import re

from counterproof.reports.vega import bundle, still


def test_the_bundle_names_no_address_but_the_names_of_svg():
    addresses = set(re.findall(r"https?://[^\s\"'`)]+", bundle()))
    assert {address.split("/")[2] for address in addresses} == {"www.w3.org"}


def test_a_still_picture_is_svg_on_white():
    spec = {"data": {"values": [{"x": 1}]}, "mark": "point", "encoding": {"x": {"field": "x", "type": "quantitative"}}}
    assert still(spec, name="a").startswith("<svg")
    assert 'fill="white"' in still(spec, name="a")
    assert still(spec, name="a") == still(spec, name="a")
