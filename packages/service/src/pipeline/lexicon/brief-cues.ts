/** Tells what people do in the meantime, whether it helps or not. */
export const WORKAROUND =
  /\b(?:work(?:ed|s|ing)? ?-?arounds?|for now|stop-?gap|ended up|resort(?:ed|ing) to|instead (?:we|i)|(?:we|i|they)(?:['’](?:ve|re|m))? (?:now |just |then |simply |finally |have )?(?:switched|moved|pinned|disabled|wrote|write|added|built|put|run|ran|rerun|reran|turned|replaced|removed|set|use|keep|kept|poll|retry|restart(?:ed)?|copy|copied|check|wrapped|patched|forked|hard-?coded|downgraded|cap|capped|raised|lowered|limit(?:ed)?|cache[ds]?|skip(?:ped)?|moved)|by hand|manually|nightly (?:script|job)|weekly script|helper script|hides? it|fixe[sd] it|cures? it|helped|helps|reduced|until (?:the|we|i)|(?<=^|\b(?:by|after|tried|is|was|of|only|instead|of|when|,) )(?:pinning|disabling|enabling|turning (?:on|off)|switching|raising|increasing|lowering|reducing|removing|adding|setting|running|moving|splitting|wrapping|restarting|reloading|downgrading|replacing|polling|retrying|excluding|forcing|deleting|rotating|caching|skipping|pre-?fetching|normalising|generating))\b/i;

/** Says what people would have, ask for or miss. */
export const WISH =
  /\b(?:would (?:be|have|help|save|like|love|rather|pay|solve)|wish\w*|want(?:s|ed)?|need(?:s|ed)?|should|ought|could (?:we|you|it|the|somebody|someone|there)|please|asking for|all (?:we|i) (?:want|need|ask)|no (?:way|option|setting|flag|switch|api|tool) (?:to|for|that)|is there (?:a|an|any|some)|looking for|feature request|lacks?|missing|misses|at least|ideally|supposed to|expect(?:s|ed)?|why can['’]t|let (?:me|us)|nobody (?:offers|sells|built)|alternatives?|evaluating)\b/i;

/** Says that what was tried leaves the pain where it was. */
export const UNSOLVED =
  /\b(?:no difference|chang(?:es|ed) nothing|(?:did|does|do)(?:n['’]t| not) help|still|only (?:moves?|hides?|helps?|postpones?|delays?|reduces?)|not enough|rarer|came back|comes back|as before|the same|again|yet|but|never|without success|no (?:more|better)|doubles?|costs?|breaks?|just (?:moves?|shifts?)|instead)\b/i;
