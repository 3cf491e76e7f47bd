// One rule that every client keeps.
import type { Stage } from './stage.ts';

export interface Case {
  /** A few words in kebab-case; it does not change. */
  readonly id: string;
  /** A sentence without a full stop, for the run and for the reference page. */
  readonly rule: string;
  /** Throws if the client breaks the rule. A new client has been made, and the proxy has no faults. */
  run(stage: Stage): Promise<void>;
}
