/** Whether a verb with this subject takes no "s". */
export const isPlural = (subject: string): boolean =>
  /\band\b/.test(subject) ||
  /(?:[^su]s|\p{Ll}es)$/u.test(subject.replace(/\(\)$/, '')) ||
  /^(?:we|you|they|i)$/i.test(subject);

/** Words that stand for those who tell: "they" and "their" of people named before, "people" and "the" where nobody was. */
export interface Others {
  they: string;
  them: string;
  their: string;
}

export const THEY: Others = { they: 'they', them: 'them', their: 'their' };
export const PEOPLE: Others = { they: 'people', them: 'people', their: 'the' };

/** Longer forms first: "I am" would otherwise become "they am". */
const FORMS: readonly (readonly [own: RegExp, others: (words: Others) => string])[] = [
  [/\b(?:I am|I['’]m|we are|we['’]re)(?![\w'’])/gi, ({ they }) => `${they} are`],
  [/\b(?:I was|we were)\b/gi, ({ they }) => `${they} were`],
  [/\b(?:I|we)['’]ve(?!\w)/gi, ({ they }) => `${they} have`],
  [/\b(?:I|we)['’]d(?!\w)/gi, ({ they }) => `${they} would`],
  [/\b(?:I|we)['’]ll(?!\w)/gi, ({ they }) => `${they} will`],
  [/\b(?:myself|ourselves)\b/gi, () => 'themselves'],
  [/\b(?:my|our)\b(?! own\b)/gi, ({ their }) => their],
  [/\b(?:my|our) own\b/gi, () => 'their own'],
  [/\b(?:I(?![./\w-])|[Ww]e)\b/g, ({ they }) => they],
  [/(?<![\w.])i(?=\s)/g, ({ they }) => they],
  [/\b(?:me|us)\b/g, ({ them }) => them],
];

/** What somebody tells of themselves, told of others. */
export function toThirdPerson(sentence: string, words: Others): string {
  const told = FORMS.reduce((text, [own, others]) => text.replace(own, others(words)), sentence);
  return /^\p{Lu}/u.test(sentence) ? told.charAt(0).toUpperCase() + told.slice(1) : told;
}
