// Names and comments as Go writes them.

/** Words that Go writes in capitals. Their plural ends in a small s. */
const initialisms = ['api', 'cidr', 'id', 'ip', 'json', 'uri', 'url'];

/** The exported name of a field or a value: `success_url` becomes SuccessURL. */
export function goName(wireName: string): string {
  return wireName
    .split(/[^A-Za-z0-9]+/)
    .map((word) => {
      if (initialisms.includes(word)) return word.toUpperCase();
      const single = word.replace(/s$/, '');
      if (word.endsWith('s') && initialisms.includes(single)) return `${single.toUpperCase()}s`;
      return word.charAt(0).toUpperCase() + word.slice(1);
    })
    .join('');
}

/** The name of a parameter: the words of Go are not free. */
export function parameterName(wireName: string): string {
  const name = goName(wireName);
  return name === name.toUpperCase() ? name.toLowerCase() : name.charAt(0).toLowerCase() + name.slice(1);
}

const longestLine = 120;
/** gofmt counts a tab as 8 columns, but the comments of this project are narrower than that anyway. */
const tabWidth = 4;

/** A comment with lines of at most 120 columns, or nothing. Each line of the text is a paragraph. */
export function goComment(text: string | null, indent = ''): string {
  if (!text) return '';
  const width = longestLine - indent.length * tabWidth - '// '.length;
  const paragraphs = text.split(/\n+/).map((one) => wrapped(one, width).map((line) => `${indent}// ${line}\n`));
  return paragraphs.map((lines) => lines.join('')).join(`${indent}//\n`);
}

function wrapped(paragraph: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of paragraph.split(/\s+/)) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
