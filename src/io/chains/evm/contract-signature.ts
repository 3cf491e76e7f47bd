// Asks a contract wallet whether it accepts a signature, because such a wallet has no key (EIP-1271).
import { callWords } from '../accounts/call-words.ts';
import type { ContractVerdict } from '../codec.ts';
import { EndpointFault } from '../endpoint-fault.ts';
import type { EndpointRotation } from '../endpoint-rotation.ts';

/** isValidSignature(bytes32,bytes) of EIP-1271. A contract that accepts the signature also returns this selector. */
const selector = '1626ba7e';
const magic = BigInt(`0x${selector.padEnd(64, '0')}`);

/** The gas limit of the contract's answer. Wallets with passkeys need about 400,000 to verify one. */
const contractGas = 3_000_000;
/** The same limit plus the cost of the surrounding call with the longest signature. */
const callGas = `0x${(5_000_000).toString(16)}`;

/**
 * Calls the contract from creation code that returns four words whatever the contract returns. A node therefore never
 * copies a long answer, and the contract never gets more gas than the limit. Throws ChainFault.
 */
export async function contractVerdict(
  rotation: Pick<EndpointRotation, 'call' | 'settle'>,
  contract: string,
  digest: Uint8Array,
  signature: Uint8Array,
): Promise<ContractVerdict> {
  const question = encodeQuestion(digest, signature);
  try {
    const call = { data: boundedCall(contract, question), gas: callGas };
    return readVerdict(await rotation.call('eth_call', [call, 'latest']));
  } catch (fault) {
    if (!(fault instanceof EndpointFault) || fault.failure !== 'refused') throw fault;
    // A few networks do not run creation code in a call.
    const [answer] = await callWords(rotation, contract, [`0x${question}`], callGas);
    return answer === magic ? 'signed' : 'failed';
  }
}

function encodeQuestion(digest: Uint8Array, signature: Uint8Array): string {
  const bytes = Buffer.from(signature).toString('hex');
  const padded = bytes.padEnd(Math.ceil(signature.length / 32) * 64, '0');
  return `${selector}${Buffer.from(digest).toString('hex')}${word(64)}${word(signature.length)}${padded}`;
}

/** Creation code that makes the call and returns the size of the code, success, the answer's length and first word. */
function boundedCall(contract: string, question: string): string {
  const length = question.length / 2;
  const answerAt = Math.ceil(length / 32) * 32;
  const push2 = (value: number) => `61${value.toString(16).padStart(4, '0')}`;
  const address = `73${contract.slice(2)}`;
  const call = [
    // STATICCALL(gas, address, 0, length, answerAt + 96, 32)
    ...['6020', push2(answerAt + 96), push2(length), '6000', address],
    ...[`62${contractGas.toString(16).padStart(6, '0')}`, 'fa'],
    // MSTORE of success, RETURNDATASIZE and EXTCODESIZE
    ...[push2(answerAt + 32), '52', '3d', push2(answerAt + 64), '52', address, '3b', push2(answerAt), '52'],
    // RETURN(answerAt, 128)
    ...['6080', push2(answerAt), 'f3'],
  ].join('');
  // CODECOPY(0, offset of the call's data, length)
  const copyLength = 3 + 3 + 2 + 1;
  const copy = [push2(length), push2(copyLength + call.length / 2), '6000', '39'].join('');
  return `0x${copy}${call}${question}`;
}

function readVerdict(answer: unknown): ContractVerdict {
  if (typeof answer !== 'string' || !/^0x[0-9a-fA-F]{256}$/.test(answer))
    throw new EndpointFault('refused', 'eth_call of creation code answered something else than four words');
  const [code, success, length, first] = [0, 1, 2, 3].map((at) =>
    BigInt(`0x${answer.slice(2 + at * 64, 66 + at * 64)}`),
  );
  if (code === 0n) return 'no_contract';
  if (success !== 1n) return 'failed';
  if (length !== 32n) return 'other_length';
  return first === magic ? 'signed' : 'refused';
}

function word(number: number): string {
  return number.toString(16).padStart(64, '0');
}
