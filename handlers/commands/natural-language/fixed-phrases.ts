import type { Query } from '@pain-signals/domain';

/** Help, greetings, thanks, and questions about the app itself, which the whole text must match. */

const HELP =
  /^(?:help(?: me| us)?(?: out)?|what (?:kind|sort)s? of (?:questions?|things?) can (?:i|we) ask(?: you)?|what (?:questions|things) can (?:i|we) ask(?: you)?|who (?:built|created|wrote|runs|maintains) (?:you|this)|(?:(?:hi|hello|hey)(?: there)?,? )?(?:i'm|i am|we're|we are) new(?: (?:here|to (?:this|here))\b.{0,60})?|are you (?:an? )?(?:bot|robot|human|ai|person|real)|\?+|commands|usage|how does (?:this|it) work|what can (?:you|i|we) (?:do|ask)(?: you)?|how (?:do|can|should) (?:i|we) (?:use|ask) (?:this|you|it)|how can you help(?: me| us)?|who (?:are you|made (?:this|you))|(?:how|where) (?:do|can|should) (?:i|we) (?:start|begin|set (?:this|it|you) up)|get(?:ting)? started|what(?:'s| is| are| does| do) (?:this|you|it)(?: (?:app|bot|thing|tool))?(?: (?:for|about|do))?)$/i;
/** The app's own words: "what does emerging mean?" */
const TERM =
  '(?:score|signal|trending|emerging|top|growth|evidence(?: strength)?|brief|digest|watch|mention|volume|trend)(?:s|es)?';
const ALL_HELP = new RegExp(
  `^(?:(?:all|list|which|what) (?:the |are the |are all the )?commands(?: (?:are there|exist|do you \\w+|can (?:i|we) use))?|what (?:does|do) (?:(?:the|an?) )?${TERM} mean|what(?:'s| is) an? ${TERM}(?: here)?|what(?:'s| is) the difference between (?:(?:the|an?) )?${TERM} and (?:(?:the|an?) )?${TERM}|how (?:does|do) (?:(?:the|an?) )?(?:scoring|ranking|${TERM}) work|how (?:is|are|do you|did you) (?:calculate |compute |measure |define |get |rank |score )?(?:the |a |your )?(?:${TERM}|they|these)(?: (?:calculated|computed|measured|defined|made|worked out|determined|ranked|scored|chosen))?)$`,
  'i',
);
const HELLO =
  /^(?:hi+|hello|hey+|yo|howdy|hiya|greetings|how (?:are|r) (?:you|u)(?: doing)?(?: today)?|how's it going|(?:good )?(?:morning|afternoon|evening)|good day|moin|hej|hallo)(?: (?:there|all|everyone|team|bot|again|pain signals|you))*$/i;
const CATCH_UP =
  /^(?:catch (?:me|us) up|bring (?:me|us) up to (?:speed|date)|what(?:'s| is) (?:up|the news|going on|important)|any (?:news|updates?)|what (?:did|have) (?:i|we) miss(?:ed)?|(?:what|anything|is there anything) (?:(?:(?:that )?(?:i|we) )?(?:should|need to|must) )?(?:(?:i|we) )?(?:know|worry|care|hear|be worried)(?: about)?|anything (?:important|urgent|worrying|interesting|worth knowing)|(?:(?:what|where|which) )?(?:(?:one|ones|signals?|pains?) )?(?:should|do|must) (?:i|we) (?:look at|read|focus on|start with|care about|start|know)(?: first| next)?)$/i;
const THANKS =
  /^(?:(?:that|this|it)(?: was|'s| is)? (?:very |really |so )?(?:useful|helpful|great|perfect|good|nice)[,!. ]*)?(?:(?:ok|okay|great|perfect|nice|cool|awesome|good|super|excellent|lovely|got it|very helpful|that helps?|wonderful|amazing|brilliant)[,!. ]*)*(?:(?:many )?thanks?(?: you)?(?: (?:so|very) much| a (?:lot|bunch|ton|million)| again)?|thx|ty|ta|tysm|cheers|much appreciated|perfect|great|nice|cool|awesome|got it|good (?:job|bot|work)|well done|love it|that helps?|brilliant|merci|danke)(?: (?:so|very) much| a (?:lot|bunch|ton|million)| for (?:that|this|the help)| guys| all| bot| [:;]-?\))*$/i;
const STATUS =
  /^(?:status|how often .{0,40}\b(?:updat|refresh|renew)\w*(?: .{0,20})?|is (?:everything|all) (?:ok|okay|fine|up|working|running)|are you (?:up|down|there|alive|ok|okay|working|online|offline|broken|still there)|is (?:the |your |this |it )?(?:service|app|data|bot)?\s*(?:up|down|alive|fresh|current|running|working|up to date)|how (?:old|fresh|recent|current|up[- ]to[- ]date) (?:is|are) (?:the|your|this|these|those)(?: (?:data|figures|numbers|list|scores?))?|how (?:many|much) (?:(?:api )?calls|requests|budget|questions)(?: (?:are|is|do (?:i|we) have))? left|when (?:was|were) (?:the|your) (?:data|figures|numbers) (?:updated|computed)|where (?:do|does|did) (?:the|your|these|this|those|all) (?:data|figures|numbers|posts) come from|(?:(?:can|should) (?:i|we) (?:trust|believe|rely on)|how (?:reliable|accurate|trustworthy|good) (?:is|are)) (?:the|your|these|this|those|all)(?: (?:data|figures|numbers|scores|posts))?|is (?:this|the|that) (?:data )?(?:real|live|made[- ]up|sample)(?: data)?)$/i;
const WATCHES =
  /^(?:(?:my|our|the|all|which) )*(?:watches|alerts)(?: (?:do (?:i|we) have|are (?:on|set up)))?$|^(?:stop|quit) (?:watching|following|notifying|alerting|pinging)\b|^(?:do not|don'?t) (?:notify|alert|ping|tell|message) (?:me|us)\b|^unwatch\b|^what (?:am i|are we|do (?:i|we)) watch(?:ing)?$|^what is (?:being )?watched(?: here)?$/i;
const HIDDEN =
  /^(?:(?:the |all )?hidden(?: (?:signals?|ones|pains?))?|what(?:'s| is| are)? (?:(?:we|i) )?(?:have |did )?(?:(?:we|i) )?(?:hide|hid|hidden)|(?:bring back|unhide|restore)(?: .{0,30})?|undo(?: (?:it|that|this))?)$/i;
/** A weekly report that fails is a pain, not a digest: the whole text must match. */
const DIGEST =
  /^when(?:'s| is) (?:the |our )?(?:next |first )?digest(?: due| coming| going out)?$|^subscribe (?:this channel|us|here)$|^(?:when|where|who|what|is|did|does|will|has|which)\b(?: (?:is|are|will|does|did|was|the|our|an?|this|next|last|weekly|in|set|up|for|channel|there|we|get|gets|here))* digests?(?: (?:come|coming|due|arrive|sent|set up|on|off|here|there|for this channel|in this channel|out|posted|be|next|go|goes|going))*$|^(?:(?:set up|switch|turn|start|schedule|subscribe(?: (?:me|us|this channel))? to|pause|resume|restart|stop|change|move|edit|cancel|send|sending|post|posting|share|want|get|no more)(?: (?:me|us|on|off))* )*(?:the (?:day|time|schedule|settings|length|areas?) (?:of|for) )?(?:(?:the|our|an?|your|this|these|it|that) ?)?(?:(?:weekly )?digests?|weekly (?:summary|report|round-?up|newsletter|update|post|message)|(?:summary|report|round-?up|newsletter|updates?|lists?|(?<=\b(?:this|these|it|that)))(?: here| to us)? ?(?:weekly|(?:each|every) (?:week|\w+day)s?))(?: (?:for|in|to|on|off|of|here|every|at|please|while|until|because|during|over)\b.{0,40})?$/i;

const AREAS =
  /^(?:(?:which|what|list|all|the|your|of) )*(?:areas|categories|topics|subjects)(?: (?:are there|exist|do you (?:cover|have|know|track)|can (?:i|we) (?:use|filter by)|do we have|do you (?:support|know about|have)))?$/i;

const FIXED: readonly (readonly [RegExp, Query])[] = [
  [HELP, { show: 'help' }],
  [ALL_HELP, { show: 'help', all: true }],
  [HELLO, { show: 'courtesy', of: 'hello' }],
  [CATCH_UP, { show: 'home' }],
  [THANKS, { show: 'courtesy', of: 'thanks' }],
  [STATUS, { show: 'status' }],
  [WATCHES, { show: 'watches' }],
  [HIDDEN, { show: 'hidden' }],
  [AREAS, { show: 'areas' }],
  [DIGEST, { show: 'digest' }],
];

/** Null for any other text. */
export const parseFixedPhrase = (text: string) => FIXED.find(([says]) => says.test(text))?.[1] ?? null;
