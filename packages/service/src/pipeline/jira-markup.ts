/** Jira's own markup for code, quotes, links and headings, said in Markdown. */
export function jiraToMarkdown(text: string): string {
  return text
    .replace(/\{(?:code|noformat)(?::[^{}\n]{0,100})?\}/g, '\n```\n')
    .replace(/\{quote\}[^{}]{0,4000}\{quote\}/g, '')
    .replace(/\{\{([^{}\n]{0,400})\}\}/g, '`$1`')
    .replace(/\[([^\]|\n]{1,300})\|[^\]\s]{1,2000}\]/g, '$1')
    .replace(/^h([1-6])\. /gm, (_, level: string) => `${'#'.repeat(Number(level))} `);
}
