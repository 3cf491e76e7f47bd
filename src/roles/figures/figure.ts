// Registers metrics that are read only when scraped.
import { Counter, Gauge, type Registry } from 'prom-client';

export type Labels = Record<string, string>;
export type Set = (labels: Labels, value: number) => void;

export interface Figure {
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly string[];
  /** Sets the current values. Values from earlier calls that are not set again are dropped. */
  fill(set: Set): Promise<void> | void;
}

/** A value that can rise and fall. */
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

/** A value that only grows, except for a restart from zero. Its name ends in `_total`. */
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

/** Caches a result for this many milliseconds. Null if it could not be read, for example while the database is away. */
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

/** Shared by all metrics of one scrape. */
export const forAnswer = 1_000;
/** For queries that cost more than a few index pages. */
export const forMinute = 60_000;
