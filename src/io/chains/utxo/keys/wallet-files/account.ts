// An account as named in a wallet's file.
import type { KeyScript } from '../version-bytes.ts';

export interface FileAccount {
  /** A key expression or a descriptor. */
  readonly text: string;
  /** The kind of addresses, if the file names it in a separate field. */
  readonly script?: KeyScript;
  /** The first address, if the file contains one. */
  readonly first?: string;
}
