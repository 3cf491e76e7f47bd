// Checks the style of the code base (STYLE.md): every failure names the file, the rule and its reason.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { type Migration, readMigrations } from '../src/io/db/migrate/migration-files.ts';
import { circlesIn } from './rig/house/circles.ts';
import { floatingMoney, impure, leftOutTests } from './rig/house/forbidden.ts';
import { layerOf, outsideRefusal, refusal } from './rig/house/layers.ts';
import { brokenReleases, type Released, unexplainedColumns } from './rig/house/migrations.ts';
import { importsBetweenModules, misplacedModules, mutualImports, operationFiles } from './rig/house/modules.ts';
import { signaturesOf } from './rig/house/signatures.ts';
import { codeOnly, functionsOf, importsOf, lineAt } from './rig/house/source-text.ts';
import {
  importTarget,
  loadedBy,
  packageOf,
  projectRoot,
  type SourceFile,
  sourceFiles,
} from './rig/house/source-tree.ts';
import { familyName, gone, placesOf } from './rig/house/words.ts';

const folders = ['src', 'web', 'sdk', 'test', 'demo', 'bench', 'drills'];
const typescript = sourceFiles(folders, ['.ts', '.tsx']);
const product = typescript.filter((file) => layerOf(file.path) !== 'test');
const operations = operationFiles(product);
const everything = sourceFiles([...folders, 'migrations', 'docs', 'deploy', '.'], sourceEndings()).filter(unique());
const manifest = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as Manifest;

interface Manifest {
  readonly scripts?: Record<string, string>;
  readonly dependencies?: Record<string, string>;
  readonly devDependencies?: Record<string, string>;
  readonly optionalDependencies?: Record<string, string>;
}

test('a file imports only its own layer and lower ones', () => {
  const wrong = typescript.flatMap((file) =>
    importsOf(file.text).flatMap(({ specifier, line, typeOnly }) => {
      const target = importTarget(file.path, specifier);
      const why =
        target === null
          ? outsideRefusal(file.path, specifier)
          : refusal({ from: file.path, to: target, typeOnly }, operations);
      return why === null ? [] : [`${file.path}:${line} imports ${target ?? specifier}: ${why}`];
    }),
  );
  none(wrong);
});

test('every module has one place in the order of modules', () => {
  none(misplacedModules(product.map(({ path }) => path)));
});

test('retired words do not come back', () => {
  none(gone.flatMap((word) => placesOf(word, product).map((place) => `${place}: the word is ${word.now}`)));
});

test('no file imports itself through others, not even for a type', () => {
  const imports = typescript.map(({ path, text }): [string, string[]] => [
    path,
    importsOf(text).flatMap(({ specifier }) => importTarget(path, specifier) ?? []),
  ]);
  none(circlesIn(new Map(imports)).map((circle) => circle.join(' imports ')));
});

test('every relative import leads to a file, and every package is in package.json', () => {
  const known = new Set([...packageNames(), 'node']);
  const wrong = typescript.flatMap((file) =>
    importsOf(file.text).flatMap(({ specifier, line }) => {
      const target = importTarget(file.path, specifier);
      const found = target === null || existsSync(join(projectRoot, target.replace(/\?.*$/, '')));
      const name = packageOf(specifier);
      if (found && (name === null || known.has(name))) return [];
      return [`${file.path}:${line} imports ${specifier}, which is not there`];
    }),
  );
  none(wrong);
});

test('the codec of a chain family runs in a browser: it loads nothing of Node and no reader', () => {
  const loaded = [...loadedBy('src/io/chains/codecs.ts'), ...loadedBy('src/io/chains/keys/wallet-codecs.ts')];
  const texts = new Map(typescript.map(({ path, text }) => [path, text]));
  none(loaded.filter((path) => path.endsWith('/chain.ts')).map((path) => `codecs.ts loads the reader ${path}`));
  none(
    loaded.flatMap((path) => {
      const text = texts.get(path) ?? '';
      const parts = importsOf(text).filter(({ specifier, typeOnly }) => !typeOnly && specifier.startsWith('node:'));
      const buffers = /\bBuffer\b/.test(codeOnly(text)) ? [`${path} needs Node's Buffer`] : [];
      return [...parts.map(({ line, specifier }) => `${path}:${line} imports ${specifier}`), ...buffers];
    }),
  );
});

