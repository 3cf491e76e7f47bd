// The search field: it lists pages, sections, operations, objects, fields and errors while the reader types.
import { findEntries, type SearchEntry } from './find-entries.ts';

/** Kinds of entries whose names are words. */
const spoken = new Set(['operation', 'page', 'section']);

/** More results than these are only counted. */
const shownResults = 30;

/** The field is hidden until then, since it needs this script. */
export function startSearch(): void {
  const field = document.querySelector<HTMLInputElement>('#search');
  const list = document.querySelector<HTMLUListElement>('#results');
  const found = document.querySelector('#found');
  const index = document.querySelector<HTMLLinkElement>('link[title="Search index"]');
  const frame = field?.closest<HTMLElement>('search');
  if (!field || !list || !found || !index || !frame) return;
  frame.hidden = false;
  const entries = loadOnce(index.href);
  const show = async () => {
    const typed = field.value;
    const all = typed.trim() === '' ? [] : findEntries(await entries(), typed);
    if (field.value !== typed) return;
    list.replaceChildren(
      ...all.slice(0, shownResults).map((one) => resultItem(one, index.href)),
      ...moreItem(all.length),
    );
    list.hidden = typed.trim() === '';
    found.textContent = list.hidden ? '' : countWords(all.length);
  };
  const close = () => {
    list.hidden = true;
    found.textContent = '';
  };
  field.addEventListener('focus', () => void entries());
  field.addEventListener('input', () => void show());
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') list.querySelector('a')?.click();
  });
  frame.addEventListener('keydown', (event) => moveAmong([field, ...list.querySelectorAll('a')], event));
  list.addEventListener('click', close);
  document.addEventListener('click', (event) => {
    if (!frame.contains(event.target as Node)) close();
  });
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close();
    if (event.key !== '/' || event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    field.focus();
  });
}

function loadOnce(address: string): () => Promise<readonly SearchEntry[]> {
  let loaded: Promise<readonly SearchEntry[]> | null = null;
  return () => {
    loaded ??= fetch(address).then((response) => response.json() as Promise<readonly SearchEntry[]>);
    return loaded;
  };
}

function resultItem([kind, name, place, href]: SearchEntry, base: string): HTMLLIElement {
  const item = document.createElement('li');
  const link = document.createElement('a');
  const shown = document.createElement(spoken.has(kind) ? 'strong' : 'code');
  const about = document.createElement('span');
  link.href = new URL(href, base).href;
  shown.textContent = name;
  about.textContent = place;
  link.append(shown, about);
  item.append(link);
  return item;
}

/** The number of results that are not listed. */
function moreItem(count: number): HTMLLIElement[] {
  if (count > 0 && count <= shownResults) return [];
  const item = document.createElement('li');
  const words = document.createElement('p');
  words.textContent = count === 0 ? 'Nothing found.' : `${count - shownResults} more. Type another word to narrow it.`;
  item.append(words);
  return [item];
}

function countWords(count: number): string {
  return count === 1 ? '1 result' : `${count} results`;
}

/** The arrow keys go from the field to the results and back. */
function moveAmong(stops: readonly HTMLElement[], event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const at = stops.indexOf(document.activeElement as HTMLElement);
  event.preventDefault();
  stops[Math.max(0, Math.min(stops.length - 1, at + step))]?.focus();
}
