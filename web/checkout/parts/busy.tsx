// The face of a button that is at work.
import type { ComponentChildren } from 'preact';

export function Busy({ children }: { children: ComponentChildren }) {
  return (
    <span class="busy">
      <span class="spinner" aria-hidden="true" />
      {children}
    </span>
  );
}
