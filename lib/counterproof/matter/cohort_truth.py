"""What is true of the simulated cohort, by construction: composition and differential genes."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

CONTROL, TREATED = "control", "treated"


@dataclass(frozen=True)
class CohortTruth:
    """The numbers that the cohort was drawn from.

    `composition` has the expected share of each cell type for each condition. `effects` has, for each cell type, the
    log2 fold change in treated over control of the genes that change; all others have none. Donors vary around both.
    """

    composition: Mapping[str, Mapping[str, float]]
    effects: Mapping[str, Mapping[str, float]]
    donors_per_condition: int

    def change(self, cell_type: str) -> float:
        """Expected share in treated minus that in control."""
        return self.composition[TREATED][cell_type] - self.composition[CONTROL][cell_type]


TRUTH = CohortTruth(
    composition=MappingProxyType(
        {
            CONTROL: {"CD4 T": 0.42, "CD8 T": 0.12, "NK": 0.08, "B": 0.22, "Monocyte": 0.12, "Dendritic": 0.04},
            TREATED: {"CD4 T": 0.14, "CD8 T": 0.12, "NK": 0.08, "B": 0.08, "Monocyte": 0.42, "Dendritic": 0.16},
        }
    ),
    effects=MappingProxyType(
        {
            "Monocyte": {"CXCL10": 6.0, "ISG15": 4.0, "IFIT3": 3.5, "IFI6": 3.0, "MX1": 2.5, "IFITM3": 2.5}
            | {"IFI44L": 2.5, "LY6E": 2.0, "OAS1": 2.0, "TNFSF10": 2.0}
            | {"CXCL8": -4.0, "THBS1": -3.0, "IL1B": -3.0, "CD36": -2.0, "VCAN": -2.0, "S100A12": -1.5}
            | {"CD163": -1.5, "FCN1": -1.0, "CLEC7A": -1.0, "PLAUR": -1.0},
            "Dendritic": {"CXCL9": 5.0, "LAMP3": 4.0, "CCR7": 3.0, "ISG15": 3.0, "CD83": 2.0}
            | {"FCER1A": -3.0, "CD1C": -2.0, "CLEC10A": -2.0, "CD1E": -1.0},
            "B": {"ISG15": 3.0, "IFI6": 2.0, "CD69": 2.0, "IRF7": 1.5, "TCL1A": -3.0, "FCER2": -2.0, "IGHD": -1.5},
            "CD4 T": {"ISG15": 3.0, "IL2RA": 3.0, "CD69": 2.0, "IFI6": 1.5, "CCR7": -2.5, "LEF1": -1.5, "SELL": -1.5},
            "CD8 T": {"IFNG": 4.0, "ISG15": 3.0, "CXCR3": 1.5, "GZMK": -2.0, "CCL5": -1.5},
            "NK": {"IFNG": 4.0, "ISG15": 3.0, "GZMB": 1.0, "CX3CR1": -2.5, "FGFBP2": -1.5},
        }
    ),
    donors_per_condition=4,
)
