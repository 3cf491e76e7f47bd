// Finds the transactions of a proved TRON block that may pay a watched address, by their signed bytes.
import type { BlockHeader, Transfer } from '../../../core/payment/transfer.ts';
import type { AddressTable } from '../accounts/address-table.ts';
import { addressInWord } from '../accounts/raw.ts';
import { malformed } from '../chain.ts';
import { type RawTronBlock, readProvedHeader, readTronHeader } from './header.ts';
import type { ProvedHeader } from './proof/header-proof.ts';
import { proveTransactions } from './proof/prove-transactions.ts';
import type { ProvableTransaction } from './proof/transactions-root.ts';
import { readSignedCall, type SignedCall } from './raw-transaction.ts';

/** The parts of a block that are kept after its JSON is dropped. Hashes of transactions have 64 digits, without 0x. */
export interface TronFindings {
  readonly header: BlockHeader;
  /** Null for the first block of a chain, which has no signature. */
  readonly proved: ProvedHeader | null;
  /** All its transactions, and whether each can have logged an event: it ran a contract and did not fail. */
  readonly transactions: ReadonlyMap<string, { readonly mayLog: boolean }>;
  /** Direct calls of transfer or transferFrom to watched addresses that succeeded: each must have logged an event. */
  readonly mustHaveLogged: readonly { readonly txHash: string; readonly contract: string }[];
  /** Payments in TRX to watched addresses, and failed token calls that name them as recipient. */
  readonly transfers: readonly Transfer[];
}

export interface TronBlockWanted {
  readonly number: number;
  readonly watched: AddressTable;
  /** The allow-listed tokens, in canonical form. */
  readonly contracts: ReadonlySet<string>;
  /** The root on which several endpoints agree, if no list matches the header. */
  readonly agreedRoot?: string;
}

/**
 * Reads the answer to /wallet/getblockbynum. Only the bytes and outcomes of its transactions are used, which the signed
 * header covers; the decoded JSON is ignored. Only a TransferContract moves TRX: a TRC-10 token, a freeze or a vote
 * names a recipient and an amount too. Throws a retryable ChainFault for a missing, different or unproved block, and
 * for a payment without an outcome.
 */
export function readTronBlock(answer: unknown, wanted: TronBlockWanted): TronFindings {
  const { number, watched, contracts } = wanted;
  const header = readTronHeader(answer);
  if (header === null) throw malformed(`The endpoint has no block ${number}`);
  if (header.number !== number) throw malformed(`Requested block ${number} and received block ${header.number}`);
  const proved = number === 0 ? null : readProvedHeader(answer);
  const transactions = new Map<string, { mayLog: boolean }>();
  const mustHaveLogged: { txHash: string; contract: string }[] = [];
  const transfers: Transfer[] = [];
  for (const tx of proved === null ? [] : transactionsOf(answer, proved, wanted)) {
    const signed = readSignedCall(tx.raw);
    transactions.set(tx.hash, { mayLog: mayLog(signed, tx.outcome) });
    if (signed.kind === 'transfer' && watched.has(signed.recipient)) transfers.push(...payment(tx, signed));
    if (signed.kind !== 'call' || !contracts.has(signed.contract)) continue;
    const recipient = recipientIn(signed, watched);
    if (recipient === null) continue;
    if (tx.outcome !== success) transfers.push(...failedCall(tx, signed, recipient));
    else if (unitsIn(signed) > 0n) mustHaveLogged.push({ txHash: tx.hash, contract: signed.contract });
  }
  return { header, proved, transactions, mustHaveLogged, transfers };
}

const success = 'SUCCESS';

function transactionsOf(
  answer: unknown,
  proved: ProvedHeader,
  { agreedRoot = '' }: TronBlockWanted,
): readonly ProvableTransaction[] {
  const { transactions = [] } = answer as RawTronBlock;
  return proveTransactions(proved, transactions, agreedRoot);
}

/**
 * Contract types that run no contract and therefore log nothing, by their number (Tron.proto, ContractType):
 * AccountCreate 0, Transfer 1, TransferAsset 2, VoteWitness 4, FreezeBalance 11, UnfreezeBalance 12, WithdrawBalance
 * 13, AccountPermissionUpdate 46, FreezeBalanceV2 54, UnfreezeBalanceV2 55, WithdrawExpireUnfreeze 56, DelegateResource
 * 57, UnDelegateResource 58, CancelAllUnfreezeV2 59. For every other type the logs are read.
 */
const runsNothing: ReadonlySet<number> = new Set([0, 1, 2, 4, 11, 12, 13, 46, 54, 55, 56, 57, 58, 59]);

/** Logs of a failed transaction have no effect. */
function mayLog(signed: SignedCall, outcome: unknown): boolean {
  if (outcome !== undefined && outcome !== success) return false;
  return signed.kind === 'other' ? signed.type === null || !runsNothing.has(signed.type) : signed.kind === 'call';
}

function payment(tx: ProvableTransaction, signed: SignedCall & { kind: 'transfer' }): Transfer[] {
  const { owner: sender, recipient, amount } = signed;
  if (amount === 0n) return [];
  const succeeded = endedWell(tx);
  return [{ txHash: tx.hash, position: 'native', contract: '', sender, recipient, amount, succeeded }];
}

/**
 * The selectors of transfer(address,uint256) and transferFrom(address,address,uint256), and the offset of their
 * recipient.
 */
const recipientWord: Readonly<Record<string, number>> = { a9059cbb: 8, '23b872dd': 8 + 64 };

function recipientIn({ data }: SignedCall & { kind: 'call' }, watched: AddressTable): string | null {
  const at = recipientWord[data.slice(0, 8)];
  if (at === undefined || !watched.hasAt(data, at + 24)) return null;
  return addressInWord(withoutPrefix(data.slice(at, at + 64)), 0);
}

/** The amount of a transfer; 0 if its word is incomplete. */
function unitsIn({ data }: SignedCall & { kind: 'call' }): bigint {
  const at = (recipientWord[data.slice(0, 8)] ?? 0) + 64;
  const units = data.slice(at, at + 64);
  return units.length === 64 ? BigInt(`0x${units}`) : 0n;
}

/** The signer is the sender even of a transferFrom: anyone can name another person's address in a call that fails. */
function failedCall(tx: ProvableTransaction, signed: SignedCall & { kind: 'call' }, recipient: string): Transfer[] {
  endedWell(tx);
  const { owner: sender, contract } = signed;
  const amount = unitsIn(signed);
  if (amount === 0n) return [];
  const position = `${contract}:0`;
  return [{ txHash: tx.hash, position, contract, sender, recipient, amount, succeeded: false }];
}

/** Some wallets leave TRON's prefix 41 on an address in calldata; contracts cut it off. */
function withoutPrefix(word: string): string {
  return word.replace(/^0{22}41/, '0'.repeat(24));
}

function endedWell({ hash, outcome }: ProvableTransaction): boolean {
  if (typeof outcome !== 'string') throw malformed(`The block has no outcome for ${hash}`);
  return outcome === success;
}
