import type { Random } from './random.ts';

/** Fills {version} {n} {minutes} {percent} {project}; one post names one version and one project throughout. */
export function slotFiller(project: string, random: Random): (text: string) => string {
  const version = random.chance(0.5)
    ? `${1 + random.below(9)}.${random.below(20)}.${random.below(12)}`
    : `v${random.below(4)}.${1 + random.below(30)}`;
  const values: Record<string, () => string> = {
    version: () => version,
    n: () => String(3 + random.below(45)),
    minutes: () => String(2 + random.below(50)),
    percent: () => String(3 + random.below(60)),
    project: () => project,
  };
  return (text) =>
    text.replace(/\{(version|n|minutes|percent|project)\}/g, (slot, name: string) => values[name]?.() ?? slot);
}
