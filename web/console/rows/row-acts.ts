// The actions of one row or card of a screen, each with a letter: its own buttons and links, and the actions that its
// list adds.
import { cell } from '../browser/cell.ts';

export interface RowAct {
  /** A verb and its object: 'Copy the link'. */
  readonly words: string;
  readonly act: () => void;
}

export interface LetteredAct extends RowAct {
  /** Lower case, or a digit if no letter is left. */
  readonly letter: string;
}

export interface OpenRow {
  readonly row: HTMLElement;
  readonly acts: readonly LetteredAct[];
}

/** The row whose actions are shown, or null. */
export const openRow = cell<OpenRow | null>(null);

const added = new WeakMap<Element, () => readonly RowAct[]>();

/** The `ref` of a row: adds its list's actions. `acts` is called when the menu opens. */
export function addActs(acts: () => readonly RowAct[]) {
  return (row: HTMLElement | null): void => {
    if (row !== null) added.set(row, acts);
  };
}

/** Opens the actions of the focused row, or of the first row on the screen. */
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

/** The first letter of one of its words that no earlier action has; otherwise any of its letters, otherwise a digit. */
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
