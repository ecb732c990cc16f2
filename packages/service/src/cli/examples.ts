/** What follows a command's help: it as somebody types it. */
export const helpExamples = (...commands: readonly string[]): string =>
  `\n${commands.length === 1 ? 'Example' : 'Examples'}:\n${commands.map((command) => `  npm run -s cli -- ${command}`).join('\n')}`;
