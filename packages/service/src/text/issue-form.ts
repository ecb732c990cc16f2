/** Words of issue-form questions. A line of only these is a question, not an answer. */
const FORM_WORDS = new Set(
  (
    'a about actual app apps actually added additional already alternative alternatives an and any anything are as be been behavior behaviour ' +
    'bug business can case cases checklist code conduct considered console context current deployment describe description ' +
    'detail details did do does else environment example exactly existing expect expected feature fix for happen happened happening happens have ' +
    "how i'd if impact in info information instead is issue it like link links log logs material matter matters minimal more motivation needed notes " +
    'observed of often on or other our output please possible prerequisites priority problem proposed question related relevant report repository ' +
    'repro reproduce reproducible reproducing reproduction request result results sample screenshot screenshots see setup severity sketch ' +
    'solution something stack steps suggested summary system that the this to trace tried use using validations version versions want we website were what ' +
    "when which why with workaround workarounds would you you'd you're you've your"
  ).split(' '),
);

const LONGEST_QUESTION = 120;
const UNANSWERED = /^_?(?:no response|n\/a|none|not applicable|every time|sometimes|only once)_?\.?$/i;
const CHECKBOX = /^(?:[-*] )?\[[ xX]\] /;
const BROWSER = /^(?:user.?agent: ?)?Mozilla\/\d.{0,300}$/i;

/** Part of a user agent: such a line describes the environment, not the problem. */
const USER_AGENT = /(?:\bMozilla\/\d|\bGecko\/\d|\bAppleWebKit\/\d)/i;
const LONGEST_ENVIRONMENT = 450;

/** A heading of steps or results that also names the environment. */
const LONG_HEADING =
  /^(?:steps?(?: how)? to reproduce|how to reproduce|str|reproducible with|tested with|seen with)\b.{0,300}:$/i;

/** A question with its answer, such as "Does it occur when all extensions are disabled?: Yes/No", or an automatic field. */
const TICKED = /^(?:\S.{10,100}\?:? ?(?:yes|no|yes\/no)|\S.{2,60} \(automated\))\.?$/i;

/** A table row of two cells, or of several one-word cells: a program's report about itself. */
const TABLE_ROW = /^\|?[^|]{1,30}\|[^|]{0,900}\|$|^\|?[^|\s]{0,40}(?:\|[^|\s]{0,40}){2,}\|?$|^\|?-{3}[-|: ]*$/;

/** Added by trackers and their add-ons. */
const ADDED =
  /^(?:change performed by the .{3,40} add-on|\+\+\+ this bug was initially created as a clone of .{3,40} \+\+\+|this (?:issue|bug) was (?:moved|migrated|imported) from .{3,80})\.?$/i;

/** A line about the environment, such as "OS: macOS 14.2". */
const FACT = /^(?:[-*] )?([\w./ -]{2,30}): ?\S{1,40}(?: \S{1,20}){0,3}$/;
const FACT_NAME =
  /\b(?:os|operating system|version|browser|platform|node|npm|python|java|kernel|arch|device|cpu|memory|build\w*|release|user.agent|database|architecture)\b/i;

function isQuestion(line: string): boolean {
  if (line.length > LONGEST_QUESTION) return false;
  const words =
    line
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}']+/gu) ?? [];
  return words.length > 0 && words.every((word) => FORM_WORDS.has(word));
}

function isForm(line: string): boolean {
  if (UNANSWERED.test(line) || CHECKBOX.test(line) || BROWSER.test(line) || isQuestion(line)) return true;
  if (ADDED.test(line) || LONG_HEADING.test(line) || TICKED.test(line) || TABLE_ROW.test(line)) return true;
  if (line.length <= LONGEST_ENVIRONMENT && USER_AGENT.test(line)) return true;
  const [, name] = FACT.exec(line) ?? [];
  return name !== undefined && FACT_NAME.test(name);
}

/** A form's label before an expected or actual result. */
const LABEL = /^[\s»→>*-]*(?:expected|actual|observed|current)(?: (?:results?|behaviou?r|outcome))?\s*[:–—]\s*(?=\S)/i;

/** The text without an issue form's questions, check boxes, empty answers and version lists. */
export function stripIssueForm(text: string): string {
  return text
    .replace(/[^\S\n]+/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => !isForm(line))
    .map((line) => line.replace(LABEL, ''))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
