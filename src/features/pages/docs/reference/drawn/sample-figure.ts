// A code example with its title.
import { escapeHtml } from '../../../../../io/http/browser/html-page.ts';
import { codeHtml } from '../../pages/render-markdown.ts';

export function sampleHtml(title: string, code: string): string {
  return figure(title, codeHtml(code));
}

/** Multi-line JSON, with markup for coloring its values. */
export function jsonHtml(title: string, value: unknown): string {
  const lines = codeHtml(JSON.stringify(value, null, 2)).split('\n');
  return figure(title, lines.map((line) => line.replace(valueOnLine, '$1<i>$2</i>$3')).join('\n'));
}

/** Matches indentation and field name, the value, and a comma. Quotes are already escaped. */
const valueOnLine = /^(\s+(?:&#34;(?:(?!&#34;).)*&#34;: )?)(&#34;.*&#34;|-?\d[\d.e+-]*|true|false|null)(,?)$/;

function figure(title: string, code: string): string {
  return `<figure><figcaption>${escapeHtml(title)}</figcaption>${code}</figure>`;
}
