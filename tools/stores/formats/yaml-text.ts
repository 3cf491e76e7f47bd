// YAML files of store packages.
import { stringify } from 'yaml';

/** `comment` is printed above, one line each. Lines are not folded. Words such as `no` are quoted for older readers. */
export function yamlText(value: object, comment: readonly string[] = []): string {
  const body = stringify(value, { lineWidth: 0, singleQuote: true, aliasDuplicateObjects: false, compat: 'yaml-1.1' });
  return `${comment.map((line) => `# ${line}\n`).join('')}${body}`;
}
