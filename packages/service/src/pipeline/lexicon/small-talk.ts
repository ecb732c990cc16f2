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

/** What is said in every office, and asked of every search, and about no software: it is never what a pain is about, whatever a post adds in passing. */
export const SMALL_TALK: ReadonlySet<string> = new Set(SMALL_TALK_LIST.trim().split(/\s+/));
