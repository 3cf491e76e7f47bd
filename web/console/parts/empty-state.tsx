// What a screen says where there is nothing to show: what would stand here, and the one thing to do.
import type { ReactNode } from 'react';

export interface EmptyStateProps {
  /** Short: 'No invoices yet'. */
  readonly title: string;
  /** What would stand here, and how it comes to be. */
  readonly children: ReactNode;
  /** One button, where there is something to do. */
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
