// The same fault is told once in full and then counted: a disk that is full, or an endpoint that is away, must not fill
// the log with one stack for each request.

/** A line of the log that tells of a fault, as it was to be written. */
export interface FaultLine {
  readonly message: string;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly error: Error;
}

/** What is written of a fault that came again: how often since it was last told of, and where it can be looked up. */
export interface Repeats {
  readonly event: 'repeated';
  readonly times: number;
  /** When the first of them was, and the last. */
  readonly from: string;
  readonly to: string;
  /** Ids of the first requests that met it; left out where it was none. */
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

/** `Line` is whatever is needed to write of it later. Times are in milliseconds since 1970. */
export class RepeatedFaults<Line> {
  readonly #known = new Map<string, Known<Line>>();

  /** Whether it is to be told in full now; else it is counted. */
  isNew(fault: FaultLine, line: Line, now: number): boolean {
    const key = keyOf(fault);
    const known = this.#known.get(key);
    if (known === undefined) {
      // More kinds than these are no flood of one.
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

  /** What came again since the last time this was asked. What did not is forgotten: its next time is told in full. */
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

/** Alike but for numbers, hashes and ids: those differ from one request to the next. */
function keyOf({ message, facts, error }: FaultLine): string {
  const names = Object.entries(facts).flatMap(([name, value]) =>
    typeof value === 'string' && name !== 'request_id' ? [`${name}=${value}`] : [],
  );
  const code = (error as { code?: unknown }).code;
  const text = error.message.replaceAll(/0x[0-9a-f]+|[0-9a-f-]{12,}|\d+/gi, '#');
  return [message, error.name, typeof code === 'string' ? code : '', text, ...names].join('\n');
}
