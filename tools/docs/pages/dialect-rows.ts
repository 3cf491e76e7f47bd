// The table of states and events in each dialect, from the data that the dialects use.
import {
  type DialectWords,
  dialectWords,
  type SpokenDialect,
  type Word,
} from '../../../src/core/dialect/dialect-words.ts';
import { dialectCell, type SituationName, situations } from '../../../src/core/dialect/situations.ts';
import { code, table } from './table.ts';

const none = '–';

/** Dialects that share a table. */
const pairs: readonly (readonly SpokenDialect[])[] = [
  ['epay', 'epusdt'],
  ['greenfield', 'commerce'],
];

export function dialectRows(): string[] {
  return pairs.flatMap((dialects, index) => [
    ...(index === 0 ? [] : ['']),
    `### ${dialects.map((dialect) => wordsOf(dialect).name).join(' and ')}`,
    '',
    ...tableOf(dialects),
  ]);
}

function tableOf(dialects: readonly SpokenDialect[]): string[] {
  const head = [
    'Order or payment',
    'Event',
    ...dialects.map((dialect) => `${wordsOf(dialect).name}: ${queriedFields(wordsOf(dialect))}`),
    ...dialects.map((dialect) => `${wordsOf(dialect).name}: notification`),
    code('attention'),
    'Mail to owners',
  ];
  const rows = (Object.keys(situations) as SituationName[]).map((name) => {
    const cells = dialects.map((dialect) => dialectCell(dialect, name));
    const attention = cells.find((cell) => cell.attention !== null)?.attention ?? null;
    const mailed = dialects.filter((_, index) => cells[index]?.isMailed);
    return [
      situations[name].meaning,
      code(situations[name].event),
      ...cells.map(({ answer }) => shown(answer)),
      ...cells.map(({ notification }) => shown(notification)),
      attention === null ? none : code(attention),
      mailed.length === dialects.length ? 'yes' : mailed.map((dialect) => wordsOf(dialect).name).join(', ') || none,
    ];
  });
  return table(head, rows);
}

function wordsOf(dialect: keyof typeof dialectWords): DialectWords {
  return dialectWords[dialect];
}

function queriedFields({ query: { field, qualifier } }: DialectWords): string {
  return [field, ...(qualifier === undefined ? [] : [qualifier.field])].map(code).join(', ');
}

function shown(values: readonly Word[] = []): string {
  return values.length === 0 ? none : values.map((value) => code(String(value))).join(', ');
}
