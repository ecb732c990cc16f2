import { ALL_AREAS, type Question } from '#blocks/question.ts';
import type { Deps } from './deps.ts';

/** A search that names no area is about the one that the workspace has set; `area:all` means all. */
export async function withDefaultArea({ settings }: Pick<Deps, 'settings'>, question: Question): Promise<Question> {
  if (question.show !== 'search') return question;
  if (question.area === ALL_AREAS) return { ...question, area: undefined };
  if (question.area !== undefined) return question;
  const { defaultArea } = await settings.get();
  return defaultArea === null ? question : { ...question, area: defaultArea };
}
