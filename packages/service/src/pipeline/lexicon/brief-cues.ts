/** Sounds like what people do in the meantime: enough to keep a sentence out of a summary, too little to quote it as a workaround. */
export const ATTEMPT =
  /\b(?:work(?:ed|s|ing)? ?-?arounds?|for now|stop-?gap|ended up|resort(?:ed|ing) to|instead (?:we|i)|(?:we|i|they)(?:['’](?:ve|re|m))? (?:now |just |then |simply |finally |have )?(?:switched|moved|pinned|disabled|wrote|write|added|built|put|run|ran|rerun|reran|turned|replaced|removed|set|use|keep|kept|poll|retry|restart(?:ed)?|copy|copied|check|wrapped|patched|forked|hard-?coded|downgraded|cap|capped|raised|lowered|limit(?:ed)?|cache[ds]?|skip(?:ped)?|moved)|by hand|manually|nightly (?:script|job)|weekly script|helper script|hides? it|fixe[sd] it|cures? it|helped|helps|reduced|until (?:the|we|i)|(?<=^|\b(?:by|after|tried|is|was|of|only|instead|of|when|,) )(?:pinning|disabling|enabling|turning (?:on|off)|switching|raising|increasing|lowering|reducing|removing|adding|setting|running|moving|splitting|wrapping|restarting|reloading|downgrading|replacing|polling|retrying|excluding|forcing|deleting|rotating|caching|skipping|pre-?fetching|normalising|generating))\b/i;

/** Calls itself what is done in the meantime. */
export const STOPGAP =
  /\b(?:work(?:ed|s|ing)? ?-?arounds?|for now|for the time being|in the meantime|stop-?gap|resort(?:ed|ing)? to|(?:we|i|they|people|everybody|everyone|somebody|team)\b.{0,80}(?<!(?:done|made|created|deployed) )(?:by hand|manually)|(?:a|an|our|my|one) (?:\w+ )?(?:nightly|weekly|cron|helper|wrapper|little|small|tiny|shell) (?:script|job)|instead (?:we|i) (?:now )?\w+|ended up (?:with a|\w+ing))\b/i;

/** Somebody tells that they took a measure. */
export const MEASURE_TAKEN =
  /\b(?:i|we|they|people|everybody|everyone|somebody|my team|our team)(?:['’](?:ve|re|m))? (?:(?:now|just|then|simply|finally|have|had|even|also|always|usually|only) ){0,2}(?:switched|moved (?:to|away|off|back|the|it|them|our|everything)|pin|pinned|disable|disabled|turn(?:ed)? (?:it |them )?(?:off|on)|replaced|removed|deleted|wrap|wrapped|patch|patched|fork|forked|hard-?code|hard-?coded|downgraded|rolled back|revert|reverted|cap|capped|raise|raised|lower|lowered|limit|limited|cache|cached|skip|skipped|re-?run|re-?ran|restart|restarted|reboot|reload|retry|retried|poll|polled|copy|copied|paste|wrote (?:a|an|our|my)|built (?:a|an|our|my)|script|scripted|bisected|add(?:ed)? (?:a|an|our|sleeps?|retries|retry|manual)|put (?:a|an|in a|in an|it behind|them behind)|keep (?:a|an|two|both|the old)|kept (?:a|an|two|both|the old)|set (?:the|a|an|it|our) [^.]{2,40} to|split (?:it|the|them|our)|(?:now )?use (?:a|an|the) [^.]{2,60} instead|check (?:it|them|each|every))\b/i;

const MEASURES =
  'pinn|disabl|enabl|turn|switch|rais|increas|lower|reduc|remov|add|sett|runn|mov|splitt|wrapp|restart|reload|reboot|downgrad|upgrad|replac|poll|retry|exclud|forc|delet|rotat|cach|skipp|fetch|pre-?fetch|normalis|normaliz|generat|touch|mark|clear|limit|copy|us|writ|rewrit|keep|putt|pass|stripp|stubb|mock|rerunn|re-runn|install|uninstall|reinstall|updat|bypass|rout|batch|chunk|throttl|debounc';

/** Told as a measure and what came of it: "Pinning it to one core helps". */
export const MEASURE_AND_EFFECT = new RegExp(
  `^(?:(?:only|even|just|so far|simply) )?(?:“|")?(?:${MEASURES})ing\\b.*\\b(?:helps?|helped|works?|worked|fixe[sd]|cures?|cured|reduce[sd]?|hides?|hid|avoids?|avoided|prevents?|stops?|stopped|solve[sd]|makes?|made|gets? rid|goes? away|went away|vanish\\w*|disappear\\w*|gone|did nothing|does nothing|chang(?:es|ed) nothing|no difference|(?:does|did|do)(?:n['’]t| not)|by hand|only|just|merely|still|is (?:always |then )?(?:green|fine|quiet)|matched|brought|instead|costs?|takes?|doubles?)\\b`,
  'i',
);

/** Says that something was a cure, or none. */
export const REMEDY =
  /\b(?:(?:fixe[sd]|cure[sd]?|solve[sd]) it (?:for (?:me|us|now)|until|once)|the only (?:thing|way) that (?:helps?|helped|works?|worked)|only \S.{2,40} (?:helps|helped|works|worked)\b|(?:helped|helps) (?:a (?:bit|little|lot)|somewhat|for|until|us|me|with|only)|what (?:helps|helped|works|worked) (?:is|was|for))\b/i;

/** Says what people would have, ask for or miss. */
export const WISH =
  /(?<!not what )\b(?:(?:i|we|you|people|users|everybody|everyone|customers|developers|nobody) (?:really |just |only |all |would |'d |do )*(?:wish|wants?(?! to\b)|wanted(?! to\b)|needs?(?! to\b)|needed(?! to\b)|expect(?:ed)?|miss(?:ed)?|would (?:like|love|rather|pay|prefer|have))|(?:i|we)['’]d (?:like|love|rather|prefer|pay)|wish(?:es|list)?\b|there (?:should|ought to|must|needs to) be|(?:should|ought to|could) (?:at least|really|also|simply|just|be (?:able|possible|a|an|easy|allowed|configurable|optional|opt-in|told|shown|warned|documented)|support|allow|let|tell|say|show|warn|offer|provide|have|work|accept|respect|honou?r|fall back|refuse|ask|print|name|explain|know|do the right)|would (?:be (?:nice|great|good|helpful|useful|enough|better|lovely|welcome|a (?:big|huge|great|good|nice))|have (?:helped|saved|been (?:nice|enough|better))|already (?:help|be)|help|save|solve|make (?:it|life|this))|please (?:add|make|tell|let|allow|support|give|show|provide|document|expose|fix|consider|stop|warn|do)|(?:no|any|some) (?:\w+ )?(?:way|option|setting|flag|switch|api|tool|hook|button|command|mode) (?:to|for|that|which)|(?:an?|the) (?:\w+ )?(?:way|option|setting|flag|switch) to|is there (?:a|an|any|some)|looking for|lacks (?:an?|any|support)|ideally|let (?:me|us|people|users)|why can['’]t (?:i|we|it|the|you)|why (?:is|are) there no|nobody (?:offers|sells|built)|alternatives? (?:to|that)|evaluating|asking for|all (?:we|i) (?:want|need|ask)|no support for|support for|missing (?:feature|option|setting|support)|at least (?:tell|warn|show|say|let|a))\b/i;

/** Asks for something less plainly: what ought to be, or how something is done at all. */
export const SOFT_WISH =
  /(?<!as (?:one|it|you|they) )\b(?:should(?! (?:i|we)\b| have\b| be (?:fine|enough|green|the same))|ought to|(?:we|i|you|people|users|it) needs? to|(?:needs|wants|requires) (?:a|an|to be)|(?:i|we|people|users) wants? to|(?:it|they|the \p{L}+|you) could(?!n['’]t| not)|how (?:do|can|could|would|does) (?:i|we|you|one|people|others|everyone|anyone)|how to|is it possible|give (?:me|us|people|users)|(?:has|have) to be possible)\b|^(?:add|allow|support (?=for|more|multiple|an?|the)|let|make|provide|expose|introduce|implement|extend)\b/iu;

/** Says what is not there: a wish that nobody has uttered yet. */
export const LACK =
  /\b(?:there(?:['’]s| is| are|['’]re) (?:no|nothing|nowhere)|no (?:\w+ )?(?:way|sign|warning|hint|message|log|metric|alert|documentation|example|setting|option|field|event)|nothing (?:tells|says|shows|warns|points|notices)|nobody (?:tells|told|offers|documents)|without (?:any |a )?(?:warning|notice|hint|word|trace|reason)|(?:can['’]t|cannot|could(?:n['’]t| not)) (?:even )?(?:tell|see|know|find|be (?:set|changed|configured|disabled|turned off))|impossible to|no longer possible|not (?:possible|documented|configurable|supported)|undocumented|knows? nothing (?:of|about)|(?:is|are) nowhere)\b/i;

/** Somebody tells of a measure in passing. */
export const MEASURE_IN_PASSING =
  /\b(?:i|we|they)(?:['’](?:ve|re|m))? (?:(?:now|just|then|simply|finally|have|had|even|also) ){0,2}(?:moved|wrote|built|added|put|kept|set|tried|made|split|started|stopped|went back|switch|now (?:use|run|keep|check|have|store|pass|do|let))\b/i;

/** Says that what was tried leaves the pain where it was. */
export const UNSOLVED =
  /\b(?:no difference|(?:chang(?:es|ed)|does|did|solve[sd]?|fixe[sd]) nothing|(?:did|does|do)(?:n['’]t| not) (?:really |even )?(?:help|fix|solve|change|cover|work)|(?:only|just|merely) (?:moves?|hides?|postpones?|delays?|reduces?|shifts?|masks?)|only helps|not enough|without success|to no avail|no (?:more|better) than|rarer, not gone|gave up on)\b/i;
