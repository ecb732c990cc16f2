import { readFileSync } from 'node:fs';

/** A prompt from a file. Kept answers belong to its text, so a changed prompt asks again. */
export interface PromptFile {
  version: string;
  instructions: string;
}

function readPrompt(name: string): PromptFile {
  const text = readFileSync(new URL(`./${name}.md`, import.meta.url), 'utf8');
  const [, version, instructions] = /^version: (\S+)\n\n([\s\S]+)$/.exec(text) ?? [];
  if (version === undefined || instructions === undefined)
    throw new Error(`Prompt ${name}.md needs "version: N" first.`);
  return { version, instructions: instructions.trim() };
}

export const DESCRIBE_SIGNAL = readPrompt('describe-signal');
export const WRITE_BRIEF = readPrompt('write-brief');
export const ANSWER_QUESTION = readPrompt('answer-question');
