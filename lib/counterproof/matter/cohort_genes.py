"""The genes of the simulated cohort: real symbols, grouped by the cells that are known to express them."""

PROGRAMS: dict[str, tuple[str, ...]] = {
    "CD4 T": (
        *("CD3D", "CD3E", "CD3G", "CD4", "IL7R", "CCR7", "LEF1", "TCF7", "MAL", "LTB", "TRAC", "TRBC1", "CD2", "CD5"),
        *("CD6", "CD27", "CD28", "ICOS", "CD40LG", "SELL", "TSHZ2", "NOSIP", "AQP3", "RCAN3", "FHIT", "IL2RA"),
    ),
    "CD8 T": (
        *("CD3D", "CD3E", "CD3G", "CD8A", "CD8B", "TRAC", "TRBC1", "CD2", "GZMK", "GZMA", "CCL5", "NKG7", "CST7"),
        *("KLRG1", "CD27", "TRGC2", "LYAR", "EOMES", "CRTAM", "DUSP2", "CXCR3", "GZMM", "PRF1", "IL32"),
    ),
    "NK": (
        *("GNLY", "NKG7", "GZMB", "GZMA", "GZMH", "PRF1", "CST7", "CTSW", "KLRD1", "KLRF1", "KLRB1", "KLRC1", "NCAM1"),
        *("FCGR3A", "FGFBP2", "SPON2", "XCL1", "XCL2", "CLIC3", "HOPX", "TBX21", "CX3CR1", "IL2RB", "CCL4", "S1PR5"),
    ),
    "B": (
        *("CD79A", "CD79B", "MS4A1", "CD19", "BANK1", "CD22", "CD37", "CD74", "HLA-DRA", "HLA-DRB1", "HLA-DPA1"),
        *("HLA-DPB1", "HLA-DQA1", "TCL1A", "FCER2", "IGHM", "IGHD", "IGKC", "VPREB3", "LINC00926", "RALGPS2", "BLK"),
        *("PAX5", "FCRLA", "TNFRSF13C", "SPIB"),
    ),
    "Monocyte": (
        *("LYZ", "S100A8", "S100A9", "S100A12", "CD14", "FCN1", "VCAN", "CST3", "TYROBP", "FCER1G", "AIF1", "LST1"),
        *("CTSS", "CSF3R", "MNDA", "CD36", "CLEC7A", "SERPINA1", "MS4A6A", "CYBB", "TLR2", "CD163", "NAMPT", "CXCL8"),
        *("IL1B", "THBS1", "PLAUR", "CD68", "GRN", "CFD", "HLA-DRA", "CD74"),
    ),
    "Dendritic": (
        *("FCER1A", "CD1C", "CLEC10A", "CD1E", "ENHO", "PKIB", "CLIC2", "FLT3", "NDRG2", "HLA-DRA", "HLA-DRB1"),
        *("HLA-DPA1", "HLA-DPB1", "HLA-DQA1", "HLA-DQB1", "HLA-DMA", "CD74", "CST3", "LYZ", "GPR183", "CD83", "LAMP3"),
        *("CCR7", "TYROBP", "FCER1G", "AIF1", "IRF8", "ITGAX"),
    ),
}
"""Genes that are high in each cell type; some types share some."""

INTERFERON: tuple[str, ...] = (
    *("ISG15", "ISG20", "IFI6", "IFI27", "IFI44", "IFI44L", "IFIT1", "IFIT2", "IFIT3", "IFITM1", "IFITM2", "IFITM3"),
    *("MX1", "MX2", "OAS1", "OAS2", "OAS3", "OASL", "IRF7", "STAT1", "STAT2", "LY6E", "RSAD2", "XAF1", "EPSTI1"),
    *("HERC5", "DDX58", "IFIH1", "SAMD9L", "CXCL10", "CXCL9", "CCL8", "TNFSF10", "PLSCR1", "SP100", "GBP1", "IFNG"),
)
"""Low in all resting cells."""

PLATELET: tuple[str, ...] = ("PPBP", "PF4", "NRGN", "GNG11", "TUBB1", "CLU", "GP9", "ITGA2B", "SPARC", "TREML1")
"""Traces in every droplet: no cell of the cohort is a platelet."""

HOUSEKEEPING: tuple[str, ...] = (
    *("ACTB", "ACTG1", "B2M", "GAPDH", "TMSB4X", "TMSB10", "EEF1A1", "EEF1B2", "EEF2", "TPT1", "FTL", "FTH1", "PTMA"),
    *("MALAT1", "UBA52", "FAU", "NACA", "HNRNPA1", "HNRNPK", "PPIA", "PFN1", "CFL1", "ARPC2", "MYL6", "SH3BGRL3"),
    *("OAZ1", "SERF2", "ATP5F1E", "COX4I1", "UQCRB", "NDUFA4", "PSMB1", "TUBA1B", "YWHAB", "CALM1", "EIF1", "SRSF3"),
    *("RAC2", "CORO1A", "CD52", "PTPRC", "CXCR4", "JUNB", "DUSP1", "ZFP36", "FOS", "JUN", "TXNIP", "BTG1", "CD69"),
)
"""Much the same in all cells."""

RIBOSOMAL: tuple[str, ...] = (
    *(f"RPL{n}" for n in (3, 4, 5, 6, 8, 10, 11, 12, 14, 15, 18, 19, 21, 23, 24, 26, 27, 28, 29, 30, 31, 32, 34, 35)),
    *(f"RPS{n}" for n in (2, 3, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15, 16, 18, 19, 20, 21, 23, 24, 25, 26, 27, 28, 29)),
    *("RPLP0", "RPLP1", "RPLP2", "RPSA"),
)
"""Plenty in all cells."""


def all_genes() -> tuple[str, ...]:
    """Every gene of the cohort once, in the order of the alphabet."""
    programs = [gene for genes in PROGRAMS.values() for gene in genes]
    return tuple(sorted({*programs, *INTERFERON, *PLATELET, *HOUSEKEEPING, *RIBOSOMAL}))