test('only a chain family’s own folder and the registry name it: other code uses its facts', () => {
  // The list of names, networks that declare their family, and the command that reads recordings of two families.
  const atHome =
    /^src\/(?:io\/chains\/|core\/config\/network-entry\.ts$|features\/known\/catalog\/registry\/|cli\/scan-file)/;
  const wrong = product.flatMap(({ path, text }) =>
    !path.startsWith('src/') || atHome.test(path)
      ? []
      : [...text.matchAll(/'(?:EVM|TRON|UTXO|SVM)'/g)].map(
          (one) => `${path}:${lineAt(text, one.index)} asks for ${one[0]}`,
        ),
  );
  // The pages name no family at all, not even in comments and tests: a network carries the facts that they need.
  none([...wrong, ...placesOf(familyName, sourceFiles(['web'], ['.ts', '.tsx', '.css', '.html']))]);
});

test('operations are described with the builders of io/schema.ts: typebox itself would be a tenth of a start', () => {
  const product = typescript.filter(({ path }) => path.startsWith('src/') && !path.endsWith('.test.ts'));
  const loads = product.filter(({ text }) =>
    importsOf(text).some(({ specifier, typeOnly }) => !typeOnly && packageOf(specifier) === 'typebox'),
  );
  // It checks examples when the document is requested.
  none(loads.map(({ path }) => path).filter((path) => path !== 'src/features/pages/docs/sample.ts'));
});

test('core knows no clock, randomness, network or console: they are arguments', () => {
  none(matches(product, impure, (path) => layerOf(path) === 'core'));
});

test('money never becomes a floating-point number', () => {
  none(matches(product, floatingMoney, (path) => path.startsWith('src/') || path.startsWith('web/')));
});

