// Text that all generated PHP files share: the heading and comments.

const writtenBy =
  '// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.';

/** A file with a namespace. Imports are sorted. */
export function phpFile(namespace: string, imports: readonly string[], body: string): string {
  const uses = [...imports].sort().map((one) => `use ${one};\n`);
  const head = `<?php\n${writtenBy}\ndeclare(strict_types=1);\n\nnamespace ${namespace};\n\n`;
  return `${head}${uses.length === 0 ? '' : `${uses.join('')}\n`}${body}`;
}

const longestLine = 120;

/** A comment with these paragraphs and tags, or nothing. Paragraphs are wrapped, tags are not. */
export function phpComment(paragraphs: readonly (string | null)[], tags: readonly string[], indent = ''): string {
  const texts = paragraphs.flatMap((one) => (one ? one.split(/\n+/) : []));
  if (texts.length + tags.length === 0) return '';
  const [only] = [...texts, ...tags];
  const short = `${indent}/** ${safe(only as string)} */\n`;
  if (texts.length + tags.length === 1 && short.length <= longestLine + 1) return short;
  const width = longestLine - indent.length - ' * '.length;
  const blocks = [...texts.map((one) => wrapped(one, width)), ...(tags.length === 0 ? [] : [tags])];
  const lines = blocks.flatMap((lines, at) => (at === 0 ? lines : ['', ...lines]));
  return `${indent}/**\n${lines.map((line) => `${`${indent} * ${safe(line)}`.trimEnd()}\n`).join('')}${indent} */\n`;
}

/** Lines of at most `width` characters. Further lines begin with `hanging`. */
export function wrapped(paragraph: string, width: number, hanging = ''): string[] {
  const lines: string[] = [];
  for (const word of paragraph.split(/\s+/)) {
    const last = lines.at(-1);
    if (last === undefined) lines.push(word);
    else if (last.length + 1 + word.length > width) lines.push(hanging + word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

/** A text in quotes. */
export function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

function safe(line: string): string {
  return line.replaceAll('*/', '* /');
}
