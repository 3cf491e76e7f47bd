// The guides that stand beside the reference, written in `guides/` and read when somebody first asks.
import { readFile } from 'node:fs/promises';
import { type DocsPage, docsPage } from './docs-page.ts';
import { renderMarkdown } from './render-markdown.ts';

interface Guide {
  readonly title: string;
  /** What the list of guides says of it. */
  readonly about: string;
}

/** By the name of its file and its address, in the order in which they are read. */
export const guides: Readonly<Record<string, Guide>> = {
  'first-payment': {
    title: 'Your first payment',
    about: 'From nothing to a paid invoice in five requests, without spending a coin.',
  },
  conventions: {
    title: 'Rules for every operation',
    about: 'Tokens, versions, money, repeats, lists and refusals.',
  },
  'without-code': {
    title: 'Being paid without code',
    about: 'A link, a counter for any phone, and the checkout within your own page.',
  },
  webhooks: {
    title: 'Webhooks',
    about: 'Let your shop be told, and verify that it was us: curl, TypeScript, PHP, Python, Go, Ruby.',
  },
  xpub: {
    title: 'Where your wallet shows its public key',
    about: 'Wallet by wallet, and how to tell a public key from a private one.',
  },
  'going-live': {
    title: 'Going live',
    about: 'What to settle before the first real payment.',
  },
};

/** The list of guides. */
export function guidesPage(): DocsPage {
  const cards = Object.entries(guides).map(
    ([name, { title, about }]) => `<li><a href="/docs/guides/${name}"><strong>${title}</strong>${about}</a></li>`,
  );
  const more = [
    '<li><a href="/docs"><strong>API reference</strong>Every operation: fields, errors and an example.</a></li>',
    '<li><a href="/docs/events"><strong>Events</strong>What a webhook can tell, and what it carries.</a></li>',
    '<li><a href="/problems"><strong>Errors</strong>Every code, what it means, and what to do.</a></li>',
    '<li><a href="/docs/versions"><strong>Versions</strong>Which versions each operation has.</a></li>',
  ];
  const lead = 'Take payments in cryptocurrency, straight to your own addresses. Nobody else holds your money.';
  const body = `<h1>Guides</h1><p class="lead">${lead}</p><ul class="cards">${[...cards, ...more].join('')}</ul>`;
  return docsPage('Guides', body, '/docs/guides');
}

/** One guide, whose requests lead to this instance; null where there is none of this name. */
export async function guidePage(name: string, publicUrl: string): Promise<DocsPage | null> {
  if (!Object.hasOwn(guides, name)) return null;
  const text = await guideText(name);
  const { title, html } = renderMarkdown(text.replaceAll('{{PUBLIC_URL}}', publicUrl));
  return docsPage(title, html, '/docs/guides');
}

/** With the files that it shows in the place of their names. Throws where there is no such file. */
export async function guideText(name: string): Promise<string> {
  const text = await readGuide(`${name}.md`);
  const names = new Set([...text.matchAll(shownFile)].map(([, path = '']) => path));
  const files = new Map(await Promise.all([...names].map(async (path) => [path, await readGuide(path)] as const)));
  return text.replaceAll(shownFile, (_, path: string) => (files.get(path) ?? '').trimEnd());
}

const shownFile = /\{\{file:([\w./-]+)\}\}/g;

function readGuide(path: string): Promise<string> {
  return readFile(new URL(`../guides/${path}`, import.meta.url), 'utf8');
}
