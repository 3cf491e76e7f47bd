// Renders Markdown as HTML. HTML in the text is shown as text, and comments are removed.
import { Marked, type Token } from 'marked';
import { escapeHtml } from '../../../../io/http/browser/html-page.ts';
import { anchorOf, numbered } from '../site/anchors.ts';

export interface Rendered {
  readonly title: string;
  readonly html: string;
}

/** Returns the target of a link in the text; null removes the link and keeps its text. */
export type LinkTo = (href: string) => string | null;

/** The title is the first heading of the first level. */
export function renderMarkdown(text: string, linkTo: LinkTo = (href) => href): Rendered {
  const marked = parserWith(linkTo);
  const tokens = marked.lexer(text);
  return { title: titleIn(tokens), html: marked.parser(tokens) };
}

/** Markdown within one line. */
export function inline(text: string): string {
  return parserWith((href) => href).parseInline(text, { async: false });
}

/** Code blocks scroll sideways, so they are focusable by keyboard. */
export function codeHtml(code: string): string {
  return `<pre tabindex="0"><code>${escapeHtml(code)}</code></pre>`;
}

const safeAddress = /^(?:https:\/\/|mailto:|\/(?!\/)|#)/;

function parserWith(linkTo: LinkTo): Marked {
  const counts = new Map<string, number>();
  return new Marked({
    // Bare URLs are not turned into links.
    tokenizer: { url: () => undefined },
    renderer: {
      code: ({ text }) => codeHtml(text),
      codespan: ({ text }) => `<code>${escapeHtml(text)}</code>`,
      html: ({ text }) => (text.startsWith('<!--') ? '' : escapeHtml(text)),
      image: ({ text }) => escapeHtml(text),
      heading({ tokens, depth, text }) {
        const words = this.parser.parseInline(tokens);
        if (depth === 1) return `<h1>${words}</h1>\n`;
        const id = numbered(anchorOf(text), counts);
        return `<h${depth} id="${escapeHtml(id)}">${words}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens);
        const address = linkTo(href);
        return address === null || !safeAddress.test(address) ? words : `<a href="${escapeHtml(address)}">${words}</a>`;
      },
      table({ header, rows }) {
        const cell = (words: string, tag: string) => `<${tag}>${words}</${tag}>`;
        // Screen readers would announce an empty header.
        const cells = (row: typeof header, tag: string) =>
          row.map(({ tokens, text }) => cell(this.parser.parseInline(tokens), text === '' ? 'td' : tag)).join('');
        const head = header.some(({ text }) => text !== '') ? `<thead><tr>${cells(header, 'th')}</tr></thead>` : '';
        const body = rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('');
        return `<div class="wide" tabindex="0"><table>${head}<tbody>${body}</tbody></table></div>\n`;
      },
    },
  });
}

function titleIn(tokens: readonly Token[]): string {
  const heading = tokens.find((one) => one.type === 'heading' && one.depth === 1);
  return heading === undefined || heading.type !== 'heading' ? '' : String(heading.text);
}
