// Logs the first occurrence of a fault in full and counts its repeats. A full disk or an unreachable endpoint thus does
// not fill the log with stack traces.

/** A log line about a fault. */
export interface FaultLine {
  readonly message: string;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly error: Error;
}

/** The summary of repeats: how often the fault occurred since its last log line, and where. */
export interface Repeats {
  readonly event: 'repeated';
  readonly times: number;
  /** The times of the first and the last repeat. */
  readonly from: string;
  readonly to: string;
  /** The ids of the first requests that met the fault. Absent if there were none. */
  readonly request_ids?: readonly string[];
  readonly fault: string;
}

interface Known<Line> {
  readonly line: Line;
  readonly message: string;
  readonly fault: string;
  times: number;
  from: number;
  to: number;
  readonly requestIds: string[];
}

const mostFaults = 200;
const mostIds = 20;

/** `Line` holds the data for a later log line. Times are in milliseconds since 1970. */
export class RepeatedFaults<Line> {
  readonly #known = new Map<string, Known<Line>>();

  /** Returns whether the fault is to be logged in full now. Otherwise counts it. */
  isNew(fault: FaultLine, line: Line, now: number): boolean {
    const key = keyOf(fault);
    const known = this.#known.get(key);
    if (known === undefined) {
      // So many different faults are not repeats of one.
      if (this.#known.size < mostFaults) {
        const { message, error } = fault;
        this.#known.set(key, { line, message, fault: error.message, times: 0, from: now, to: now, requestIds: [] });
      }
      return true;
    }
    if (known.times === 0) known.from = now;
    known.times += 1;
    known.to = now;
    const id = fault.facts.request_id;
    if (typeof id === 'string' && known.requestIds.length < mostIds) known.requestIds.push(id);
    return false;
  }

  /**
   * Returns the faults that were repeated since the last call. Others are forgotten, and logged in full the next time.
   */
  drain(): { readonly line: Line; readonly message: string; readonly repeats: Repeats }[] {
    const told: ReturnType<RepeatedFaults<Line>['drain']> = [];
    for (const [key, known] of this.#known) {
      if (known.times === 0) {
        this.#known.delete(key);
        continue;
      }
      const { line, message, fault, times, from, to, requestIds } = known;
      const ids = requestIds.splice(0);
      const repeats: Repeats = {
        event: 'repeated',
        times,
        from: new Date(from).toISOString(),
        to: new Date(to).toISOString(),
        fault,
        ...(ids.length === 0 ? {} : { request_ids: ids }),
      };
      told.push({ line, message, repeats });
      known.times = 0;
    }
    return told;
  }

  get isEmpty(): boolean {
    return this.#known.size === 0;
  }
}

/** Ignores numbers, hashes and ids, because they differ from request to request. */
function keyOf({ message, facts, error }: FaultLine): string {
  const names = Object.entries(facts).flatMap(([name, value]) =>
    typeof value === 'string' && name !== 'request_id' ? [`${name}=${value}`] : [],
  );
  const code = (error as { code?: unknown }).code;
  const text = error.message.replaceAll(/0x[0-9a-f]+|[0-9a-f-]{12,}|\d+/gi, '#');
  return [message, error.name, typeof code === 'string' ? code : '', text, ...names].join('\n');
}
