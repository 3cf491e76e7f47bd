// The order of test files, the longest first, so that none is left for the end; with the slots and the part of each.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../house/source-tree.ts';
import type { RecordLine } from '../costs/run-record.ts';

/** By path: all files that a test file loads, directly or indirectly. */
export type Needs = ReadonlyMap<string, ReadonlySet<string>>;

const browser = 'test/rig/browser/browser.ts';
const service = 'test/rig/service.ts';

/** By the wall time of the last run. Without one, by the programs that the files start. */
export function longestFirst(
  paths: readonly string[],
  needs: Needs,
  record: ReadonlyMap<string, RecordLine>,
): string[] {
  const known = new Map(paths.map((path) => [path, record.get(path)?.wallMs ?? guessMillis(path, needs)]));
  return [...paths].sort((a, b) => (known.get(b) ?? 0) - (known.get(a) ?? 0));
}

/** A browser uses a whole processor of its own. */
export function slotsOf(path: string, needs: Needs): number {
  return needs.get(path)?.has(browser) ? 2 : 1;
}

/** Parts that outlive a file (test/rig/pool). A file shares one if it calls the module's function without options. */
const sharing: readonly (readonly [part: string, module: string, call: RegExp])[] = [
  ['EVM ground', 'test/rig/stage.ts', /\bstartStage\(\)/],
  ['EVM ground', 'test/rig/shop.ts', /\bopenShop\(\)/],
  ['office', 'test/rig/people.ts', /\bstartPeople\(\)/],
  ['office', 'test/rig/interface/api-rig.ts', /\bstartApiRig\(\)/],
];
/** Nodes that are returned. Anvil is not in the list: it starts fast, and nearly every file has one. */
const nodes: readonly string[] = ['test/rig/utxo/litecoind.ts', 'test/rig/tron/tron-node.ts'];

/** The part that a file takes over from an earlier file, if any. */
export function partOf(path: string, needs: Needs): string | null {
  const text = readFileSync(join(projectRoot, path), 'utf8');
  const loads = needs.get(path) ?? new Set();
  const shared = sharing.find(([, module, call]) => loads.has(module) && call.test(text))?.[0];
  return shared ?? nodes.find((node) => loads.has(node)) ?? null;
}

/** Stories are long; more of them take longer. */
function guessMillis(path: string, needs: Needs): number {
  const loads = needs.get(path);
  const perByte = loads?.has(browser) ? 4 : loads?.has(service) ? 2 : 0.02;
  return statSync(join(projectRoot, path)).size * perByte;
}
