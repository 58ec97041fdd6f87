from counterproof.domain.transform import Affine, Negate, ValueMap, image


def test_the_images_are_exact():
    assert image(0.1, transform=Negate()) == -0.1
    assert image(27_134_000, transform=Affine(shift=2_500_000)) == 29_634_000
    assert image(3, transform=ValueMap(pairs=((1, 2),))) is None
