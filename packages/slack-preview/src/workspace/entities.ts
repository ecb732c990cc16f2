/** Undoes Slack's three escapes in text of an app. https://docs.slack.dev/messaging/formatting-message-text#escaping */
export function unescapeSlack(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
