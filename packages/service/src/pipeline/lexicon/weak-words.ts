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

/** Words of any working day: they tell signals apart, but name nothing on their own. */
export const WEAK_WORDS: ReadonlySet<string> = new Set(WEAK_WORD_LIST.trim().split(/\s+/));

const TROUBLE_WORD_LIST = `
break breaks breaking broke broken fail fails failed failing failure failures error errors bug bugs buggy wrong bad issue issues trouble
weird annoying terrible horrible hate sucks painful hell high low constantly random randomly sometimes occasionally suddenly
`;

/** That something is wrong, not what: a question loses little without them. */
export const TROUBLE_WORDS: ReadonlySet<string> = new Set(TROUBLE_WORD_LIST.trim().split(/\s+/));