test('the SQL of a module is in its store', () => {
  const queries = /\.query(?:<[^()]*>)?\(/g;
  const modules = (path: string) => path.startsWith('src/features/') && layerOf(path) !== 'store';
  // A notification touches no table: who sends it may sit beside who hears it.
  none(matches(product, queries, modules).filter((place) => !place.includes('pg_notify(')));
});

test('only entry points write to the console; other code has a log', () => {
  const quiet = (path: string) => path.startsWith('src/') && layerOf(path) !== 'entry';
  none(matches(product, /\bconsole\.\w+\(/g, quiet));
});

test('TypeScript that Node runs as it is: nothing to erase but types, and no any', () => {
  const unerasable =
    /^\s*(?:export )?(?:declare )?(?:const )?enum \w+|^\s*(?:export )?namespace \w+|^\s*@\w+(?:\(|\s*$)/gm;
  const any = /:\s*any\b|<any\b|\bas any\b|\bany\[\]|=\s*any\b/g;
  const reasoned = (place: string) => {
    const [path = '', line = ''] = place.split(/[: ]/);
    return /biome-ignore \S+noExplicitAny: \S/.test(textOf(path).split('\n')[Number(line) - 2] ?? '');
  };
  none([...matches(typescript, unerasable), ...matches(typescript, any).filter((place) => !reasoned(place))]);
});

test('no default exports, no barrels, no index files', () => {
  const byTool = (path: string) => path.endsWith('.config.ts') || path.endsWith('.reporter.ts');
  const wrong = matches(typescript, /^export default\b|^export \*/gm, (path) => !byTool(path));
  const barrels = typescript.filter((file) => {
    const rest = codeOnly(file.text).replace(/^export\s+(?:type\s+)?\{[^}]*\}\s*from\s*['"][^'"]*['"];?/gm, '');
    return /^export\b/m.test(file.text) && rest.trim() === '';
  });
  const indexes = typescript.filter((file) => /(?:^|\/)index\.tsx?$/.test(file.path));
  none([...wrong, ...barrels.map((file) => `${file.path} only re-exports`), ...indexes.map((file) => file.path)]);
});

test('files and folders have kebab-case names after their content, never utils or helpers', () => {
  const drawers = /^(?:utils?|helpers?|common|libs?|shared|types?|misc|services|controllers|repositories|models)$/;
  const wrong = typescript.flatMap(({ path }) => {
    const names = path.split('/').map((name) => name.replace(/\..*$/, ''));
    if (names.some((name) => drawers.test(name))) return [`${path}: a drawer says nothing about what is in it`];
    return names.every((name) => /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name)) ? [] : [`${path}: not kebab-case`];
  });
  none(wrong);
});

test('no name is Manager, Service, Handler, Processor or Impl', () => {
  const vague = /\b(?:class|interface|type) \w*(?:Manager|Service|Handler|Processor|Impl)\b/g;
  none(matches(typescript, vague));
});

test('a file starts with one comment line about its purpose', () => {
  const wrong = typescript.filter((file) => {
    const [first = '', second = ''] = file.text.split('\n');
    return !/^\/\/ \S.{10,}/.test(first.startsWith('#!') ? second : first);
  });
  none(wrong.map((file) => `${file.path} opens with no comment line`));
});

test('a migration starts with a comment about its reason, and migrations are numbered without a gap', () => {
  const migrations = sourceFiles(['migrations'], ['.sql']);
  const wrong = migrations.flatMap(({ path, text }, index) => {
    const number = String(index + 1).padStart(4, '0');
    if (!new RegExp(`^migrations/${number}-[a-z0-9-]+\\.sql$`).test(path))
      return [`${path}: expected number ${number}`];
    return /^-- \S.{10,}/.test(text) ? [] : [`${path} opens with no comment line`];
  });
  none(wrong);
});

test('a migration explains every column that it adds', () => {
  const migrations = sourceFiles(['migrations'], ['.sql']);
  none(migrations.flatMap(({ path, text }) => unexplainedColumns(text).map((one) => `${path}: ${one} has no comment`)));
  assert.deepEqual(unexplainedColumns('create table trees (\n  id int,\n  height int, -- metres\n  age int\n);'), [
    'trees.age',
  ]);
});

test('a migration never changes once it is released, and every released version lists its own', async () => {
  const released = JSON.parse(textOf('migrations/released.json')) as Released;
  none(brokenReleases(released, await readMigrations(join(projectRoot, 'migrations')), textOf('CHANGELOG.md')));
  const [trees, leaves]: Migration[] = ['trees', 'leaves'].map((name) => ({ name, sql: '', checksum: `of ${name}` }));
  const judge = (files: (Migration | undefined)[], changelog = '') =>
    brokenReleases({ versions: { '0.1.0': { trees: 'of trees' } } }, files as Migration[], changelog);
  assert.deepEqual(judge([trees, leaves], '## [Unreleased]\n\n## [0.1.0] - 2027-01-01\n'), []);
  assert.match(judge([{ name: 'trees', sql: '', checksum: 'of bark' }])[0] ?? '', /changed after 0\.1\.0 was released/);
  assert.match(judge([leaves, trees])[0] ?? '', /as number 1; there is leaves/);
  assert.match(judge([trees], '## [0.2.0] - 2027-02-01\n')[0] ?? '', /does not say which are new in 0\.2\.0/);
});

test('no file has more than 400 lines, and nine in ten of src have fewer than 200', () => {
  const sizes = typescript.map((file) => ({ path: file.path, lines: linesOf(file) }));
  none(sizes.filter((file) => file.lines > 400).map((file) => `${file.path} has ${file.lines} lines`));
  const source = sizes.filter(({ path }) => path.startsWith('src/') && layerOf(path) !== 'test');
  const sorted = source.map((file) => file.lines).sort((a, b) => a - b);
  const ninth = sorted[Math.floor(sorted.length * 0.9)] ?? 0;
  assert.ok(ninth < 200, `One file in ten of src/ has ${ninth} lines or more; the aim is 40 to 150`);
});

test('functions stay under 70 lines', () => {
  const wrong = typescript.flatMap((file) =>
    functionsOf(file.text)
      .filter((one) => one.lines >= 70)
      .map((one) => `${file.path}:${one.line} ${one.name} has ${one.lines} lines`),
  );
  none(wrong);
});

test('a folder has at most 12 source files, or stories', () => {
  const isTest = /\.test\.tsx?$/;
  const counted = typescript.filter(
    ({ path }) =>
      /^test\/(?!rig\/)/.test(path) || (/^(?:src|web|sdk|bench|demo|test)\//.test(path) && !isTest.test(path)),
  );
  const byFolder = Map.groupBy(counted, (file) => dirname(file.path));
  none([...byFolder].filter(([, files]) => files.length > 12).map(([path, files]) => `${path} has ${files.length}`));
});

test('no note of unfinished work is left, and no test is skipped', () => {
  const later = new RegExp(`\\b(?:${['TO', 'FIX'].map((start, index) => start + ['DO', 'ME'][index]).join('|')})\\b`);
  const unfinished = everything
    .filter((file) => later.test(file.text))
    .map((file) => `${file.path} leaves work behind`);
  none([...unfinished, ...matches(typescript, leftOutTests, (path) => path.includes('.test.'))]);
});

test('no file contains a path of a developer’s machine', () => {
  const machine = new RegExp(
    `(?<![\\w.*])/(?:${['wo', 'ho', 'Use'].map((a, i) => a + ['rk', 'me', 'rs'][i]).join('|')})/\\w+`,
  );
  const wrong = everything.flatMap((file) => {
    const found = machine.exec(file.text);
    return found === null ? [] : [`${file.path}:${lineAt(file.text, found.index)} names ${found[0]}`];
  });
  none(wrong);
});

test('every dependency has its reason in docs/decisions/dependencies.md', () => {
  const dependencies = textOf('docs/decisions/dependencies.md');
  none(
    packageNames()
      .filter((name) => !dependencies.includes(`\`${name}\``))
      .map((name) => `\`${name}\` has none`),
  );
});

test('every npm script in the documents exists', () => {
  const documents = everything.filter((file) => file.path.endsWith('.md'));
  const scripts = new Set(Object.keys(manifest.scripts ?? {}));
  const wrong = documents.flatMap((file) =>
    [...file.text.matchAll(/\bnpm (?:run ([\w:-]+)|(test|start)\b)/g)]
      .map((match) => match[1] ?? match[2] ?? '')
      .filter((name) => !scripts.has(name))
      .map((name) => `${file.path} tells of the script ${name}, which package.json lacks`),
  );
  none(wrong);
});

test('the checks find examples of each fault', () => {
  const refused = (from: string, to: string, typeOnly = false) =>
    refusal({ from, to, typeOnly }, new Set(['src/features/people/apps/create-app.ts']));
  assert.match(refused('src/core/a.ts', 'src/io/b.ts') ?? '', /core files/);
  assert.match(refused('src/io/a.ts', 'src/features/people/apps/store.ts') ?? '', /io files/);
  assert.match(refused('src/features/people/apps/store.ts', 'src/features/people/audit/store.ts') ?? '', /own module/);
  assert.match(refused('src/features/people/apps/store.ts', 'src/features/people/apps/view.ts') ?? '', /store files/);
  assert.match(
    refused('src/features/people/audit/view.ts', 'src/features/people/apps/view.ts') ?? '',
    /apps is above audit/,
  );
  assert.match(
    refused('src/features/known/no-room/a.ts', 'src/features/people/apps/view.ts') ?? '',
    /no-room has no place/,
  );
  assert.match(refused('src/features/money/invoices/a.ts', 'src/features/people/apps/create-app.ts') ?? '', /private/);
  assert.match(
    refused('src/features/people/apps/own-app.ts', 'src/features/people/apps/create-app.ts') ?? '',
    /over HTTP only/,
  );
  assert.equal(refused('src/features/people/apps/routes.ts', 'src/features/people/apps/create-app.ts'), null);
  assert.match(refused('src/io/chains/tron/a.ts', 'src/io/chains/evm/b.ts') ?? '', /are independent/);
  assert.equal(refused('src/io/chains/tron/a.ts', 'src/io/chains/accounts/b.ts'), null);
  assert.match(refused('web/checkout/a.ts', 'src/io/b.ts') ?? '', /web files/);
  assert.match(refused('web/checkout/a.ts', 'sdk/typescript/src/generated/api.ts') ?? '', /nothing that runs/);
  assert.equal(refused('web/checkout/a.ts', 'sdk/typescript/src/generated/api.ts', true), null);
  assert.match(refused('src/roles/api.ts', 'test/rig/evm/anvil.ts') ?? '', /never depends/);
  assert.equal(refused('src/features/money/invoices/a.ts', 'src/features/money/ledger/invoice-store.ts'), null);
  assert.match(outsideRefusal('src/core/a.ts', 'node:fs') ?? '', /pure/);
  const ring = new Map([
    ['a', ['b']],
    ['b', ['c', 'd']],
    ['c', ['b']],
  ]);
  assert.deepEqual(circlesIn(ring), [['b', 'c', 'b']]);
  assert.equal(codeOnly("const a = 'any'; // any\nb(/any/);").includes('any'), false);
  assert.deepEqual(
    importsOf(
      [
        "import './0.ts';",
        "import type { A } from './a.ts';",
        "import type { E } from './e.ts';",
        "import './b.ts';",
        "// import './c.ts';",
        "await import('./d.ts');",
      ].join('\n'),
    ).map((one) => [one.specifier, one.typeOnly]),
    [
      ['./0.ts', false],
      ['./a.ts', true],
      ['./e.ts', true],
      ['./b.ts', false],
      ['./d.ts', false],
    ],
  );
  assert.deepEqual(functionsOf('export function long(): void {\n  one();\n  two();\n}\n'), [
    { name: 'long', line: 1, lines: 4 },
  ]);
  const functions = [
    'export async function a(b: B, { c }: C): Promise<void> {}',
    'const d = { e(this: E, ...f: F[]) {} };',
    'd.map((g) => g);',
  ].join('\n');
  assert.deepEqual(
    signaturesOf('one.ts', functions).map((one) => [one.name, one.line, one.parameters, one.returns, one.exported]),
    [
      ['a', 1, 2, 'Promise<void>', true],
      ['e', 2, 1, null, false],
      [null, 3, 1, null, false],
    ],
  );
  const rooms = [
    { path: 'src/features/people/apps/a.ts', text: "import type { B } from '../uploads/b.ts';\n" },
    { path: 'src/features/people/uploads/b.ts', text: "import '../apps/c.ts';\nimport '../audit/d.ts';\n" },
  ];
  assert.deepEqual(mutualImports(importsBetweenModules(rooms)), ['apps <-> uploads']);
});

/** Fails with the whole list of offenders, so that one run shows all of them. */
function none(wrong: readonly string[]): void {
  if (wrong.length > 0) assert.fail(`\n  ${wrong.join('\n  ')}\n(the rules and their reasons are in STYLE.md)`);
}

/** The places where a pattern matches code (not comments, not strings), each as "path:line text". */
function matches(files: readonly SourceFile[], pattern: RegExp, covers = (_path: string): boolean => true): string[] {
  return files.flatMap((file) => {
    if (!covers(file.path)) return [];
    const code = codeOnly(file.text);
    return [...code.matchAll(pattern)].map((match) => {
      const line = lineAt(code, match.index + match[0].search(/\S/));
      return `${file.path}:${line} ${file.text.split('\n')[line - 1]?.trim()}`;
    });
  });
}

function linesOf(file: SourceFile): number {
  return file.text.split('\n').length - 1;
}

function packageNames(): string[] {
  const { dependencies, devDependencies, optionalDependencies } = manifest;
  return Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
}

function textOf(path: string): string {
  return existsSync(join(projectRoot, path)) ? readFileSync(join(projectRoot, path), 'utf8') : '';
}

function sourceEndings(): string[] {
  return ['.ts', '.tsx', '.js', '.css', '.html', '.sql', '.sol', '.md', '.json', '.yaml', '.yml', '.sh', 'Dockerfile'];
}

function unique(): (file: SourceFile) => boolean {
  const seen = new Set(['package-lock.json']);
  return ({ path }) => !seen.has(path) && seen.add(path) !== undefined;
}
