// The document of errors, from the catalogue of problems.
import { problemKinds } from '../../../src/core/problem.ts';
import { code, table } from './table.ts';

export function errorsText(): string {
  const byStatus = Map.groupBy(Object.entries(problemKinds), ([, { status }]) => status);
  const parts = [...byStatus].map(([status, kinds]) => {
    const rows = kinds.map(([name, { title, remedy }]) => [code(name), `${title}.`, remedy]);
    return [`## Status ${status}`, '', ...table(['Code', 'Meaning', 'What to do'], rows), ''].join('\n');
  });
  return [
    '# Errors',
    '',
    '<!-- Written by `npm run docs`. -->',
    '',
    'Every error of the API has a stable `code`, and a `type` with the URL of its page on the instance. Handle errors',
    'by their code, show the `detail`, and log the `request_id`.',
    '',
    ...parts,
  ].join('\n');
}
