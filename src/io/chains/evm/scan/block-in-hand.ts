// Keeps the newest block of a network after it was read until it is scanned, so that it is not fetched twice.
import type { BlockHeader } from '../../../../core/payment/transfer.ts';
import { quantity } from '../../accounts/raw.ts';
import { malformed } from '../../chain.ts';
import type { JsonRpcClient } from '../../json-rpc.ts';
import { readHeader } from './raw-block.ts';

export class BlockInHand {
  #block: { readonly number: number; readonly raw: unknown } | null = null;

  /** Reads the block at this height, with its chain transactions; null if there is none yet. Throws ChainFault. */
  async read(client: JsonRpcClient, number: number): Promise<BlockHeader | null> {
    const raw = await client.call('eth_getBlockByNumber', [quantity(number), true]);
    if (raw === null) return null;
    const header = readHeader(raw);
    if (header.number !== number) throw malformed(`Requested block ${number} and received block ${header.number}`);
    this.#block = { number, raw };
    return header;
  }

  /** The kept block at this height as the endpoint returned it, once; null if it is not kept. */
  take(number: number): unknown {
    const block = this.#block;
    this.#block = null;
    return block?.number === number ? block.raw : null;
  }
}
