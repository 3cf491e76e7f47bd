// What can be done with one row or card of a screen, each behind a letter: its own buttons and links, and what its list
// adds to them.
import { cell } from '../browser/cell.ts';

export interface RowAct {
  /** A verb and its object: 'Copy the link'. */
  readonly words: string;
  readonly act: () => void;
}

export interface LetteredAct extends RowAct {
  /** Small, or a digit where no letter is left. */
  readonly letter: string;
}

export interface OpenRow {
  readonly row: HTMLElement;
  readonly acts: readonly LetteredAct[];
}

/** The row whose acts are shown; null: none is. */
export const openRow = cell<OpenRow | null>(null);

const added = new WeakMap<Element, () => readonly RowAct[]>();

/** To be given to a row as its `ref`: what its list adds. They are asked for when the row is opened. */
export function addActs(acts: () => readonly RowAct[]) {
  return (row: HTMLElement | null): void => {
    if (row !== null) added.set(row, acts);
  };
}

/** Shows the acts of the row that has the keyboard, or of the first on the screen. */
export function openRowInSight(): void {
  const focused = document.activeElement?.closest<HTMLElement>('[data-row]');
  const all = [...document.querySelectorAll<HTMLElement>('#screen [data-row]')];
  const row = [focused, ...all].find((one) => one != null && actsOf(one).length > 0);
  if (row != null) showActs(row);
}

export function showActs(row: HTMLElement): void {
  openRow.set({ row, acts: lettered(actsOf(row)) });
}

function actsOf(row: HTMLElement): readonly RowAct[] {
  const controls = [...row.querySelectorAll<HTMLElement>('button,a[href],input[type=checkbox]')];
  const own = controls
    .filter((one) => one.closest('[data-row]') === row && isUsable(one))
    .map((one) => ({ words: nameOf(one), act: () => one.click() }));
  return [...own, ...(added.get(row)?.() ?? [])].filter(({ words }) => words !== '');
}

function isUsable(control: HTMLElement): boolean {
  return !control.matches(':disabled,[data-row-acts],[tabindex="-1"]') && control.checkVisibility();
}

function nameOf(control: HTMLElement): string {
  const label = control instanceof HTMLInputElement ? control.labels?.[0]?.textContent : control.textContent;
  return (control.getAttribute('aria-label') ?? label ?? '').trim();
}

/** The first letter of one of its words that no act before it has; else any of its letters, else a digit. */
export function lettered(acts: readonly RowAct[]): LetteredAct[] {
  const taken = new Set<string>();
  return acts.map((one) => {
    const words = one.words.toLowerCase().match(/[a-z]+/g) ?? [];
    const wanted = [...words.map((word) => word.charAt(0)), ...words.join(''), ...'123456789'];
    const letter = wanted.find((key) => !taken.has(key)) ?? '';
    taken.add(letter);
    return { ...one, letter };
  });
}
