// The table of states and events in each dialect, from the data that the dialects use.
import { type DialectWords, dialectWords, spokenDialects } from '../../../src/core/dialect/dialect-words.ts';
import { dialectCell, type SituationName, situations } from '../../../src/core/dialect/situations.ts';
import { code, table } from './table.ts';

const none = '–';

export function dialectRows(): string[] {
  const queried = spokenDialects.filter((dialect) => wordsOf(dialect).query !== null);
  const head = [
    'Order or payment',
    'Event',
    ...queried.map((dialect) => `${wordsOf(dialect).name}: ${code(wordsOf(dialect).query?.field ?? '')}`),
    ...spokenDialects.map((dialect) => `${wordsOf(dialect).name}: notification`),
    code('attention'),
    'Mail to owners',
  ];
  const rows = (Object.keys(situations) as SituationName[]).map((name) => {
    const cells = new Map(spokenDialects.map((dialect) => [dialect, dialectCell(dialect, name)]));
    const mailed = spokenDialects.filter((dialect) => cells.get(dialect)?.isMailed);
    const { attention } = situations[name];
    return [
      situations[name].meaning,
      code(situations[name].event),
      ...queried.map((dialect) => shown(cells.get(dialect)?.answer)),
      ...spokenDialects.map((dialect) => shown(cells.get(dialect)?.notification)),
      attention === null ? none : code(attention),
      mailed.length === spokenDialects.length
        ? 'yes'
        : mailed.map((dialect) => wordsOf(dialect).name).join(', ') || none,
    ];
  });
  return table(head, rows);
}

function wordsOf(dialect: keyof typeof dialectWords): DialectWords {
  return dialectWords[dialect];
}

function shown(value: string | number | null | undefined): string {
  return value === null || value === undefined ? none : code(String(value));
}
