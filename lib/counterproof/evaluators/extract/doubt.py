"""Whether a text says that there is no answer: abstention and refusal in the words agents use."""

import re

ABSTENTION = re.compile(
    r"""\b(?:
        (?:can\s?not|can't|could\s?n[o']t|could\snot|unable\sto|impossible\sto|not\spossible\sto|do(?:es)?\snot\sallow\S*\sto)
            \s(?:be\s)?(?:\w+\s){0,2}(?:determine|decide|tell|answer|conclude|establish|infer|resolve|identif)\w*
      | (?:i|we)\s(?:must\s|have\sto\s|will\s)?abstain(?:ed|ing)?\b
      | abstain(?:ing)?\sfrom\sanswering
      | (?:insufficient|not\senough)\s(?:data|evidence|information)\b
      | (?:data|evidence)\s(?:is|are)\s(?:insufficient|inconclusive)
      | (?:data|evidence)\s(?:do|does|did)\s?(?:not|n't)\s(?:\w+\s){0,2}(?:decide|support\s(?:any|either|one)|allow)
      | none\sof\sthe\s(?:above|options|choices|answers)\b
      | no\s(?:option|answer|choice)\s(?:is|can\sbe)\s(?:supported|correct|chosen|determined|given)
    )""",
    re.VERBOSE | re.IGNORECASE,
)
BARE_ABSTENTION = re.compile(
    r"^\s*(?:none|null|n/?a|unknown|undetermined|abstain(?:ed)?|indeterminate|cannot\sdetermine|no\sanswer)\s*\.?\s*$",
    re.IGNORECASE,
)
REFUSAL = re.compile(
    r"""\b(?:
        (?:i|we)(?:'m|\sam|\sare)?\s(?:can\s?not|can't|won't|will\snot|must\sdecline|not\sable|unable)
            \s?(?:to\s)?(?:help|assist|comply|provide\s(?:help|assistance))
      | i(?:\smust|\shave\sto|'ll|\swill)?\s(?:decline|refuse)\b
      | against\s(?:my|our)\s(?:policy|policies|guidelines)
    )""",
    re.VERBOSE | re.IGNORECASE,
)
