// The document of events, from the catalogue that the API document uses.
import { describedEvents, objectOf } from '../../../src/features/pages/docs/event-objects.ts';
import { code, table } from './table.ts';

export function eventsText(): string {
  const rows = describedEvents().map(({ type, summary, data, isNumbered }) => [
    code(type),
    `${summary}.`,
    carried(data),
    isNumbered ? 'yes' : 'no',
  ]);
  return [
    '# Events',
    '',
    '<!-- Written by `npm run docs`. -->',
    '',
    'Webhooks deliver these events, and `GET /events` lists them. To receive and verify them, see',
    '[Receive webhooks](../how-to/receive-webhooks.md). An instance shows an example of each at `/docs/events`.',
    '',
    ...table(['Event', 'Meaning', '`data`', 'Has a `sequence`'], rows),
    '',
  ].join('\n');
}

function carried(data: Parameters<typeof objectOf>[0]): string {
  const name = objectOf(data);
  if (name !== null) return `the whole ${code(name)}`;
  const fields = Object.keys((data as { readonly properties?: object }).properties ?? {});
  return fields.map(code).join(', ');
}
