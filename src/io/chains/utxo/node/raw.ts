// Strict parsers for the answers of UTXO nodes and for the codes of their refusals.
import { malformed } from '../../chain.ts';
import { EndpointFault } from '../../endpoint-fault.ts';

/** A hash of a block or a chain transaction, in lower case. */
export function readHash(value: unknown, what: string): string {
  if (typeof value !== 'string' || !/^[0-9a-f]{64}$/.test(value)) throw malformed(`No ${what} in an answer`);
  return value;
}

export function readBytes(value: unknown, what: string): Buffer {
  if (typeof value !== 'string') throw malformed(`No ${what} in an answer`);
  const bytes = Buffer.from(value, 'hex');
  // Decoding stops silently at the first character that is not a hex digit.
  if (bytes.length * 2 !== value.length || value === '') throw malformed(`No ${what} in an answer`);
  return bytes;
}

export function readWhole(value: unknown, what: string): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw malformed(`No ${what} in an answer`);
  return value;
}

export function readFields(value: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw malformed(`No ${what} in an answer`);
  return value as Readonly<Record<string, unknown>>;
}

/**
 * Whether a node refused because it does not know the block or the chain transaction (RPC_INVALID_ADDRESS_OR_KEY of
 * src/rpc/protocol.h).
 */
export function isUnknown(fault: unknown): boolean {
  return fault instanceof EndpointFault && fault.code === -5;
}

/** Whether a node refused because its chain is not that high (RPC_INVALID_PARAMETER). */
export function isTooHigh(fault: unknown): boolean {
  return fault instanceof EndpointFault && fault.code === -8;
}
