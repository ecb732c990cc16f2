/** Names who is hurt, or what it costs them. */
export const AFFECTED =
  /\b(?:users?|customers?|visitors?|shoppers?|subscribers?|people|everyone|everybody|nobody|teams?|colleagues?|developers?|engineers?|admins?|operators?|on[- ]call|testers?|reviewers?|maintainers?|contributors?|newcomers?|beginners?|juniors?|students?|managers?|auditors?|legal|sales|finance|company|organi[sz]ations?|startups?|business|employees?|staff|editors?|patients?|partners?|production|release|deadline|outage|incident|revenue|refunds?|bill|costs?|pay|money|hours|days|weeks|nights?|weekend|every (?:day|week|morning|release|deploy)|trust|gave up|give up|afraid|dread|blocked|waste[sd]?)\b/i;

/** Says who and at what cost, beyond that there is somebody. */
export const HURT =
  /\b(?:lose[sd]?|lost|losing|pay(?:s|ing)?|paid|bill(?:ed)?|wait(?:s|ing|ed)?|complain\w*|gave up|give up|giving up|dread\w*|afraid|angry|annoyed|tired|blocked|stuck|churn\w*|leav(?:e|es|ing)|left|stopped|waste[sd]?|wasting|burn(?:s|ed|ing)?|spen[dt]s?|spending|miss(?:ed|es)?|delay(?:ed|s)?|escalat\w+|woken|wakes?|paged|refund\w*|cost(?:s|ing)?|cannot|can['’]t|no longer|trust)\b/i;
