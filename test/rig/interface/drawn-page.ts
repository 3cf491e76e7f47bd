// A parsed page of the API reference: its anchors, links and text.

export interface DrawnPage {
  readonly html: string;
  readonly ids: readonly string[];
  /** As written in the page, without links to other sites. */
  readonly hrefs: readonly string[];
  /** Without markup, and with single spaces. */
  readonly text: string;
  /** The text of one field, parameter or response, without its nested fields; null if the page has none. */
  fieldText(id: string): string | null;
  /** The HTML of the section whose heading has this id. */
  sectionOf(id: string): string;
  /** The code samples of that section as plain text. */
  samplesOf(id: string): readonly string[];
}

/** `html` uses the reference's own form: attributes in double quotes, texts with numeric entities. */
export function drawnPage(html: string): DrawnPage {
  const valuesOf = (name: string) =>
    [...html.matchAll(new RegExp(`\\s${name}="([^"]*)"`, 'g'))].map(([, value = '']) => value);
  const sectionOf = (id: string) => html.split('<section').find((one) => one.includes(`aria-labelledby="${id}"`)) ?? '';
  return {
    html,
    sectionOf,
    fieldText(id) {
      const at = html.indexOf(`<li id="${id}">`);
      return at < 0 ? null : textOf(html.slice(at).split(/<li id=|<\/section>/)[1] ?? '');
    },
    ids: valuesOf('id'),
    hrefs: valuesOf('href').filter((href) => !/^[a-z]+:/.test(href)),
    text: textOf(html.replace(/<wbr>/g, '')),
    samplesOf: (id) =>
      [...sectionOf(id).matchAll(/<pre[^>]*><code>([\s\S]*?)<\/code>/g)].map(([, code = '']) =>
        decoded(withoutElements(code)),
      ),
  };
}

/** The visible text of Markdown, in the form of `DrawnPage.text`. */
export function plainText(markdown: string): string {
  const shown = markdown
    .replace(/^- /, '')
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replaceAll(/`([^`]+)`|\*\*([^*]+)\*\*/g, '$1$2');
  return spaced(shown);
}

function textOf(html: string): string {
  return spaced(decoded(withoutElements(html)));
}

function withoutElements(html: string): string {
  return html.replaceAll(/<[^>]+>/g, '');
}

function decoded(text: string): string {
  return text.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
}

function spaced(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
