const SMALL_TALK_LIST = `
morning afternoon evening tonight today tomorrow noon midnight monday tuesday wednesday thursday friday saturday sunday weekend
week weeks month months year years quarter january february march april june july august september october november december
birthday holiday holidays vacation christmas easter anniversary party lunch dinner breakfast coffee tea beer drinks pizza sushi cake
snack snacks fruit milk water kitchen fridge restaurant canteen cafeteria
office desk chair room floor elevator parking door badge reception toilet heating train bus bike car taxi flight hotel airport trip
travel weather rain sunny snow
meeting meetings standup stand-up retro retrospective offsite all-hands townhall workshop conference webinar meetup agenda invite
invitation calendar appointment recording slide slides deck presentation whiteboard kickoff deadline roadmap sprint backlog okr okrs
brainstorm recap rsvp huddle zoom headset headphones webcam microphone charger adapter macbook
volunteer volunteers hire hires hiring interview interviews candidate applicant recruiter intern colleague colleagues coworker boss
manager team teams teammate folks guys ladies hr payroll salary bonus raise promotion insurance tax expense expenses receipt receipts
timesheet timesheets sheet sheets sick doctor dentist pto ooo wfh leave farewell
thanks thank thx cheers congrats congratulations kudos welcome bye goodbye brb fyi btw lol haha wow awesome cool perfect lovely
glad happy excited proud enjoy fun funny joke hello greetings
kids school family baby wedding dog cat wife husband gift present vote voting raffle lottery poll survey quiz
marketing sales campaign press logo swag sticker mug newsletter podcast blog book movie film music song game games football soccer
bread cook cooking chocolate tomato tomatoes pasta rice soup meat wine restaurants
won winner champion championship olympics league tennis basketball cricket goalkeeper cup
universe planet moon ocean everest french spanish italian rome roman paris london tokyo france italy spain
empire king queen ancient poem poems poet lyrics guitar piano autumn winter summer
flu fever vaccine vaccines diet calories pregnant stock mortgage rent loan lawyer divorce bicycle furniture haircut sister brother
mother father puppy
sport yoga gym hobby photo photos selfie plant plants umbrella jacket shoes guest guests inbox reminder budget contract vendor
`;

/** Office and everyday words that are never about a software pain, even when a post mentions them. */
export const SMALL_TALK: ReadonlySet<string> = new Set(SMALL_TALK_LIST.trim().split(/\s+/));

const WEAK_WORD_LIST = `
review reviews reviewed reviewing merge merged merging deploy deploys deployed deploying deployment release released releasing ship
shipped shipping launch launched push pushed pushing fix fixed fixes fixing branch commit committed version update updated updating
done ready green start started starts starting stop stopped finish finished run running runs production staging
pr prs pull link links send sent share shared sharing document documents doc page pages post posts call calls report reports
status design template feedback comment comments summary plan plans note notes list idea ideas topic offer request requests
project task tasks ticket tickets customer customers client clients people person user users member members online offline
add added adding change changed changes move moved open opened close closed create created set check checked replace replaced pick
big large small many few more less long short late early fast free full next five four ten hundred thousand
ask asks asked wait waiting minute minutes second seconds hour hours day days end ends sign fill approve approved object
phone laptop computer machine
`;

/** Everyday work words: they help to rank signals, but a signal that has no other word of the question is no hit. */
export const WEAK_WORDS: ReadonlySet<string> = new Set(WEAK_WORD_LIST.trim().split(/\s+/));

const ASKING_WORD_LIST = `
people person folks somebody anybody anyone everyone users user customers customer developers developer testers tester
complain complains complained complaining complaint complaints dislike dislikes disliked hate hates hated annoy annoys annoyed annoying
bother bothers bothered frustrate frustrates frustrated frustrating frustration upset unhappy happy struggle struggles struggled
trouble troubles problem problems issue issues pain pains painful feedback opinion opinions feel feels
report reports reported ask asks asked asking request requests requested want wants mention mentions mentioned talk talks say says
common commonly main mainly often mostly frequent frequently
`;

/** Words that ask who complains rather than about what: a question with others is about those alone. */
export const ASKING_WORDS: ReadonlySet<string> = new Set(ASKING_WORD_LIST.trim().split(/\s+/));
