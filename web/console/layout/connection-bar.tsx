// A thin bar above everything while the service does not answer. It disappears by itself.
import { useCell } from '../browser/cell.ts';
import { connection } from '../browser/connection.ts';
import { words } from '../words/words.ts';

export function ConnectionBar() {
  const state = useCell(connection);
  return (
    <div role="status" aria-live="polite">
      {state === 'fine' ? null : (
        <div className="connection-bar">{state === 'offline' ? words.layout.offline : words.layout.away}</div>
      )}
    </div>
  );
}
