// The reporter of a worker, which sends every event of its tests to the runner.
import type { RunEvent } from './worker-messages.ts';

export default async function* sendEvents(source: AsyncIterable<RunEvent>): AsyncGenerator<string> {
  for await (const event of source) process.send?.({ kind: 'event', event: sendable(event) });
  yield '';
}

/**
 * Removes values that cannot be cloned, since an error's cause may be anything. A cloned error loses its own members,
 * so the kind of failure is sent separately.
 */
function sendable(event: RunEvent): RunEvent {
  const { details } = event.data as { details?: { error?: unknown } };
  if (!(details?.error instanceof Error)) return event;
  const { failureType } = details.error as Error & { failureType?: string };
  return { ...event, data: { ...event.data, details: { ...details, failureType, error: plainError(details.error) } } };
}

function plainError(error: Error): Error {
  const plain = Object.assign(new Error(error.message), { name: error.name, stack: error.stack });
  if (error.cause instanceof Error) plain.cause = plainError(error.cause);
  else if (error.cause !== undefined) plain.cause = String(error.cause);
  return plain;
}
