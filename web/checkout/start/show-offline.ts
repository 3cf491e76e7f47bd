// Shows on a page that the server drew that it may be out of date, where the script would show it.
import type { Connection } from '../browser/live-snapshot.ts';
import type { PageTexts } from '../words/words.ts';

export function sayCutOff(root: HTMLElement, connection: Connection): void {
  const place = root.querySelector('main > div[role=status]');
  if (place === null) return;
  const { page } = JSON.parse(document.getElementById('words')?.textContent ?? '') as PageTexts;
  const text = { offline: page?.offline, lost: page?.connectionLost, live: null, polling: null }[connection];
  place.replaceChildren();
  if (typeof text !== 'string') return;
  const notice = document.createElement('div');
  notice.className = 'notice warning';
  notice.textContent = text;
  place.append(notice);
}
