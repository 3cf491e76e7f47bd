// What the reader of a TRON chain is made of, as its pieces hand it to each other.
import type { Every } from '../../throttle.ts';
import type { EndpointRotation } from '../endpoint-rotation.ts';
import type { Tellers } from './proof/agreeing-endpoints.ts';
import type { BlockSigners } from './proof/representatives.ts';

export interface TronParts {
  readonly rotation: EndpointRotation;
  readonly tellers: Tellers;
  readonly representatives: BlockSigners;
  /** The allow-listed tokens, in canonical form. */
  readonly contracts: ReadonlySet<string>;
  /** The newest block that was told to be solidified; whether the API of these is to be asked. */
  readonly solid: { number: number; readonly isAsked: Every };
  /** Hears, in a sentence without secrets, what was taken without a proof. */
  readonly say: (message: string) => void;
}
