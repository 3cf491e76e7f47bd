// /llms.txt: the list of all pages for language models, in the format of llmstxt.org.
import { addressOf, type PageGroup } from './site-index.ts';

/** Markdown. Every URL begins with `publicUrl`. */
export function llmsText(groups: readonly PageGroup[], publicUrl: string): string {
  const parts = groups.map(({ title, pages }) => {
    const lines = pages.map((one) => `- [${one.title}](${publicUrl}${addressOf(one.path)}): ${one.about}`);
    return `## ${title}\n\n${lines.join('\n')}\n`;
  });
  const api = apiPages.map(([title, address, about]) => `- [${title}](${publicUrl}${address}): ${about}`);
  return [
    '# Quittance\n',
    '> Self-hosted, non-custodial payment service for cryptocurrency. Coins go to the addresses of the merchant.\n',
    `## API\n\n${api.join('\n')}\n`,
    ...parts,
  ].join('\n');
}

const apiPages = [
  ['OpenAPI document', '/api/openapi.json', 'Every operation, object and error of this instance.'],
  ['API reference', '/docs/api', 'The same document as pages.'],
  ['Versions', '/docs/versions', 'The versions of each operation.'],
] as const;
