// Hands blocks on in their order once the target of each is known to follow from those before it.
import type { BlockHeader, ScannedBlock } from '../../../../core/payment/transfer.ts';
import { ChainFault } from '../../chain.ts';
import { EndpointFault } from '../../endpoint-fault.ts';
import type { EndpointRotation } from '../../endpoint-rotation.ts';
import type { UtxoParams } from '../params.ts';
import { HeaderTrail } from '../work/header-trail.ts';
import { readHeaderAt, readProvedHeader } from './node-calls.ts';

/** The trail of a chain, whose missing headers are asked of its endpoints. */
export function headerTrail(rotation: EndpointRotation, params: UtxoParams): HeaderTrail {
  return new HeaderTrail(params, {
    byHash: (hash, number) => readProvedHeader(rotation, hash, number, params),
    byNumber: (number) => readHeaderAt(rotation, number, params),
  });
}

/** Blocks as they come, up to the first whose target is wrong: that is thrown, and who told it is asked last. */
export async function* scanProved(
  blocks: AsyncIterable<ScannedBlock>,
  trail: HeaderTrail,
  rotation: Pick<EndpointRotation, 'distrust'>,
): AsyncGenerator<ScannedBlock> {
  for await (const block of blocks) {
    await proved(block.header, trail, rotation);
    yield block;
  }
}

async function proved(
  header: BlockHeader,
  trail: HeaderTrail,
  rotation: Pick<EndpointRotation, 'distrust'>,
): Promise<void> {
  try {
    await trail.prove(header);
  } catch (fault) {
    // An endpoint's own failures were seen where it was asked.
    if (fault instanceof ChainFault && !(fault instanceof EndpointFault)) rotation.distrust(fault.message);
    throw fault;
  }
}
