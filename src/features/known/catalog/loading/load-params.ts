// The clock, ids and network states that loading the catalog takes as arguments.
import type { NetworkParts } from './network-from.ts';

export interface LoadParams extends NetworkParts {
  readonly now: Date;
  newId(): string;
}
