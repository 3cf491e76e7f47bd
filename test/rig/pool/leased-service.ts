// A service during the turn of one of its test files.
import { assertUnbroken, heardIn } from '../service/log-lines.ts';
import type { ServiceProcess } from '../service/service-terms.ts';

export interface Leased extends ServiceProcess {
  /** Throws if the service failed unexpectedly during this turn. */
  assertUnbroken(): void;
}

/** Starts without log lines. Only the pool stops the service. */
export function leasedService(service: ServiceProcess): Leased {
  const from = service.lines.length;
  const lines = () => service.lines.slice(from);
  return {
    ...service,
    get lines() {
      return lines();
    },
    says: (text) => heardIn(lines, text),
    kill: () => Promise.reject(new Error('This service is shared: give the story one of its own.')),
    stop: () => Promise.reject(new Error('This service is shared: the pool stops it.')),
    assertUnbroken: () => assertUnbroken(lines()),
  };
}
