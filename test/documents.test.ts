// The documentation as a whole: every link works, every page is listed, and no page is too long.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { generatedDocuments } from '../tools/docs/generated-documents.ts';
import { documentPages } from './rig/documents/pages.ts';
import { projectRoot, sourceFiles } from './rig/house/source-tree.ts';

const pages = documentPages();
const documents = [...pages.values()].filter(({ path }) => path.startsWith('docs/'));

test('every link of a document leads to a file and an anchor that exist', () => {
  const wrong = [...pages.values()].flatMap(({ path, links }) =>
    links
      .filter((href) => !/^(?:[a-z]+:|\/|\{\{)/.test(href))
      .filter((href) => !leads(posix.join(posix.dirname(path), href.split('#')[0] ?? ''), href, path))
      .map((href) => `${path} leads to ${href}`),
  );
  assert.deepEqual(wrong, []);
});

test('every page that code, alerts, units or tests name exists, with its anchor', () => {
  const files = sourceFiles(['src', 'web', 'bin', 'deploy', 'test', 'tools', 'drills', 'bench', 'sdk'], ['']);
  const own = /(?<![\w./-])docs\/(?:tutorials|how-to|reference|explanation|decisions)\/[\w./-]+\.md(?:#[\w-]+)?/g;
  const named = files.flatMap(({ path, text }) => [...text.matchAll(own)].map(([href]) => ({ path, href })));
  assert.ok(named.length > 30);
  const wrong = named.filter(({ href, path }) => !leads(href.split('#')[0] ?? '', href, path));
  assert.deepEqual(wrong, []);
  const served = /(?<=(?<![\w.])\/)docs\/(?:tutorials|how-to|reference|explanation)\/[\w-]+(?:#[\w-]+)?(?![\w./])/g;
  const product = files.filter(({ path }) => /^(?:src|web)\//.test(path));
  const shown = product.flatMap(({ path, text }) => [...text.matchAll(served)].map(([href]) => ({ path, href })));
  assert.ok(shown.length > 5);
  const lost = shown.filter(({ href, path }) => !leads(`${href.split('#')[0]}.md`, href, path));
  assert.deepEqual(lost, []);
});

test('docs/README.md lists every page once, by its title', () => {
  const index = pages.get('docs/README.md')?.text ?? '';
  const listed = [...index.matchAll(/^- \[(.+)\]\((.+)\): \S.*\.$/gm)].map(([, title, href]) => ({ title, href }));
  const titles = documents
    .filter(({ path }) => path !== 'docs/README.md' && !isPartOfList(path))
    .map(({ path, text }) => ({ title: /^# (.+)$/m.exec(text)?.[1], href: posix.relative('docs', path) }));
  const sorted = (list: typeof listed) => list.map((one) => JSON.stringify(one)).toSorted();
  assert.deepEqual(sorted(listed), sorted(titles));
});

test('no page of the documentation is longer than 2,500 words', () => {
  // The index of decisions has one line for each decision, so it may be longer.
  const long = documents
    .filter(({ path }) => path !== 'docs/decisions/README.md')
    .map(({ path, text }) => ({ path, words: text.split(/\s+/).length }))
    .filter(({ words }) => words > 2500);
  assert.deepEqual(long, []);
});

test('generated documents are what the source says now', async () => {
  const stale = (await generatedDocuments()).filter(({ path, text }) => pages.get(path)?.text !== text);
  assert.deepEqual(
    stale.map(({ path }) => path),
    [],
    'npm run docs writes them',
  );
});

test('the environment has a row for each variable that is read, and the configuration file for each setting', () => {
  const textOf = (path: string) =>
    sourceFiles([path], [''])
      .map(({ text }) => text)
      .join('');
  const environment = sourceFiles(['src/io'], ['environment.ts']).map(({ text }) => text);
  const read = environment.join('').match(/(?<=\bget\(')[A-Z][A-Z_0-9]+(?=')/g) ?? [];
  assert.ok(read.length > 20);
  const rows = rowsOf('docs/reference/environment.md');
  assert.deepEqual(
    [...new Set(read)].filter((name) => !rows.includes(name)),
    [],
  );
  const lists = textOf('src/core/config').matchAll(/(?:readFields\([^,;]+, |const known = )\[([^;]*?)\](?:\)|;)/g);
  const settings = [...lists].flatMap(([, list = '']) => list.match(/(?<=')[a-z_]+(?=')/g) ?? []);
  assert.ok(settings.length > 30);
  const page = pages.get('docs/reference/configuration.md')?.text ?? '';
  assert.deepEqual(
    [...new Set(settings)].filter((name) => !new RegExp(`[\`"]${name}\\b`).test(page)),
    [],
  );
});

function rowsOf(path: string): string[] {
  return [...(pages.get(path)?.text ?? '').matchAll(/^\| `([^`]+)`/gm)].map(([, name = '']) => name);
}

/** Whether the page is named by the list in its folder, or by the page with the folder's name. */
function isPartOfList(path: string): boolean {
  const folder = posix.dirname(path);
  return pages.has(`${folder}.md`) || (path !== `${folder}/README.md` && pages.has(`${folder}/README.md`));
}

function leads(path: string, href: string, from: string): boolean {
  const anchor = href.split('#')[1];
  const target = href.startsWith('#') ? from : path;
  if (!existsSync(join(projectRoot, target))) return false;
  return anchor === undefined || (pages.get(target)?.anchors.has(anchor) ?? false);
}

test('each form for issues names its fields once and asks for at least one', () => {
  const folder = join(projectRoot, '.github/ISSUE_TEMPLATE');
  const forms = readdirSync(folder).filter((name) => name !== 'config.yml');
  assert.deepEqual(forms.toSorted(), ['bug.yml', 'feature.yml', 'network.yml']);
  for (const name of forms) {
    const form = parse(readFileSync(join(folder, name), 'utf8')) as IssueForm;
    assert.ok(form.name && form.description, name);
    const fields = form.body.filter(({ type }) => type !== 'markdown');
    const unknown = fields.filter(({ type }) => !['textarea', 'input', 'dropdown', 'checkboxes'].includes(type));
    assert.deepEqual(unknown, [], name);
    assert.equal(new Set(fields.map(({ id }) => id)).size, fields.length, name);
    assert.ok(fields.every(({ attributes }) => attributes.label) && fields.some((one) => one.validations?.required));
  }
});

/** The syntax of issue forms: https://docs.github.com/communities. */
interface IssueForm {
  readonly name?: string;
  readonly description?: string;
  readonly body: readonly {
    readonly type: string;
    readonly id?: string;
    readonly attributes: { readonly label?: string };
    readonly validations?: { readonly required?: boolean };
  }[];
}
