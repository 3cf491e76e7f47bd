// Prints the signs of hard English in each folder, and fails above a folder's limits: part of `npm run check`. --lower
// rewrites the limits, and never raises one.
import {
  type Excess,
  excessesOf,
  limitsPath,
  lowered,
  measureProse,
  readLimits,
  writeLimits,
} from './rig/house/prose/prose-figures.ts';
import { signs } from './rig/house/prose/signs.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const folders = measureProse();
const limits = readLimits();
const broken = excessesOf(folders, limits);

say(`  ${'folder'.padEnd(24)}${'words'.padStart(8)}${signs.map(({ name }) => name.padStart(12)).join('')}`);
for (const { folder, words, counts } of folders) {
  const cells = signs.map(({ name }) => `${counts[name]}`.padStart(12));
  say(`  ${folder.padEnd(24)}${`${words}`.padStart(8)}${cells.join('')}`);
}
for (const excess of broken) say(described(excess));
if (broken.length > 0) process.exitCode = 1;

const lower = lowered(folders, limits);
if (process.argv.includes('--lower')) writeLimits(lower);
else if (JSON.stringify(lower) !== JSON.stringify(limits))
  say(`\n  ${limitsPath} can be lowered: npm run check:prose -- --lower`);

/** Includes the first sentences, so that the words to replace are visible. */
function described({ folder, sign, count, most, places }: Excess): string {
  const shown = places.slice(-20).map(({ path, line, text }) => `    ${path}:${line} ${text.slice(0, 100)}`);
  return `\n  ✖ ${folder}: "${sign}" occurs ${count} times, at most ${most}. See STYLE.md.\n${shown.join('\n')}`;
}
