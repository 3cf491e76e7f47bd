// What a screen about an app says to somebody who has none yet.
import { ButtonLink } from '../app-link.tsx';
import { EmptyState } from '../empty-state.tsx';

/** `what` completes "… belong to a shop": 'Addresses'. */
export function NoApp({ what }: { readonly what: string }) {
  return (
    <EmptyState title="No shop yet" action={<ButtonLink to="/console/start">Set up a shop</ButtonLink>}>
      {what} belong to a shop. Setting one up takes a few minutes, and nothing has to be paid for it.
    </EmptyState>
  );
}
