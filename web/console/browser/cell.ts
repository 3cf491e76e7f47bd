// One value outside of React that screens can read and be told of: who is asked, whether the service answers, the keys.
import { useSyncExternalStore } from 'react';

export interface Cell<T> {
  get(): T;
  /** Tells every listener, unless it is the same value. */
  set(value: T): void;
  /** Answers how to stop listening. */
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

/** The value now, in a component that is drawn again when it changes. */
export function useCell<T>(source: Cell<T>): T {
  return useSyncExternalStore(source.subscribe, source.get);
}
