// Reads the Node command of an npm script, so that tests start programs as people do, but without npm's own process.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface NpmScript {
  /** Options and file for Node. */
  readonly args: readonly string[];
  /** Variables that the script sets. */
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Reads a script of the checkout in `root`, which may be another version with another entry point. Throws if the script
 * is not `node` with arguments, optionally after `NAME=value`.
 */
export function npmScript(root: string, name: string): NpmScript {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Readonly<Record<string, string>>;
  };
  const words = scripts[name]?.split(' ') ?? [];
  const program = words.findIndex((word) => !/^\w+=/.test(word));
  if (words[program] !== 'node') throw new Error(`${root}/package.json has no script ${name} that starts with node.`);
  const env = Object.fromEntries(words.slice(0, program).map(readAssignment));
  return { args: words.slice(program + 1), env };
}

/** The value may contain further equal signs. */
function readAssignment(word: string): [name: string, value: string] {
  const at = word.indexOf('=');
  return [word.slice(0, at), word.slice(at + 1)];
}
