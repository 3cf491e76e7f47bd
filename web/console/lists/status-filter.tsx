// The statuses that a list shows, one button each with its count; several may be selected.
import { statusWords } from '../parts/status-badge.tsx';
import { number } from '../words/figures.ts';
import { words } from '../words/words.ts';
import { allOf, useListSearch } from './list-search.ts';

export interface StatusFilterProps {
  readonly statuses: readonly string[];
  /** Rows that match the other filters, by status; null if unknown. */
  readonly counts: Readonly<Record<string, number>> | null;
}

/** The API counts no further; a plus sign follows the number. */
const mostCounted = 10_000;

export function StatusFilter({ statuses, counts }: StatusFilterProps) {
  const { search, change } = useListSearch();
  const chosen = allOf(search, 'status');
  const toggle = (status: string) => {
    const next = chosen.includes(status) ? chosen.filter((one) => one !== status) : [...chosen, status];
    change({ status: next.length === 0 ? undefined : next });
  };
  return (
    <fieldset className="status-filter">
      <legend className="off-screen">{words.common.status}</legend>
      <button type="button" aria-pressed={chosen.length === 0} onClick={() => change({ status: undefined })}>
        {words.filters.all}
      </button>
      {statuses.map((status) => (
        <button key={status} type="button" aria-pressed={chosen.includes(status)} onClick={() => toggle(status)}>
          {statusWords(status)} <Count of={counts?.[status]} />
        </button>
      ))}
    </fieldset>
  );
}

function Count({ of }: { readonly of: number | undefined }) {
  if (of === undefined || of === 0) return null;
  return <span className="soft figures">{of >= mostCounted ? `${number(mostCounted)}+` : number(of)}</span>;
}
