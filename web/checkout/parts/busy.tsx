// The content of a button while its action runs.
import type { ComponentChildren } from 'preact';

export function Busy({ children }: { children: ComponentChildren }) {
  return (
    <span class="busy">
      <span class="spinner" aria-hidden="true" />
      {children}
    </span>
  );
}
