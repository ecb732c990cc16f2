/** Names who is hurt. */
export const PEOPLE =
  /\b(?:users?|customers?|visitors?|shoppers?|subscribers?|people|everyone|everybody|nobody|teams?|colleagues?|developers?|engineers?|admins?|operators?|on[- ]call|testers?|reviewers?|maintainers?|contributors?|newcomers?|beginners?|juniors?|students?|managers?|auditors?|legal|sales|finance|company|startups?|employees?|staff|patients?|partners?)\b/i;

/** Names what it costs. */
export const PRICE =
  /\b(?:deadline|outage|incident|revenue|refunds?|bill|costs?|pay|paid|money|minutes|hours|days|weeks|months|nights?|weekend|every (?:day|week|morning|release|deploy)|trust|gave up|give up|afraid|dread\w*|blocked|waste[sd]?|release)\b/i;

/** Says who and at what cost, beyond that there is somebody. */
export const HURT =
  /\b(?:lose[sd]?|lost|losing|pay(?:s|ing)?|paid|bill(?:ed)?|wait(?:s|ing|ed)?|complain\w*|gave up|give up|giving up|dread\w*|afraid|angry|annoyed|tired|blocked|stuck|churn\w*|leav(?:e|es|ing)|left|stopped|waste[sd]?|wasting|burn(?:s|ed|ing)?|spen[dt]s?|spending|miss(?:ed|es)?|delay(?:ed|s)?|escalat\w+|woken|wakes?|paged|refund\w*|cost(?:s|ing)?|cannot|can['’]t|no longer|trust)\b/i;
