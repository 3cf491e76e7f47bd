// Prints the figures of the code base, and fails if one exceeds its limit. Part of `npm run check`.
import { type Figure, measureSource } from './rig/house/figures.ts';

const { figures, modules } = measureSource();
const say = (line: string): void => void process.stdout.write(`${line}\n`);

for (const figure of figures) {
  const { name, value, limit, goal, note } = figure;
  const wanted = limit > goal ? `ratchet ${limit}, goal ${goal}` : `at most ${limit}`;
  say(`  ${value > limit ? '✖' : ' '} ${name}: ${value} (${wanted})${note === '' ? '' : `: ${note}`}`);
}
const columns = '  module               files  lines  % of all  functions  parameters  % with 4 or more';
say(`\n${columns}`);
for (const { module, files, lines, share, functions, meanParameters, many } of modules) {
  const cells = [lines, share, functions, meanParameters, many].map((cell, index) =>
    String(cell).padStart([7, 10, 11, 12, 18][index] ?? 0),
  );
  say(`  ${module.padEnd(20)}${String(files).padStart(6)}${cells.join('')}`);
}

const broken = figures.filter(({ value, limit }) => value > limit);
const loose = figures.filter(isLoose);
for (const { name, value } of loose)
  say(`\n  The limit of "${name}" can be lowered to ${value}: test/rig/house/limits.ts`);
for (const { name, places } of broken.filter((figure) => figure.places.length > 0))
  say(`\n  ${name}:\n${places.map((place) => `    ${place}`).join('\n')}`);
if (broken.length > 0) process.exitCode = 1;

/** Whether the value is below its limit, so that the limit can be lowered. */
function isLoose({ value, limit, goal }: Figure): boolean {
  return limit > goal && value < limit;
}
