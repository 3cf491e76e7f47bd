// The components of a TRON chain's reader.
import type { Every } from '../../timing/throttle.ts';
import type { EndpointRotation } from '../endpoint-rotation.ts';
import type { SeparateEndpoints } from './proof/agreeing-endpoints.ts';
import type { BlockSigners } from './proof/representatives.ts';

export interface TronParts {
  readonly rotation: EndpointRotation;
  readonly separateEndpoints: SeparateEndpoints;
  readonly representatives: BlockSigners;
  /** The allow-listed tokens, in canonical form. */
  readonly contracts: ReadonlySet<string>;
  /**
   * The number of the newest block reported as solidified, and the timer of requests to the API of solidified blocks.
   */
  readonly solid: { number: number; readonly isAsked: Every };
  /** Receives a sentence, without secrets, on data that was accepted without a proof. */
  readonly say: (message: string) => void;
}
