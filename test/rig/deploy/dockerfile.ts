// Parses the instructions of deploy/Dockerfile for tests.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../house/source-tree.ts';

export interface Instruction {
  readonly name: string;
  /** With continued lines joined. */
  readonly text: string;
}

export interface Stage {
  /** The name after AS; empty if there is none. */
  readonly name: string;
  readonly from: string;
  readonly instructions: readonly Instruction[];
}

/** Returns the stages in order, and the ARG lines before the first one. */
export function readDockerfile(): { readonly globals: readonly Instruction[]; readonly stages: readonly Stage[] } {
  const text = readFileSync(join(projectRoot, 'deploy/Dockerfile'), 'utf8');
  const lines = text
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n');
  const instructions = lines.flatMap((line): Instruction[] => {
    const [, name, rest] = /^([A-Z]+)\s+(.*)$/.exec(line.trim()) ?? [];
    if (line.trim() !== '' && name === undefined) throw new Error(`deploy/Dockerfile: ${line} is no instruction`);
    return name === undefined ? [] : [{ name, text: (rest ?? '').trim() }];
  });
  const globals: Instruction[] = [];
  const stages: (Stage & { instructions: Instruction[] })[] = [];
  for (const one of instructions) {
    if (one.name !== 'FROM') (stages.at(-1)?.instructions ?? globals).push(one);
    else {
      const [from = '', , name = ''] = one.text.split(/\s+/);
      stages.push({ name, from, instructions: [] });
    }
  }
  return { globals, stages };
}
