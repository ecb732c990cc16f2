import { parseCommandLine } from '../parsing/command-line.ts';

/** How people begin and end what they say to an app, which says nothing of what they want. */
const OPENINGS =
  /^(?:(?:hey|hi|hello|ok|okay|so|and|now|then|please|pls|thanks)\b(?=.*\w.*\w)[,!.]?|(?:can|could|would|will) (?:you|i|we)(?: please)? (?=\w)|(?:i|we)(?:'d| would)? (?:want|like|need) to (?:see|know|look at)|(?:show|give|tell|get|list|fetch|display)(?: (?:me|us))?(?= \S)|let(?:'s| me| us) (?:see|look at))\s*/i;
const CLOSINGS =
  /[\s,]*(?:\b(?:please|pls|thanks|thank you|right now|now|today|yesterday|since (?:yesterday|last week)|(?:(?:in|over|during|within|from) )?the (?:last|past) (?:few |couple of )?(?:hours|days?|weeks?|months?)|last (?:week|month)|this week|this month|(?:this|next) (?:quarter|year|sprint)|lately|recently|currently|at the moment|these days|out there|of all|overall)|[?!.…]+)$/i;

export const stripClosings = (text: string): string => {
  const shorter = text.replace(CLOSINGS, '').trim();
  return shorter === text || shorter === '' ? text : stripClosings(shorter);
};

/** The core of what somebody wrote: without greetings, courtesies and "now", on one line. */
export function stripCourtesies(raw: string): string {
  let text = parseCommandLine(raw).text.replaceAll('"', '').replace(/ +/g, ' ').trim();
  for (;;) {
    const shorter = text.replace(CLOSINGS, '').replace(OPENINGS, '').trim();
    if (shorter === text || shorter === '') return text;
    text = shorter;
  }
}
