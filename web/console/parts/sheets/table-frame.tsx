// The frame of a wide table: it scrolls by itself, also by keyboard, so that the page does not.
import type { ReactNode } from 'react';

export function TableFrame({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls, and a section would be one more landmark.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard.
    <div className="table-frame" role="group" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}
