/** Names who is hurt: people, and the projects that build on what breaks; a "user agent" and a "transfer manager" are neither. */
export const PEOPLE =
  /(?<![\w-])users?(?![-'’]| (?:agents?|profiles?|names?|ids?|interface|strings?|settings?|groups?|mappings?|accounts?|costs?|defined|space|modes?|identit\w+)\b)\b|\bcustomers?(?![- ](?:keys?|provided|managed)\b)\b|\bdevelopers?(?!\.\w| (?:tools?|tabs?|setups?|edition|documentation|console)\b)\b|\b(?:product|project|engineering|office|my|our) managers?\b|\b(?:visitors?|shoppers?|subscribers?|people|everyone|everybody|nobody|anyone|those who|teams?|colleagues?|engineers?|admins?|operators?|on[- ]call|testers?|reviewers?|maintainers?|contributors?|newcomers?|beginners?|juniors?|students?|auditors?|legal|sales|finance|company|startups?|employees?|staff|patients?|partners?|folks|downstream (?:projects?|applications?|consumers?|code)|applications (?:built|using|that use|which use))\b/i;

/** Says for how many it matters, or what is hurt as well. */
export const REACH =
  /\b(?:many|most|several|a lot of|lots of|some|all|every) (?:\p{L}+ )?(?:users?|people|folks|customers?|developers?|teams?|admins?|applications)\b|\b(?:is|are|be|also|probably) (?:\p{L}+ )?affected\b|\baffects (?:all|any|every|many|most|\p{L}+ (?:applications|users|versions|platforms))\b/iu;

/** Says that nobody is hurt. */
export const UNHURT =
  /\b(?:not|n['’]t|never|without|no) (?:be |see |being |going to )?(?:affect\w*|impact\w*|break\w*|behaviou?ral change)/i;

/** Tells of oneself. */
export const TELLER = /\b(?:i|i['’](?:m|ve|d|ll)|my|me|we|we['’](?:re|ve|d|ll)|our|ours|us)\b/i;

/** Names what it costs. */
export const PRICE =
  /\b(?:deadline|outage|incident|revenue|refunds?|bill|(?<!save )costs?(?!-)|pay|paid|money|minutes|hours|days|weeks|months|nights?|weekend|every (?:day|week|morning|release|deploy)|trust|gave up|give up|afraid|dread\w*|blocked|waste[sd]?|release)\b/i;

/** Says who and at what cost, beyond that there is somebody. */
export const HURT =
  /\b(?:lose[sd]?|lost|losing|pay(?:s|ing)?|paid|bill(?:ed)?|wait(?:s|ing|ed)?|complain\w*|gave up|give up|giving up|dread\w*|afraid|angry|annoyed|tired|blocked|stuck|churn\w*|leav(?:e|es|ing)(?! (?:it|the|that)\b)|left (?:us|me|them|users|customers|without|because|over)|stopped|waste[sd]?|wasting|burn(?:s|ed|ing)?|spen[dt]s?|spending|miss(?:ed|es)?|delay(?:ed|s)?|escalat\w+|woken|wakes?|paged|refund\w*|(?<!save )cost(?:s|ing)?(?!-)|cannot|can['’]t|(?<!we )no longer|trust)\b/i;
