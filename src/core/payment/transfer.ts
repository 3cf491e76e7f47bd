// A transfer: value seen moving on a chain, matched or not.

/** What a chain family reports. Amounts in the asset's smallest units; addresses and hashes in the family's canonical text. */
export interface Transfer {
  readonly txHash: string;
  /**
   * Where in the chain transaction the value moves; the same in whichever block it is mined.
   * EVM: 'native', or '<contract>:<n>' for the n-th Transfer event of that contract in it. UTXO: 'out:<n>'.
   */
  readonly position: string;
  /** The token's contract, or '' for the native coin. */
  readonly contract: string;
  readonly sender: string | null;
  readonly recipient: string;
  readonly amount: bigint;
  /** False when the chain transaction is mined but failed, so that nothing moved. */
  readonly succeeded: boolean;
}

/** A block as the cursor sees it. time in Unix seconds. */
export interface BlockHeader {
  readonly number: number;
  readonly hash: string;
  readonly parentHash: string;
  readonly time: number;
}

/** A block whose transfers to watched addresses are all here. */
export interface ScannedBlock {
  readonly header: BlockHeader;
  readonly transfers: readonly Transfer[];
}
