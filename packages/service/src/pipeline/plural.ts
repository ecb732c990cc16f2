/** Whether a verb with this subject takes no "s". */
export const isPlural = (subject: string): boolean =>
  /\band\b/.test(subject) ||
  /(?:[^su]s|\p{Ll}es)$/u.test(subject.replace(/\(\)$/, '')) ||
  /^(?:we|you|they|i)$/i.test(subject);
