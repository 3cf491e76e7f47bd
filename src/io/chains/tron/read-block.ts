// Finds in a TRON block what may pay a watched address: quick looks at the JSON first, the signed bytes only for what
// was hit.
import type { BlockHeader, Transfer } from '../../../core/payment/transfer.ts';
import type { AddressTable } from '../accounts/address-table.ts';
import { addressInWord } from '../accounts/raw.ts';
import { malformed } from '../chain.ts';
import { canonicalOfPrefixed } from './address.ts';
import { type RawTronBlock, readId, readTronHeader } from './header.ts';
import { readSignedCall, type SignedCall } from './raw-transaction.ts';

/** What is kept of a block once its JSON is let go. Hashes of transactions have 64 digits, without 0x. */
export interface TronFindings {
  readonly header: BlockHeader;
  /** All its transactions, and whether one could have logged something: it ran a contract and did not fail. */
  readonly transactions: ReadonlyMap<string, { readonly mayLog: boolean }>;
  /**
   * Direct calls of transfer or transferFrom of allow-listed tokens that succeeded, to anybody: each must have logged.
   */
  readonly mustHaveLogged: readonly string[];
  /** Payments in TRX to watched addresses, and calls of tokens in their favour that failed. */
  readonly transfers: readonly Transfer[];
}

/** A transaction as the HTTP API writes it, as far as it is read. */
interface RawTronTransaction {
  readonly txID?: unknown;
  readonly raw_data_hex?: unknown;
  readonly ret?: readonly { readonly contractRet?: unknown }[];
  readonly raw_data?: { readonly contract?: readonly RawContract[] };
}

interface RawContract {
  readonly type?: unknown;
  readonly parameter?: { readonly value?: Readonly<Record<string, unknown>> };
}

/**
 * Reads the answer to /wallet/getblockbynum. TRX is what a TransferContract moves, and nothing else: a TRC-10 token, a
 * freeze or a vote names a recipient and an amount too. Throws a retryable ChainFault for no block, another one, or one
 * that does not say how a payment ended.
 */
export function readTronBlock(
  answer: unknown,
  number: number,
  watched: AddressTable,
  contracts: ReadonlySet<string>,
): TronFindings {
  const header = readTronHeader(answer);
  if (header === null) throw malformed(`The endpoint has no block ${number}`);
  if (header.number !== number) throw malformed(`Block ${number} was asked for and block ${header.number} answered`);
  const { transactions: list = [] } = answer as RawTronBlock;
  if (!Array.isArray(list)) throw malformed(`Block ${number} came without a list of transactions`);
  const transactions = new Map<string, { mayLog: boolean }>();
  const mustHaveLogged: string[] = [];
  const transfers: Transfer[] = [];
  for (const tx of list as readonly (RawTronTransaction | null)[]) {
    if (typeof tx !== 'object' || tx === null) throw malformed(`Block ${number} came without whole transactions`);
    const txHash = readId(tx.txID, 'id of a transaction').slice(2);
    const contract = tx.raw_data?.contract?.[0];
    const outcome = tx.ret?.[0]?.contractRet;
    transactions.set(txHash, { mayLog: !runsNothing.has(contract?.type) && (outcome ?? success) === success });
    if (contract?.type === 'TransferContract') {
      if (pays(contract, watched)) transfers.push(...payment(tx, txHash, outcome, watched));
    } else if (contract?.type === 'TriggerSmartContract' && isTransferOf(contract, contracts)) {
      if (outcome === success) mustHaveLogged.push(txHash);
      else if (recipientIn(contract, watched)) transfers.push(...failedCall(tx, txHash, outcome, watched));
    }
  }
  return { header, transactions, mustHaveLogged, transfers };
}

const success = 'SUCCESS';

/**
 * Kinds that run no contract, and so log nothing (Tron.proto, ContractType). Of a kind that is not here, logs are asked
 * for.
 */
