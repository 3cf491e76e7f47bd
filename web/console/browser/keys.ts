// Keyboard shortcuts of the console: single keys ('n', '?'), with a modifier ('mod+k'), and two in a row ('g i').
import { useLayoutEffect, useRef } from 'react';
import { cell } from './cell.ts';

export interface Key {
  /** Such as 'n', 'mod+k' (Ctrl, or ⌘ on a Mac) or 'g i' (one after the other). */
  readonly keys: string;
  /** The effect, in words: 'Go to invoices'. */
  readonly words: string;
  readonly act: () => void;
}

/** All active shortcuts, for the list that `?` shows. */
export const keysInUse = cell<readonly Key[]>([]);

const sequenceMillis = 1200;
let before: { readonly key: string; readonly at: number } | null = null;

/** Shortcuts of a component while it is mounted. `act` may change with every drawing; the other two may not. */
export function useKeys(keys: readonly Key[]): void {
  const newest = useRef(keys);
  newest.current = keys;
  const names = keys.map((one) => `${one.keys}\n${one.words}`).join('\n\n');
  // Before it is painted, so that a visible screen's shortcuts work.
  useLayoutEffect(() => {
    const mine =
      names === ''
        ? []
        : names.split('\n\n').map((name, index): Key => {
            const [keys = '', words = ''] = name.split('\n');
            return { keys, words, act: () => newest.current[index]?.act() };
          });
    keysInUse.set([...keysInUse.get(), ...mine]);
    return () => keysInUse.set(keysInUse.get().filter((one) => !mine.includes(one)));
  }, [names]);
}

/** Listens for all shortcuts until the returned function is called. */
export function listenForKeys(): () => void {
  document.addEventListener('keydown', pressed);
  return () => document.removeEventListener('keydown', pressed);
}

function pressed(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.repeat) return;
  const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
  if (!hasModifier && (isTyping(event.target) || isAsking())) return;
  const key = event.key.toLowerCase();
  const name = event.ctrlKey || event.metaKey ? `mod+${key}` : key;
  const sequence = before !== null && event.timeStamp - before.at < sequenceMillis ? `${before.key} ${key}` : null;
  // Two keys in a row take precedence; otherwise the component mounted last: a screen's shortcut wins over the shell's.
  const there = keysInUse.get();
  const found = there.findLast((one) => one.keys === sequence) ?? there.findLast((one) => one.keys === name);
  before = hasModifier ? null : { key, at: event.timeStamp };
  if (found === undefined || event.altKey) return;
  event.preventDefault();
  before = null;
  found.act();
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
    !/^(?:checkbox|radio|button)$/.test((target as HTMLInputElement).type ?? '')
  );
}

/** An open dialog keeps the keyboard to itself. A closed list may still be in the document, hidden. */
function isAsking(): boolean {
  const asking = document.querySelectorAll('[role=dialog],[role=menu],[role=listbox]');
  return [...asking].some((one) => one.checkVisibility());
}
