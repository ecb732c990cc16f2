// The ones an app's messages use most; others show as their :name:, which says the same.
const EMOJI: ReadonlyMap<string, string> = new Map([
  ['arrow_down', '⬇️'],
  ['arrow_up', '⬆️'],
  ['bar_chart', '📊'],
  ['bell', '🔔'],
  ['bulb', '💡'],
  ['chart_with_downwards_trend', '📉'],
  ['chart_with_upwards_trend', '📈'],
  ['eyes', '👀'],
  ['fire', '🔥'],
  ['hourglass_flowing_sand', '⏳'],
  ['link', '🔗'],
  ['lock', '🔒'],
  ['mag', '🔍'],
  ['no_entry', '⛔'],
  ['robot_face', '🤖'],
  ['rocket', '🚀'],
  ['seedling', '🌱'],
  ['sparkles', '✨'],
  ['speech_balloon', '💬'],
  ['star', '⭐'],
  ['tada', '🎉'],
  ['thinking_face', '🤔'],
  ['thumbsup', '👍'],
  ['warning', '⚠️'],
  ['wave', '👋'],
  ['white_check_mark', '✅'],
  ['x', '❌'],
  ['zap', '⚡'],
]);

/** Puts the signs in place of the :names: that are known. */
export function replaceEmoji(text: string): string {
  return text.replace(/:([a-z0-9_+-]{1,100}):/g, (typed, name: string) => EMOJI.get(name) ?? typed);
}
