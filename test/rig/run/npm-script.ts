// What npm scripts give to Node, so that tests start programs as people do, without npm's own process between.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface NpmScript {
  /** Options and file, as Node is given them. */
  readonly args: readonly string[];
  /** What the script sets for it alone. */
  readonly env: Readonly<Record<string, string>>;
}

/**
 * One script of the checkout in `root`, which may be another version's: it begins elsewhere. Throws where the script
 * is not `node` and its arguments, with or without `NAME=value` in front.
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

/** A value may have more of them in it. */
function readAssignment(word: string): [name: string, value: string] {
  const at = word.indexOf('=');
  return [word.slice(0, at), word.slice(at + 1)];
}
