// The blocks of a script index, in order from 0, and the positions of transactions in them.
import { branchOver } from './merkle-branch.ts';

export interface IndexedBlock {
  readonly hash: string;
  /** In hex, as nodes serialize it. */
  readonly header: string;
  readonly txids: readonly string[];
}

export class IndexedBlocks {
  protected blocks: IndexedBlock[] = [];

  get height(): number {
    return this.blocks.length - 1;
  }

  headerAt(height: number): string | null {
    return this.blocks[height]?.header ?? null;
  }

  hashAt(height: number): string | null {
    return this.blocks[height]?.hash ?? null;
  }

  heightOfBlock(hash: string): number | null {
    const height = this.blocks.findIndex((block) => block.hash === hash);
    return height < 0 ? null : height;
  }

  transactionsAt(height: number): readonly string[] | null {
    return this.blocks[height]?.txids ?? null;
  }

  branchOf(txid: string, height: number): { branch: readonly string[]; position: number } | null {
    const txids = this.transactionsAt(height) ?? [];
    const position = txids.indexOf(txid);
    return position < 0 ? null : { branch: branchOver(txids, position), position };
  }
}
