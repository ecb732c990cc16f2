import type { BriefFigures } from './assess-fit.ts';
import type { EvidenceSentence } from './evidence-sentences.ts';

const percent = (part: number, whole: number) => `${Math.round((100 * part) / Math.max(1, whole))} %`;
const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

const moreReports = (people: number) =>
  people === 0 ? 'anybody writes' : `more than ${counted(people, 'person writes', 'people write')} in a week`;

/** Below these a risk is named. */
const CALM_SEVERITY = 0.45;
const SMALL_CROWD = 25;

/** What speaks against building on the signal, from its own figures; each sentence names the topic, since each stands alone. */
export function listRisks({ figures, score }: BriefFigures, topic: string, workarounds: number): string[] {
  const platform = [...figures.providers].sort((a, b) => b.mentions - a.mentions)[0];
  const owner = figures.owners[0];
  const risks: string[] = [];
  if (workarounds > 0)
    risks.push(`${counted(workarounds, 'workaround', 'workarounds')} for “${topic}” may be good enough for many.`);
  if (platform !== undefined && platform.mentions > figures.volume / 2)
    risks.push(
      `${percent(platform.mentions, figures.volume)} of the posts on “${topic}” were written on ${platform.provider} alone.`,
    );
  if (owner !== undefined && owner.chunks > figures.chunkCount / 4)
    risks.push(
      `${percent(owner.chunks, figures.chunkCount)} of the passages on “${topic}” come from ${owner.owner}, which could fix it any day.`,
    );
  if (figures.authors90d < SMALL_CROWD)
    risks.push(
      `${counted(figures.authors90d, 'person', 'people')} wrote about “${topic}” in 90 days: the crowd may be small.`,
    );
  if (figures.severity < CALM_SEVERITY) risks.push(`Few of the posts on “${topic}” say that it stops anybody.`);
  if (score.growth < 0)
    risks.push(
      `“${topic}” was mentioned less last week (${figures.lastWindow.mentions}) than before (${figures.prevWindow.mentions}).`,
    );
  if (risks.length === 0) risks.push(`Nothing in the figures of “${topic}” speaks against it, which is no proof.`);
  return risks;
}

/** How much of the whole is written in one place. */
function shareOf(mentions: number, volume: number): string {
  if (mentions >= volume) return 'where all were written';
  const share = `${percent(mentions, volume)} of all ${volume}`;
  return mentions > volume / 2 ? `where most were written: ${share}` : `the largest share: ${share}`;
}

/** What to do next, with whom and where. `quoted` is in the order of the evidence. */
export function listNextSteps(
  { figures, score }: BriefFigures,
  topic: string,
  quoted: readonly EvidenceSentence[],
): string[] {
  const place = [...figures.repositories].sort((a, b) => b.mentions - a.mentions)[0];
  const firstOf = new Map(quoted.map(({ author }, at) => [author, at + 1] as const).toReversed());
  const talkTo = [...firstOf.values()]
    .sort((one, other) => one - other)
    .slice(0, 3)
    .map((number) => `[${number}]`)
    .join(', ');
  const steps = talkTo === '' ? [] : [`Ask the authors of ${talkTo} what “${topic}” cost them last time.`];
  if (place !== undefined)
    steps.push(
      `Read the ${counted(place.mentions, 'post', 'posts')} on “${topic}” in ${place.repository}, ${shareOf(place.mentions, figures.volume)}.`,
    );
  steps.push(
    score.trending
      ? `Look at what changed in the last seven days: ${counted(figures.lastWindow.authors, 'person', 'people')} met “${topic}” then.`
      : `Look again when ${moreReports(figures.lastWindow.authors)} about “${topic}”.`,
  );
  return steps;
}
