const MAX_PROGRAM_NAME_LENGTH = 80;

/** What a program calls itself, on one line: anybody may register any name. */
export const programName = (given: string | null | undefined): string =>
  given
    ?.replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_PROGRAM_NAME_LENGTH) || 'a program without a name';
