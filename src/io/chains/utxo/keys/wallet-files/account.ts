// An account as a wallet's file names it.
import type { KeyScript } from '../version-bytes.ts';

export interface FileAccount {
  /** A key expression or a descriptor. */
  readonly text: string;
  /** The kind of addresses, where the file names it beside the key. */
  readonly script?: KeyScript;
  /** The first address in the file, where it names one. */
  readonly first?: string;
}
