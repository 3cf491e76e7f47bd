// Yields blocks in order, once the target of each is proved to follow from the blocks before it.
import type { BlockHeader, ScannedBlock } from '../../../../core/payment/transfer.ts';
import { ChainFault } from '../../chain.ts';
import { EndpointFault } from '../../endpoint-fault.ts';
import type { EndpointRotation } from '../../endpoint-rotation.ts';
import type { UtxoParams } from '../params.ts';
import { HeaderTrail } from '../work/header-trail.ts';
import { readHeaderAt, readProvedHeader } from './node-calls.ts';

/** The trail of a chain, which reads missing headers from its endpoints. */
export function headerTrail(rotation: EndpointRotation, params: UtxoParams): HeaderTrail {
  return new HeaderTrail(params, {
    byHash: (hash, number) => readProvedHeader(rotation, hash, number, params),
    byNumber: (number) => readHeaderAt(rotation, number, params),
  });
}

/** Yields blocks up to the first with a wrong target, then throws; its endpoint is distrusted. */
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
    // The endpoint's own failures were handled with the request.
    if (fault instanceof ChainFault && !(fault instanceof EndpointFault)) rotation.distrust(fault.message);
    throw fault;
  }
}
