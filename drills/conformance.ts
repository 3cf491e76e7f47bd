// `npm run conformance`: plays one list of cases through every client, against the real service and a faulty network.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '../test/rig/house/source-tree.ts';
import { cases } from './conformance/cases.ts';
import { type Language, languages, resultsFolder } from './conformance/languages.ts';
import { missingPackages, runCases, runChecks, runExample } from './conformance/run-language.ts';
import { type Background, startBackground } from './conformance/stage.ts';

const names = languages.map(({ name }) => name);
const { values, positionals } = parseArgs({
  options: { only: { type: 'string' }, record: { type: 'boolean' }, help: { type: 'boolean' } },
  allowPositionals: true,
});
const chosen = languages.filter(({ name }) => positionals.includes(name) || positionals.includes('all'));
const unknown = positionals.filter((name) => name !== 'all' && !names.includes(name));
if (values.help === true || chosen.length === 0 || unknown.length > 0) {
  console.error(`npm run conformance -- ${names.join('|')}|all [--only 'part of a name'] [--record]
  Several names may be given. --record writes the passed cases to ${resultsFolder}/.`);
  process.exit(values.help === true ? 0 : 2);
}

const { only = '' } = values;
const due = cases.filter(({ id, rule }) => `${id}: ${rule}`.includes(only));
const failures: string[] = [];
const background = await startBackground();
try {
  for (const language of chosen) failures.push(...(await play(language, background)));
} finally {
  await background.close();
}
console.log(failures.length === 0 ? '\nAll passed.' : `\nFailed: ${failures.join(', ')}`);
process.exit(failures.length === 0 ? 0 : 1);

/** Returns the names of failures, with the language. */
async function play(language: Language, background: Background): Promise<string[]> {
  console.log(`\n${language.title}`);
  const missing = missingPackages(language);
  if (missing.length > 0) {
    console.log(`  ✖ programs are missing: apt-get install ${missing.join(' ')}`);
    return [`${language.name} (missing programs)`];
  }
  const failed = only === '' ? await runChecks(language) : [];
  if (only === '' && !(await runExample(language, background))) failed.push('example');
  const outcome = await runCases(language, due, background);
  console.log(`  ${outcome.passed.length} of ${due.length} cases passed`);
  if (values.record === true && only === '') record(language, outcome.passed);
  return [...failed, ...outcome.failed].map((name) => `${language.name} ${name}`);
}

function record({ name }: Language, passed: readonly string[]): void {
  mkdirSync(join(projectRoot, resultsFolder), { recursive: true });
  writeFileSync(join(projectRoot, resultsFolder, `${name}.json`), `${JSON.stringify({ passed }, null, 2)}\n`);
}
