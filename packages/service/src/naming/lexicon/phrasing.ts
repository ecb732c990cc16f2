/** Says that something goes wrong, is missing or costs; a topic without such a word rarely names a pain. */
export const TROUBLE =
  /\b(?:not|never|no|nothing|nobody|cannot|without|instead|although|though|unless|only|but|despite|\w+n['’]t|fails?|failed|failing|failures?|errors?|exceptions?|broken|breaks?|broke|crash\w*|hangs?|hung|stuck|freez\w+|frozen|dies|dead|killed|slow\w*|lags?|laggy|timeouts?|times? out|timed out|wrong\w*|incorrect\w*|invalid|mismatch\w*|missing|misses|missed|lost|loses?|losing|gone|vanish\w*|disappear\w*|drops?|dropped|skips?|skipped|ignor\w+|stale|outdated|old|duplicat\w+|twice|again|repeat\w*|endless\w*|forever|loops?|leaks?|leaked|leaking|exhaust\w+|full|fills?|overflow\w*|exceed\w*|limit\w*|denied|refused|rejected|blocked|blocks?|revoked|expired?|expires|unauthori[sz]ed|forbidden|unexpected\w*|random\w*|intermittent\w*|flaky|flicker\w*|covers?|hides?|hidden|invisible|unreachable|unreadable|useless|noisy|too (?:many|much|slow|long|large|late|early)|needs?|wants?|want|lacks?|lack|require[sd]?|forced|expensive|costs?|bill|pay|manual\w*|every time|keeps?|corrupt\w*|overwrit\w+|reset\w*|rerun\w*|rebuil\w+|re-?\w+s on every|changes? nobody|drift\w*|false (?:alarms?|positives?)|conflicts?|regress\w*|throws?|undefined|swallow\w*|silent\w*|unable|impossible|hard to|difficult|confus\w+|truncat\w+|forgets?|invents?|invented|hallucinat\w*|empty|blank|orphan\w*|left behind|behind|rather than|even (?:though|when|if)|while|warnings?|typos?|misspell\w*|vulnerab\w+|contention|deadlocks?|mistakes?|bottlenecks?|leak\w*|still|unused|sensitive|insecure|expos(?:es|ed)|obsolete|unusable|unhelpful|inaccurate|unclear|unsupported|inconsisten\w+|poor|misleading|unhandled|overhead)\b/i;

/** Tells what somebody or something does: "Report page is blank" asks nobody to report. */
export const TOLD =
  /\b(?:is|are|was|were|be|been|has|have|had|does|do|did|can|cannot|could|will|would|(?:fail|crash|break|lose|stay|hang|make|cause|give|throw|take|reset|show|keep|stop|get|go|drop|delete|block|flicker|disappear|ignore|need|want|lead|rotate|differ|contain|use|work|happen|leave|come|run|cost|eat|end|expire|hide|leak|miss|wait|write|rewrite|send|skip|say|see|turn)e?s|broke|brought|gave|kept|made|took|came|ran|cut|left|lost|failed|went|gone|stuck|\w+n['’]t)\b/i;

/** Told of oneself: true for one, not the name of what many share. */
export const PERSONAL =
  /\b(?:i|i['’](?:m|ve|d|ll)|my|mine|me|we|we['’](?:re|ve|d|ll)|our|ours|us|you|your|colleague|boss)\b/i;

/** Begins as a story. */
export const OWN_STORY =
  /^(?:i|i['’](?:m|ve|d|ll)|we|we['’](?:re|ve|d|ll)|my|our|you|someone|somebody|(?:nobody|no one) tells)\b/i;

export const QUESTION =
  /\?|^(?:how|why|what|where|when|which|who|whose|is|are|was|does|do|did|can|could|should|would|will|has|have|am|any|anyone|anybody)\b(?! not\b)/i;

/** A question for the way to do something names the thing wanted: what follows is kept. */
export const HOW_TO =
  /^(?:how (?:do|can|could|should|would|to|does one|might)(?: (?:i|we|you|one|(?:other |most )?people|others|everyone))?(?: (?:properly|reliably|best|even))?|what(?:['’]s| is) the (?:best|right|proper|correct) way to|is there (?:a|any) (?:good |clean |reliable )?way to)\s+/i;

/** "Why are the maps ignored?" holds the headline "Maps ignored"; "why does it" would leave a verb without its ending. */
export const WHY_IS =
  /^why (?:is|are|was|were) (?:(?:all )?(?:my|our|the) )?(?!(?:all|it|this|that|these|those|there|they|everyone|everybody|nobody|no|so|you|we|not)\b)/i;

/** What is to be repaired is what is wrong. */
export const REPAIR =
  /^(?:fix(?:es|ed|ing)?|resolve[sd]?|correct) (?:the |for |an? |some |several |all |a few |more )*/i;

/** Feeling, not matter. */
export const EMOTION =
  /\b(?:rant|wtf|lol|lmao|omg|ugh|argh|sigh|insane|ridiculous|stupid|hate|love|crazy|damn|hell|sucks?|please|pls|seriously|honestly|folks|guys|sorry|funny|joke|fun fact|thanks|cheers|hi|hello|hey)\b|!/i;

/** A topic does not end with these: something was to follow. */
export const DANGLING =
  /[\s,;:–—-]+(?:a|an|the|of|to|and|or|nor|for|with|without|in|into|on|onto|at|by|from|as|than|that|which|who|when|while|because|but|so|if|since|after|before|until|is|are|was|were|be|been|has|have|had|does|do|did|will|would|can|could|should|not|no|my|our|your|their|its|it|they|we|i|just|only|even|then|also|very|too|e\.g|i\.e|etc)$/i;

/** What is left when a version or a link was taken from the end of a whole title. */
export const LEFT_OPEN = /[\s,;:–—-]+(?:a|an|the|and|or|of|from|than)$/i;

/** Where a clause ends: before a joining word, or at a dash, comma, bracket or colon. */
export const CLAUSE_BORDER =
  /[,;:–—]\s|\s[-–—(]\s?|\s(?=(?:because|when|whenever|after|since|but|so|while|which|and|if|unless|until|even though|although|as soon as)\s)/gi;

/** Where a phrase that only adds to a clause begins, or the value that something should have: what stands before is still a name. */
export const PHRASE_BORDER =
  /\s(?=(?:in|on|for|with|without|from|by|at|using|via|into|during|under|between|through|within|due to|instead of|[=<>]{1,3})\s)/gi;

/** A question that follows a statement: the statement is the name. */
export const ADDED_QUESTION =
  /\s*[,;:.–—-]\s*(?:(?:and |but |so )?(?:how|what|why|where|which|any|anyone|is there|is it|am i|does any\w*|can any\w*|should (?:i|we))\b[^?]{0,70})\?$/i;

/** Names what somebody wants done; what goes wrong has to be guessed from it. */
export const CHORE =
  /^(?:add|allow|ask|avoid|back[- ]?port|bump|change|check|cherry[- ]?pick|clean ?up|convert|correct|create|disable|document|drop|enable|enforce|ensure|expose|fix|handle|implement|improve|include|increase|introduce|keep|know|let|list of|make|merge|migrate|move|only|port|prevent|provide|reduce|refactor|release|remove|rename|replace|report|return|revert|run|set|show|simplify|skip|split|stop|support|switch|sync|tell|umbrella|update|upgrade|use|validate|warn|write)\b/i;

/** Begins with a word that needs the sentence before, or means something named there. */
export const REFERS_BACK =
  /^(?:it|its|this|that|these|those|they|their|he|she|his|her|then|so|but|and|or|also|because|after that|instead|same|here|there|now|still|which|yes|no|neither|both|one|another|other|others|nothing|everything|either|again|only|even)\b|\b(?:it|them|they|this|these|that['’]s|there['’]s)\b/i;

/** Begins in the middle of a thought: no name, whatever follows. */
export const FRAGMENT =
  /^(?:and|or|but|so|because|then|after|before|upon|once|also|above|below|afterwards?|next|finally|currently|basically|actually|as (?:you|we|i|per|mentioned|of|a|an)|for (?:example|instance)|e\.g|in (?:case|this|that|these|those|such|some|our|my|addition|general)|if|with (?:this|that|these|those)|when|while|whenever|entirely|i simply|it|its|it['’]s|this|that|these|those|they|there|here|is|are|was|were|be|been|has|have|had|does|do|did|afaik|imho|fyi|see|note|please|let(?:['’]s| us)?|btw|hence|thus|therefore|which|who|whose|where|actual|expected|observed|result|steps?)\b/i;

/** How steps to reproduce begin. */
export const INSTRUCTION =
  /^(?:typed|opened|clicked|tried|relevant|reproducible|open|click|double-?click|right-?click on|go|try|use|start|run|load|type|enter|select|choose|visit|navigate|press|scroll\w*|launch|install|log ?in|create|set|configure|make|save|close|reload|restart|execute|build|deploy|call|send|copy|paste|drag|move|hover|wait|repeat|download|clone|enable|disable|add|remove)\b/i;

/** Begins with what goes wrong, and never says with what. */
export const NO_SUBJECT =
  /^(?:fails?|failing|failed|does(?:n['’]t| not)|do(?:n['’]t| not)|won['’]t|not|no longer|unable|running)\b/i;

/** Says with what it works or what was tried to rule something out: what is named there is not what breaks. */
export const RULES_OUT =
  /(?<!(?:\bnot|n['’]t|\bnever|\bno longer|\bstopped|\bnot even) )\b(?:works?|worked|working)\b(?! ?around)|\b(?:fine|okay|tested|unaffected|expected|compared|unlike|safe mode|other browsers?)\b|(?<!(?:\bnot|n['’]t) \w{1,15} )\b(?:correctly|properly)\b|\bnot (?:an issue|reproducible|seen|in|with|on)\b|\bno (?:problems?|issues?)\b|\b(?:does|did)(?:n['’]t| not) (?:happen|occur|help)\b|\b(?:just|same) (?:like|as|in|with)\b|\b(?:new|fresh|clean|another|newly created)\b(?: \S+){0,2} (?:profiles?|accounts?|installs?|installations?)\b/i;
