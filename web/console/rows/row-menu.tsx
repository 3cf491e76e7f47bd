// The menu of a row's actions: a letter runs one, Escape returns the focus.
import { Kbd } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useCell } from '../browser/cell.ts';
import { language, words } from '../words/words.ts';
import { type LetteredAct, type OpenRow, openRow } from './row-acts.ts';

export function RowMenu() {
  const shown = useCell(openRow);
  return shown === null ? null : <Acts {...shown} />;
}

const itemHeight = 40;
const menuWidth = 260;
const margin = 8;

function Acts({ row, acts }: OpenRow) {
  const menu = useRef<HTMLDivElement>(null);
  const before = useRef(document.activeElement);
  useEffect(() => menu.current?.querySelector('button')?.focus(), []);
  const close = () => {
    openRow.set(null);
    if (before.current instanceof HTMLElement && before.current.isConnected) before.current.focus();
  };
  const run = (one: LetteredAct) => {
    close();
    one.act();
  };
  const pressed = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const one = acts.find(({ letter }) => letter === event.key.toLowerCase());
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (one === undefined && step === undefined && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (one !== undefined) run(one);
    else if (step === undefined) close();
    else moveBy(step, menu.current);
  };
  return (
    <div
      ref={menu}
      role="menu"
      tabIndex={-1}
      aria-label={words.common.rowActions}
      className="row-menu"
      style={placeAt(row, acts.length)}
      onKeyDown={pressed}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) openRow.set(null);
      }}
    >
      {acts.map((one) => (
        <button
          key={one.letter + one.words}
          type="button"
          role="menuitem"
          aria-keyshortcuts={one.letter}
          onClick={() => run(one)}
        >
          {one.words}
          <Kbd size="xs" aria-hidden="true">
            {one.letter}
          </Kbd>
        </button>
      ))}
    </div>
  );
}

function moveBy(step: number, menu: HTMLElement | null): void {
  const items = [...(menu?.querySelectorAll('button') ?? [])];
  const now = items.indexOf(document.activeElement as HTMLButtonElement);
  items.at((now + step) % items.length)?.focus();
}

/** Below the row's end, or above it if the window is too low. */
function placeAt(row: HTMLElement, items: number) {
  const { left, bottom, width } = row.getBoundingClientRect();
  const height = items * itemHeight + 2 * margin;
  const top = Math.max(margin, Math.min(bottom, window.innerHeight - height - margin));
  const middle = left + width / 2;
  const wanted =
    language.direction === 'rtl'
      ? Math.max(left + margin, middle - menuWidth)
      : Math.min(left + width - menuWidth - margin, middle);
  return { top, left: Math.max(margin, wanted), width: menuWidth };
}
