// How a figure comes into /metrics: read when somebody asks, and only then.
import { Counter, Gauge, type Registry } from 'prom-client';

export type Labels = Record<string, string>;
export type Set = (labels: Labels, value: number) => void;

export interface Figure {
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly string[];
  /** Sets what is known now; what was set before and is not set again is told no more. */
  fill(set: Set): Promise<void> | void;
}

/** What rises and falls. */
export function gauge(metrics: Registry, { name, help, labels = [], fill }: Figure): void {
  new Gauge({
    name,
    help,
    labelNames: [...labels],
    registers: [metrics],
    async collect() {
      this.reset();
      await fill((of, value) => this.set(of, value));
    },
  });
}

/** What only grows, but for a start from zero; its name ends in `_total`. */
export function counter(metrics: Registry, { name, help, labels = [], fill }: Figure): void {
  new Counter({
    name,
    help,
    labelNames: [...labels],
    registers: [metrics],
    async collect() {
      this.reset();
      await fill((of, value) => this.inc(of, value));
    },
  });
}

/**
 * What was read serves all who ask within so many milliseconds; null where it could not be read, as while the database
 * is away.
 */
export function kept<T>(millis: number, read: () => Promise<T>): () => Promise<T | null> {
  let asked: Promise<T | null> | null = null;
  let askedAt = 0;
  return () => {
    const now = performance.now();
    if (asked === null || now - askedAt > millis) {
      asked = read().catch(() => null);
      askedAt = now;
    }
    return asked;
  };
}

/** For all figures of one answer. */
export const forAnswer = 1_000;
/** For what costs more than a few pages of an index. */
export const forMinute = 60_000;
