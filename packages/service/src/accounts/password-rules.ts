export const PASSWORD_LENGTH = { min: 12, max: 200 };

/** What is wrong with a new password and how to better it; null when nothing is. Length is what counts, not kinds of characters. */
export function passwordProblem(password: string, email: string): string | null {
  const length = [...password].length;
  if (length < PASSWORD_LENGTH.min)
    return `The password has ${length} characters. Take at least ${PASSWORD_LENGTH.min}: a sentence is easy to remember.`;
  if (length > PASSWORD_LENGTH.max) return `The password is longer than ${PASSWORD_LENGTH.max} characters.`;
  if (password.toLowerCase().includes(email.toLowerCase())) return 'The password must not contain your e-mail address.';
  if (new Set(password.toLowerCase()).size < 5)
    return 'The password repeats itself too much. Take more different characters.';
  return null;
}
