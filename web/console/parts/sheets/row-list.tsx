// A short list of items with their actions; it wraps on a phone, so that nothing is cut off.
import { Children, type ReactNode } from 'react';

export function RowList({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  // An empty list would only leave a gap.
  if (Children.count(children) === 0) return null;
  return (
    <ul className="row-list" aria-label={label}>
      {children}
    </ul>
  );
}

export interface RowProps {
  readonly title: ReactNode;
  /** Small text below the title. */
  readonly detail?: ReactNode;
  /** Badges next to the title. */
  readonly marks?: ReactNode;
  /** Buttons, or a text in their place. */
  readonly children?: ReactNode;
  /** A form of the item, in the full width below it. */
  readonly form?: ReactNode;
}

export function Row({ title, detail, marks, children, form }: RowProps) {
  return (
    <li data-row>
      <div className="row-words">
        <div className="row-title">
          <span>{title}</span>
          {marks}
        </div>
        {detail === undefined ? null : <div className="row-detail">{detail}</div>}
      </div>
      {children}
      {form === undefined ? null : <div className="row-form">{form}</div>}
    </li>
  );
}
