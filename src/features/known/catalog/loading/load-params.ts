// The clock, ids and network states that loading the catalog takes as arguments.
import type { Reach } from '../availability.ts';

export interface LoadParams {
  readonly now: Date;
  newId(): string;
  /** The availability of networks. The default treats every followable network as reached. */
  readonly reach?: Reach;
}
