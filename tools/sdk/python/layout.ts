// Lays out Python: names, docstrings, and lists that are broken into lines where one is too long.

const longestLine = 120;
const quotes = '"""';

/** A name of the API in snake_case; a keyword of Python gets an underscore. */
export function pythonName(name: string): string {
  const snake = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
  return keywords.has(snake) ? `${snake}_` : snake;
}

/** A docstring with its line feed, and its arguments; empty for an empty text. */
export function docstring(
  paragraphs: readonly (string | null)[],
  indent: string,
  args: readonly string[] = [],
): string {
  const given = paragraphs.filter((one) => one !== null && one !== '').map((one) => escaped(one as string));
  if (given.length === 0) return '';
  const line = `${indent}"""${given[0]}"""`;
  if (given.length === 1 && args.length === 0 && line.length <= longestLine) return `${line}\n`;
  const width = longestLine - indent.length - quotes.length;
  const texts = given.map((one) => wrap(one, width).map((text) => `${indent}${text}`));
  const listedArgs = args.flatMap((one) =>
    wrap(escaped(one), width - 8).map((text, at) => `${indent}${at === 0 ? '    ' : '        '}${text}`),
  );
  const sections = listedArgs.length === 0 ? texts : [...texts, [`${indent}Args:`, ...listedArgs]];
  const text = sections.map((one) => one.join('\n')).join('\n\n');
  return `${indent}${quotes}${text.trimStart()}\n${indent}${quotes}\n`;
}

/** `before`, the items and `after` in one line, or each item in a line of its own. */
export function listed(before: string, items: readonly string[], after: string, indent: string): string {
  const line = `${indent}${before}${items.join(', ')}${after}`;
  if (line.length <= longestLine) return `${line}\n`;
  return `${indent}${before}\n${items.map((one) => itemLines(one, `${indent}    `)).join('')}${indent}${after}\n`;
}

/** A call that is too long for a line has its arguments in a line of their own. */
function itemLines(item: string, indent: string): string {
  const line = `${indent}${item},\n`;
  const call = /^(\w+=\w+\()(.*)\)$/.exec(item);
  if (line.length <= longestLine + 1 || call === null) return line;
  return `${indent}${call[1]}\n${indent}    ${call[2]}\n${indent}),\n`;
}

export function quoted(value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return JSON.stringify(value);
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [''];
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1) as string;
    if (line === '') lines[lines.length - 1] = word;
    else if (line.length + 1 + word.length <= width) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

function escaped(text: string): string {
  const safe = text.replaceAll('\\', '\\\\').replaceAll('"""', "'''");
  return safe.endsWith('"') ? `${safe} ` : safe;
}

const keywords = new Set(
  (
    'and as assert async await break class continue def del elif else except finally for from global if import in is ' +
    'lambda nonlocal not or pass raise return try while with yield'
  ).split(' '),
);
