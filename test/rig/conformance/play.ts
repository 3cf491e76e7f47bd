// The context in which the rules of the conformance suite run.
import type { Ability, Driver, Ground } from './driver.ts';

/** The ground of one family, and the registration of its tests. */
export interface Play {
  readonly driver: Driver;
  /** The running node; available only inside a test. */
  ground(): Ground;
  rule(name: string, prove: (ground: Ground) => Promise<void>): void;
  /** A rule about an optional ability. Families that declare it absent must really lack it. */
  ruleOf(ability: Ability, name: string, prove: (ground: Ground) => Promise<void>): void;
}
