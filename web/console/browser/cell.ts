// One value outside of React that components can read and subscribe to.
import { useSyncExternalStore } from 'react';

export interface Cell<T> {
  get(): T;
  /** Notifies every listener, unless the value is the same. */
  set(value: T): void;
  /** Returns the function that unsubscribes. */
  subscribe(listener: () => void): () => void;
}

export function cell<T>(first: T): Cell<T> {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** The current value, in a component that is drawn again when it changes. */
export function useCell<T>(source: Cell<T>): T {
  return useSyncExternalStore(source.subscribe, source.get);
}
