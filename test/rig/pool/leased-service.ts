// A service as one of the files that use it in turn sees it.
import { assertUnbroken, heardIn } from '../service/log-lines.ts';
import type { ServiceProcess } from '../service/service-terms.ts';

export interface Leased extends ServiceProcess {
  /** Throws where the service failed unforeseen since this file has it. */
  assertUnbroken(): void;
}

/** It has said nothing yet, and it is stopped by the pool alone. */
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
