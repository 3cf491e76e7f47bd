// The measure of English: which text it reads, what it counts, and how limits go down.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { passagesOf } from './passages.ts';
import { excessesOf, type FolderFigures, folderOf, lowered } from './prose-figures.ts';
import { countSigns } from './signs.ts';

const texts = (path: string, text: string) => passagesOf({ path, text }).map((one) => one.text);

test('comments are read in whole passages, and strings only where users see them', () => {
  const source = [
    '// One comment',
    '// over two lines.',
    "const sql = 'select what from where it is';",
    `const shown = \`A text of several words for \${name}.\`;`,
    '/**',
    ' * A docstring.',
    ' */',
    "const short = 'two words'; // at the end",
    '// biome-ignore lint: what a program reads',
  ].join('\n');
  assert.deepEqual(texts('src/core/a.ts', source), ['One comment over two lines.', 'A docstring.', 'at the end']);
  assert.deepEqual(texts('src/cli/a.ts', source).slice(3), ['A text of several words for ….']);
  assert.deepEqual(texts('src/cli/a.test.ts', source).length, 3);
});

test('a document is read by paragraph, item and row, without code; a language by message', () => {
  const page = [
    '# Title',
    '',
    'A line',
    'goes on `with what`.',
    '',
    '- an item',
    '- another',
    '',
    '```sh',
    'what',
    '```',
  ];
  assert.deepEqual(texts('CONTRIBUTING.md', page.join('\n')), ['Title', 'A line goes on ….', 'an item', 'another']);
  assert.deepEqual(texts('locales/en.json', '{\n  "a": "One message.",\n  "b": "Word"\n}'), ['One message.']);
});

test('each sign is counted in each sentence, and a question may begin with any word', () => {
  const passage = {
    path: 'a.md',
    line: 3,
    text: 'What it told nobody stands beside it. What is a quote? Those that wait.',
  };
  const { counts, words, sentences, places } = countSigns([passage]);
  assert.deepEqual(counts, { openers: 2, what: 2, tell: 1, whose: 0, nobody: 1, beside: 2, 'those that': 1 });
  assert.deepEqual([words, sentences], [14, 3]);
  assert.deepEqual(
    places.filter(({ sign }) => sign === 'nobody').map(({ line }) => line),
    [3],
  );
});

test('every folder of the project has a name, and a file outside of them has none', () => {
  const named = {
    'src/core/money/rate.ts': 'src/core',
    'src/io/chains/evm/a.ts': 'src/io/chains',
    'src/io/log.ts': 'src/io',
    'src/features/money/ledger/books.ts': 'src/features/money',
    'src/cli/main.js': 'src/cli and src/roles',
    'web/console/a.tsx': 'web/console',
    'web/embed/a.ts': 'web, other',
    './docs/how-to/deploy.md': 'docs/how-to',
    'docs/README.md': 'root pages',
    './STYLE.md': 'root pages',
    'tools/docs/main.ts': 'test',
  };
  for (const [path, folder] of Object.entries(named)) assert.equal(folderOf(path), folder, path);
  assert.equal(folderOf('deploy/notes.md'), null);
});

test('a limit goes down with its count, never up, and is gone once the text is plain', () => {
  const figures = (what: number): FolderFigures[] => [
    { folder: 'a', ...countSigns([]), words: 1000, sentences: 100, counts: { ...countSigns([]).counts, what } },
  ];
  assert.deepEqual(lowered(figures(20), { a: { what: 30 } }), { a: { what: 20 } });
  assert.deepEqual(lowered(figures(40), { a: { what: 30 } }), { a: { what: 30 } });
  assert.deepEqual(lowered(figures(1), { a: { what: 30 } }), {});
  const excesses = (what: number, limit: number) => excessesOf(figures(what), { a: { what: limit } }).length;
  assert.deepEqual([excesses(31, 30), excesses(30, 30), excesses(2, 0), excesses(3, 0)], [1, 0, 0, 1]);
});
