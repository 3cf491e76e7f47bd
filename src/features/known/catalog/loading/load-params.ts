// The clock, ids and network states that loading the catalog takes as arguments.
import type { Reach } from '../availability.ts';

export interface LoadParams {
  readonly now: Date;
  newId(): string;
  /** Which networks answer; unless given, every one that can be followed. */
  readonly reach?: Reach;
}
