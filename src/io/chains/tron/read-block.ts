// Finds in a proved TRON block what may pay a watched address, by the signed bytes of its transactions.
import type { BlockHeader, Transfer } from '../../../core/payment/transfer.ts';
import type { AddressTable } from '../accounts/address-table.ts';
import { addressInWord } from '../accounts/raw.ts';
import { malformed } from '../chain.ts';
import { type RawTronBlock, readProvedHeader, readTronHeader } from './header.ts';
import type { ProvedHeader } from './proof/header-proof.ts';
import { proveTransactions } from './proof/prove-transactions.ts';
import type { ProvableTransaction } from './proof/transactions-root.ts';
import { readSignedCall, type SignedCall } from './raw-transaction.ts';

/** What is kept of a block once its JSON is let go. Hashes of transactions have 64 digits, without 0x. */
export interface TronFindings {
  readonly header: BlockHeader;
  /** Null for the first block of a chain, which nobody signed. */
  readonly proved: ProvedHeader | null;
  /** All its transactions, and whether one could have logged something: it ran a contract and did not fail. */
  readonly transactions: ReadonlyMap<string, { readonly mayLog: boolean }>;
  /** Direct calls of transfer or transferFrom that succeeded, in favour of watched addresses: each must have logged. */
  readonly mustHaveLogged: readonly { readonly txHash: string; readonly contract: string }[];
  /** Payments in TRX to watched addresses, and calls of tokens in their favour that failed. */
  readonly transfers: readonly Transfer[];
}

export interface TronBlockWanted {
  readonly number: number;
  readonly watched: AddressTable;
  /** The allow-listed tokens, in canonical form. */
  readonly contracts: ReadonlySet<string>;
  /** What several endpoints' transactions come to, where nobody's are those of the header. */
  readonly agreedRoot?: string;
}

/**
 * Reads the answer to /wallet/getblockbynum: of its transactions only their bytes and how they ended, which its header
 * was signed for; the JSON beside them says nothing. TRX is what a TransferContract moves, and nothing else: a TRC-10
 * token, a freeze or a vote names a recipient and an amount too. Throws a retryable ChainFault for no block, another
 * one, one that is not proved, or one that does not say how a payment ended.
 */
export function readTronBlock(answer: unknown, wanted: TronBlockWanted): TronFindings {
  const { number, watched, contracts } = wanted;
  const header = readTronHeader(answer);
  if (header === null) throw malformed(`The endpoint has no block ${number}`);
  if (header.number !== number) throw malformed(`Block ${number} was asked for and block ${header.number} answered`);
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
 * Kinds that run no contract, and so log nothing, by their number (Tron.proto, ContractType): AccountCreate 0, Transfer
 * 1, TransferAsset 2, VoteWitness 4, FreezeBalance 11, UnfreezeBalance 12, WithdrawBalance 13, AccountPermissionUpdate
 * 46, FreezeBalanceV2 54, UnfreezeBalanceV2 55, WithdrawExpireUnfreeze 56, DelegateResource 57, UnDelegateResource 58,
 * CancelAllUnfreezeV2 59. Of a kind that is not here, logs are asked for.
 */
const runsNothing: ReadonlySet<number> = new Set([0, 1, 2, 4, 11, 12, 13, 46, 54, 55, 56, 57, 58, 59]);

/** What a failed transaction logged did not happen. */
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
 * The selectors of transfer(address,uint256) and transferFrom(address,address,uint256), and where their recipient
 * stands.
 */
const recipientWord: Readonly<Record<string, number>> = { a9059cbb: 8, '23b872dd': 8 + 64 };

function recipientIn({ data }: SignedCall & { kind: 'call' }, watched: AddressTable): string | null {
  const at = recipientWord[data.slice(0, 8)];
  if (at === undefined || !watched.hasAt(data, at + 24)) return null;
  return addressInWord(withoutPrefix(data.slice(at, at + 64)), 0);
}

/** 0 where there is no whole word of them. */
function unitsIn({ data }: SignedCall & { kind: 'call' }): bigint {
  const at = (recipientWord[data.slice(0, 8)] ?? 0) + 64;
  const units = data.slice(at, at + 64);
  return units.length === 64 ? BigInt(`0x${units}`) : 0n;
}

/** The signer is the sender even of a transferFrom: anyone can name another's address in one that is bound to fail. */
function failedCall(tx: ProvableTransaction, signed: SignedCall & { kind: 'call' }, recipient: string): Transfer[] {
  endedWell(tx);
  const { owner: sender, contract } = signed;
  const amount = unitsIn(signed);
  if (amount === 0n) return [];
  const position = `${contract}:0`;
  return [{ txHash: tx.hash, position, contract, sender, recipient, amount, succeeded: false }];
}

/** Some wallets leave TRON's prefix 41 on an address within calldata; contracts cut it off. */
function withoutPrefix(word: string): string {
  return word.replace(/^0{22}41/, '0'.repeat(24));
}

function endedWell({ hash, outcome }: ProvableTransaction): boolean {
  if (typeof outcome !== 'string') throw malformed(`The block does not say how ${hash} ended`);
  return outcome === success;
}
