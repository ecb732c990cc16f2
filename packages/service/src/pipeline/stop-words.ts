const WORDS = `
a about above after again against all almost alone along already also although always am among an and another any anybody
anyone anything anyway anywhere are aren't around as at away back be became because become been before behind being below
besides between beyond both but by can can't cannot could couldn't did didn't do does doesn't doing don't done down during
each either else enough especially etc even ever every everybody everyone everything everywhere except few for from further
get gets getting give given gives go goes going gone got had hadn't has hasn't have haven't having he hence her here hers
herself him himself his how however i i'd i'll i'm i've if in indeed instead into is isn't it it'd it'll it's its itself
just keep kept least less let let's lot lots made make makes making many may maybe me might mine more most mostly much must
my myself neither never no nobody none nor not nothing now nowhere of off often oh ok okay on once one ones only onto or
other others otherwise our ours ourselves out over own per perhaps please put quite rather re really said same saw say
says see seem seems seen several shall she should shouldn't since so some somebody somehow someone something sometimes
somewhere still such take taken takes than thank thanks that that's the their theirs them themselves then there there's
therefore these they they'd they'll they're they've thing things think this those though through thus till to together too
took toward towards twice two under unless until up upon us use used uses using usually various very via want wanted wants
was wasn't way we we'd we'll we're we've well went were weren't what what's whatever when whenever where whereas wherever
whether which while who whoever whole whom whose why will with within without won't would wouldn't yes yet you you'd you'll
you're you've your yours yourself able actually add apparently basically bit came cause certain clearly come comes course
currently definitely despite else's exactly far find first found fine good great guess happen happened happening happens
help hello hey hi hope idea instead issue kind know last like likely little look looking looks mean means need needed needs
new nice obviously old part particular people place point possible possibly pretty probably problem question right second
show shown simple simply sorry sort start stuff sure tell thought three time times today tried tries try trying turn turns
understand useful whatsoever wonder wondering work worked working works wrong yesterday redacted
`;

/** Words that say nothing about what a post is about, as they are written (before stemming). */
export const STOP_WORDS: ReadonlySet<string> = new Set(WORDS.trim().split(/\s+/));
