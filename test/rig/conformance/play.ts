// Where the rules of the conformance suite are tried.
import type { Ability, Driver, Ground } from './driver.ts';

/** One family's ground, and how its tests are registered. */
export interface Play {
  readonly driver: Driver;
  /** The running node; only within a test. */
  ground(): Ground;
  rule(name: string, prove: (ground: Ground) => Promise<void>): void;
  /** A rule about something that some families do not have: those say so instead, and must not have it. */
  ruleOf(ability: Ability, name: string, prove: (ground: Ground) => Promise<void>): void;
}
