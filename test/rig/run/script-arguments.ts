// What npm scripts give to Node, so that tests start programs as people do, without npm's own process between.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Options and file of one script of the checkout in `root`, which may be another version's: it begins elsewhere. Throws
 * where the script is not `node` and its arguments.
 */
export function scriptArguments(root: string, name: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Readonly<Record<string, string>>;
  };
  const [program, ...rest] = scripts[name]?.split(' ') ?? [];
  if (program !== 'node') throw new Error(`${root}/package.json has no script ${name} that starts with node.`);
  return rest;
}
