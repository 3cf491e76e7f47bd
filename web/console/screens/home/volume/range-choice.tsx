// The choice of the range of the charts, kept in the page's URL.
import { Group, Text, TextInput } from '@mantine/core';
import { oneOf, useListSearch } from '../../../lists/list-search.ts';
import { number } from '../../../words/figures.ts';
import { words } from '../../../words/words.ts';
import { customPeriod, mostDays, type Period, periodOf, type RangeName, rangeNames } from './periods.ts';

const byDefault = '30';

export interface Range {
  readonly name: RangeName;
  /** The chosen period. While the fields have no valid range, the default one. */
  readonly period: Period;
  readonly isValid: boolean;
  /** The fields of a custom range. */
  readonly from: string;
  readonly to: string;
  readonly choose: (name: RangeName) => void;
  readonly set: (days: { readonly from?: string; readonly to?: string }) => void;
}

/** `today`: a day in the user's time zone. */
export function useRange(today: string): Range {
  const { search, change } = useListSearch();
  const wanted = oneOf(search, 'range');
  const name = rangeNames.find((one) => one === wanted) ?? byDefault;
  const standard = periodOf(name === 'custom' ? byDefault : name, today);
  const [from, to] = [oneOf(search, 'from') || standard.from, oneOf(search, 'to') || standard.to];
  const custom = name === 'custom' ? customPeriod({ from, to }) : null;
  return {
    name,
    period: custom ?? standard,
    isValid: name !== 'custom' || custom !== null,
    from,
    to,
    choose: (range) =>
      change({
        range: range === byDefault ? undefined : range,
        from: range === 'custom' ? standard.from : undefined,
        to: range === 'custom' ? standard.to : undefined,
      }),
    set: (days) => change({ from, to, ...days }),
  };
}

export function RangeChoice({ range }: { readonly range: Range }) {
  const { name, from, to, isValid } = range;
  const labelOf = (one: RangeName) =>
    one === 'custom'
      ? words.today.customRange
      : one === '12m'
        ? words.today.months({ count: 12 })
        : words.today.days({ count: Number(one) });
  return (
    <div>
      <fieldset className="status-filter">
        <legend className="off-screen">{words.today.range}</legend>
        {rangeNames.map((one) => (
          <button key={one} type="button" aria-pressed={one === name} onClick={() => range.choose(one)}>
            {labelOf(one)}
          </button>
        ))}
      </fieldset>
      {name === 'custom' ? (
        <Group gap="sm" mt="xs" align="start">
          <TextInput
            type="date"
            label={words.filters.firstDay}
            value={from}
            onChange={(event) => range.set({ from: event.currentTarget.value })}
          />
          <TextInput
            type="date"
            label={words.filters.lastDay}
            value={to}
            onChange={(event) => range.set({ to: event.currentTarget.value })}
          />
        </Group>
      ) : null}
      {isValid ? null : (
        <Text role="alert" size="sm" c="red" mt={4}>
          {words.today.rangeForm({ days: number(mostDays) })}
        </Text>
      )}
    </div>
  );
}
