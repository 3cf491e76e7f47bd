// A thin bar over everything while the service does not answer. It goes by itself.
import { useCell } from '../outside/cell.ts';
import { connection } from '../outside/connection.ts';

const words = {
  offline: 'You are offline. What you see may be old; it is loaded again as soon as you are back.',
  away: 'The service does not answer. Trying again by itself.',
} as const;

export function ConnectionBar() {
  const state = useCell(connection);
  return (
    <div role="status" aria-live="polite">
      {state === 'fine' ? null : <div className="connection-bar">{words[state]}</div>}
    </div>
  );
}
