// The content of a screen without rows: a title, an explanation, and one action.
import type { ReactNode } from 'react';

export interface EmptyStateProps {
  /** Short: 'No invoices yet'. */
  readonly title: string;
  /** The rows that will appear here, and how they are created. */
  readonly children: ReactNode;
  /** One button, if there is something to do. */
  readonly action?: ReactNode;
}

export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className="sheet teaching">
      <h2 style={{ fontSize: '1.0625rem' }}>{title}</h2>
      <p>{children}</p>
      {action}
    </div>
  );
}
