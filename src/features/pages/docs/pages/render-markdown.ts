// Turns the guides into HTML: the little of Markdown that they use, with every text escaped.
import { escapeHtml } from '../../../../io/http/browser/html-page.ts';

export interface Rendered {
  readonly title: string;
  readonly html: string;
}

/**
 * Knows headings, paragraphs, lists, tables, fenced code, and within a line code, strong, emphasis and links. The first
 * heading is the title. Throws where it finds a fence that is not closed.
 */
export function renderMarkdown(text: string): Rendered {
  const blocks = blocksOf(text);
  const title = /^# (.+)$/.exec(blocks[0] ?? '')?.[1] ?? '';
  return { title, html: blocks.map(blockHtml).join('\n') };
}

/** Pieces between empty lines; a fence is one piece whatever is in it. */
function blocksOf(text: string): string[] {
  const blocks: string[] = [];
  let lines: string[] = [];
  let isCode = false;
  const end = () => {
    if (lines.length > 0) blocks.push(lines.join('\n'));
    lines = [];
  };
  for (const line of text.split('\n')) {
    if (line.startsWith('```')) {
      if (!isCode) end();
      lines.push(line);
      if (isCode) end();
      isCode = !isCode;
    } else if (line === '' && !isCode) end();
    else lines.push(line);
  }
  if (isCode) throw new Error('A fence is not closed');
  end();
  return blocks;
}

function blockHtml(block: string): string {
  const lines = block.split('\n');
  const [first = ''] = lines;
  const heading = /^(#{1,3}) (.+)$/.exec(first);
  if (heading !== null) {
    const [, marks = '', words = ''] = heading;
    const level = marks.length;
    return level === 1
      ? `<h1>${inline(words)}</h1>`
      : `<h${level} id="${anchorOf(words)}">${inline(words)}</h${level}>`;
  }
  if (first.startsWith('```')) return codeHtml(lines.slice(1, -1).join('\n'));
  if (first.startsWith('|')) return tableHtml(lines);
  if (/^- /.test(first)) return `<ul>${itemsOf(lines, /^- /)}</ul>`;
  if (/^\d+\. /.test(first)) return `<ol>${itemsOf(lines, /^\d+\. /)}</ol>`;
  return `<p>${inline(lines.join('\n'))}</p>`;
}

/** Code can be scrolled sideways, so it can be reached with the keyboard. */
export function codeHtml(code: string): string {
  return `<pre tabindex="0"><code>${escapeHtml(code)}</code></pre>`;
}

function itemsOf(lines: readonly string[], mark: RegExp): string {
  const items: string[] = [];
  for (const line of lines) {
    if (mark.test(line)) items.push(line.replace(mark, ''));
    else items.push(`${items.pop()}\n${line.trim()}`);
  }
  return items.map((item) => `<li>${inline(item)}</li>`).join('');
}

function tableHtml(lines: readonly string[]): string {
  const rows = lines.map((line) => cellsOf(line));
  const [head = [], , ...body] = rows;
  const cells = (row: readonly string[], tag: string) => row.map((cell) => `<${tag}>${inline(cell)}</${tag}>`).join('');
  const trs = body.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('');
  const table = `<table><thead><tr>${cells(head, 'th')}</tr></thead><tbody>${trs}</tbody></table>`;
  return `<div class="wide" tabindex="0">${table}</div>`;
}

/** Between the bars, which a row begins and ends with. */
function cellsOf(line: string): string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

/** Code first, since nothing within it means anything. */
export function inline(text: string): string {
  return text
    .split(/(`[^`]+`)/)
    .map((part) => (/^`.+`$/.test(part) ? `<code>${escapeHtml(part.slice(1, -1))}</code>` : plainInline(part)))
    .join('');
}

function plainInline(text: string): string {
  return escapeHtml(text)
    .replace(/\[([^\]]+)\]\(((?:https:\/|\/)[^)\s]*)\)/g, '<a href="$2">$1</a>')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/\*([^*]+)\*/g, '<em>$1</em>');
}

function anchorOf(words: string): string {
  return words
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
