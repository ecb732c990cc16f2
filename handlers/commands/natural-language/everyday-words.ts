/**
 * Words that people wrap a request in, and that no pain is named by. A sentence of these and of known words only has no topic to
 * search for. No words of computing, and none that say what is wrong.
 */
const EVERYDAY =
  `whatever whichever whoever whenever wherever however whose whom upon onto toward towards among amongst beside besides beyond
  despite except although though unless whereas since till until per plus versus anywhere everywhere somewhere nowhere somehow
  anyhow sometime quickest soonest nicest easiest finest farthest furthest strongest weakest simplest prettiest funniest dearest
  closest nearest dozen couple pair several plenty enough lots tons bunch handful majority minority half accept* achiev* admit*
  advis* agree* allow* announc* anticipat* apologiz* appreciat* approach* argu* arrang* attend* avoid* await* beg* behav*
  belong* bet borrow* breath* buy* bought calm* carry* catch* caught celebrat* chang* chat* cheer* cite* claim* clarif* collect*
  comment* communicat* concentrat* concern* conclud* confirm* congratulat* consider* contribut* convey* convinc* decid* declar*
  dedicat* delight* demand* depend* describ* determin* devot* differ* disagree* discover* doubt* dream* earn* eat* elect*
  emphasi* encourag* enjoy* ensur* entertain* estimat* evaluat* examin* excit* excus* exist* express* fancy favour* favor* feel*
  figur* forget* forgot forgotten forgiv* gather* glanc* grab* greet* guid* hand* hang out happen* hear* held help* honour*
  imagin* impress* indicat* influenc* inform* inspir* intend* judg* justif* keen kept laugh* learn* listen* live* lov* matter*
  meet* mention* met narrat* negotiat* note* obtain* occur* oblig* observ* outlin* overhear* own* paid paint* participat* pay*
  peek* perceiv* persuad* pick* plan* play* pleas* polish* possess* prais* prefer* pretend* proceed* promis* propos* prov*
  purchas* pursu* quot* rais* rate* reach* realiz* realis* recommend* regard* regret* remain* remark* rememb* reminded repeat*
  reply* represent* reveal* reward* said satisf* see seek* sell* settl* shop* skim* sleep* smil* spot* straight study studied
  studying succeed* suggest* suit* surpris* surround* suspect* talk* taught teach* tend* thank* throw* thrown tick* touch* trad*
  understand* unveil* urg* utter* visit* vot* wander* warm welcom* whisper* win* wish* wonder* able accurate actual amazing
  aware awesome beautiful best better brief bright calm careful cheap clear clever close comfortable complete confident
  convenient curious dear different easy entire essential excellent exciting exact fair familiar famous fantastic favourite
  favorite final fine firm former free fun funny further future gentle genuine glad good gorgeous grateful great handy happy
  hard helpful honest human ideal impressive incredible individual informed interested last late later latter lead legit likely
  literal lovely lucky main mature mere modern modest narrow natural near neat necessary next nice noisy notable obvious odd ok
  opposite original overall own particular past patient perfect personal pleasant polite possible precise present previous prior
  probable professional proper proud pure quick rare ready real realistic reasonable recent regular relevant remarkable
  responsible rich right rough same satisfied sensible serious sharp short shy significant silly similar simple smart social
  solid strange sudden suitable super superb sure surprising sweet talented terrific tough true typical unique unusual urgent
  useful usual valuable vast vital weird well-known wide willing wise wonderful worldwide worth young advice agenda agreement
  angle answer* appetite argument article aspect attempt attention attitude audience background basics basis beginner behalf
  benefit bigwig board boss bosses break brother call candidate career ceo cfo challenge chapter chance chief choice coffee
  comparison competition competitor* concept conclusion conference confidence consequence context conversation corner cto
  customer* deadline debate decade decision degree demand department detail* direction doc discovery effect effort employee*
  episode estimate event example* executive* expectation* experience expert* explanation eye eyes face family fan favour favor
  feedback feeling* figure first focus folks friend* front funnel game gist glance goal* guess guy* head heart hint idea* impact
  impression individual* info insight* instance investor* job* joke journey judgment knowledge lady leader* leadership lesson
  literature love lunch manager* market marketing meaning meantime meeting* member* mess mind minute* mistake moment* mood
  morning mouth need* neighbour news newcomer newbie notion occasion office offsite one ones opinion* order outcome* outlook
  overview pain* painpoint* paper paragraph part* partner* party people percent percentage period person perspective phrase
  picture* piece* pitch place player* poll possibility potential preference presentation president priority product products
  prospect* purpose question* rating ratio reader* reality reminder reputation researcher* respect result* retro risk round
  roundup rumor rumour sake sale* school sense sentence* sentiment shoulder sight sign sister someone sprint staff stakeholder*
  stand-up statistic* stories strategy strength student* sub-list subject suggestion* summaries summary supporter* surprise
  survey takeaway* talk target* taste teammate* tendency territory thanks theme* theory thought* tip* tone tongue top town tour
  trend* truth tune turn understanding university variety vibe vibes visitor* voice* vote* walk whole wife winner* wisdom woman
  women word* world worry writer* years youth yesterday today tomorrow tonight monday tuesday wednesday thursday friday saturday
  sunday weekday* january february march april june july august september october november december spring summer autumn winter
  christmas halloween easter hurry hurrah hooray yay yikes wowza whoa oops ouch aha bingo boom bam bravo oi ahem ugh meh phew
  haha hehe lol lmao omg please`
    .split(/\s+/)
    .filter((word) => word !== '');

const ENDINGS = '(?:e|es|ed|d|en|ing|s|y|ies|ied|ion|ions|or|ors|er|ers|al|ment|ments|t)?';
const PATTERN = new RegExp(`^(?:${EVERYDAY.map((word) => word.replace('*', ENDINGS)).join('|')})$`);

/** "Roughly", "primarily". */
const ADVERB =
  /^(?!(?:assemb|re|app|supp|fami|anoma|multip|comp|night|read-?on|po|butterf|assemb|incorrect|random|intermittent|wrong|slow|poor)ly$)\p{L}{3,}ly$/u;

export const isEveryday = (word: string): boolean => PATTERN.test(word) || ADVERB.test(word);