const runsNothing: ReadonlySet<unknown> = new Set([
  ...['TransferContract', 'TransferAssetContract', 'AccountCreateContract', 'AccountPermissionUpdateContract'],
  ...['VoteWitnessContract', 'WithdrawBalanceContract', 'FreezeBalanceContract', 'UnfreezeBalanceContract'],
  ...['FreezeBalanceV2Contract', 'UnfreezeBalanceV2Contract', 'WithdrawExpireUnfreezeContract'],
  ...['CancelAllUnfreezeV2Contract', 'DelegateResourceContract', 'UnDelegateResourceContract'],
]);

function pays({ parameter }: RawContract, watched: AddressTable): boolean {
  const to = parameter?.value?.to_address;
  return typeof to === 'string' && watched.hasAt(to, 2);
}

function payment(tx: RawTronTransaction, txHash: string, outcome: unknown, watched: AddressTable): Transfer[] {
  const signed = signedIn(tx, txHash);
  if (signed.kind !== 'transfer' || !watched.has(signed.recipient)) throw unlikeItsJson(txHash);
  const { owner: sender, recipient, amount } = signed;
  if (amount === 0n) return [];
  return [
    { txHash, position: 'native', contract: '', sender, recipient, amount, succeeded: endedWell(outcome, txHash) },
  ];
}

/**
 * The selectors of transfer(address,uint256) and transferFrom(address,address,uint256), and where their recipient
 * stands.
 */
const recipientWord: Readonly<Record<string, number>> = { a9059cbb: 8, '23b872dd': 8 + 64 };

function isTransferOf({ parameter }: RawContract, contracts: ReadonlySet<string>): boolean {
  const { data, contract_address: called } = parameter?.value ?? {};
  if (typeof data !== 'string' || recipientWord[data.slice(0, 8)] === undefined) return false;
  const contract = canonicalOfPrefixed(called);
  return contract !== null && contracts.has(contract);
}

function recipientIn({ parameter }: RawContract, watched: AddressTable): boolean {
  const data = parameter?.value?.data as string;
  return watched.hasAt(data, (recipientWord[data.slice(0, 8)] as number) + 24);
}

/** The signer is the sender even of a transferFrom: anyone can name another's address in one that is bound to fail. */
function failedCall(tx: RawTronTransaction, txHash: string, outcome: unknown, watched: AddressTable): Transfer[] {
  const signed = signedIn(tx, txHash);
  if (signed.kind !== 'call') throw unlikeItsJson(txHash);
  endedWell(outcome, txHash);
  const { owner: sender, contract, data } = signed;
  const at = recipientWord[data.slice(0, 8)] ?? 0;
  const recipient = addressInWord(withoutPrefix(data.slice(at, at + 64)), 0);
  const units = data.slice(at + 64, at + 128);
  if (recipient === null || !watched.has(recipient) || !/^[0-9a-f]{64}$/.test(units)) return [];
  const amount = BigInt(`0x${units}`);
  if (amount === 0n) return [];
  return [{ txHash, position: `${contract}:0`, contract, sender, recipient, amount, succeeded: false }];
}

/** Some wallets leave TRON's prefix 41 on an address within calldata; contracts cut it off. */
function withoutPrefix(word: string): string {
  return word.replace(/^0{22}41/, '0'.repeat(24));
}

function signedIn(tx: RawTronTransaction, txHash: string): SignedCall {
  const signed = typeof tx.raw_data_hex === 'string' ? readSignedCall(tx.raw_data_hex, txHash) : null;
  if (signed === null) throw unlikeItsJson(txHash);
  return signed;
}

function unlikeItsJson(txHash: string): Error {
  return malformed(`The bytes that ${txHash} is the hash of are not what its JSON says`);
}

function endedWell(outcome: unknown, txHash: string): boolean {
  if (typeof outcome !== 'string') throw malformed(`The block does not say how ${txHash} ended`);
  return outcome === success;
}
