// The stand-in's HTTP API, /wallet/…, with the part of java-tron's that wallets and the service use.
import { createHash } from 'node:crypto';
import { recoverAddress } from 'viem';
import type { Json } from '../client.ts';
import type { Ledger, TronBlock } from './ledger.ts';
import type { TronMood } from './tron-mood.ts';

/** The data behind the API: the visible part of the chain, and whether execution results are available. */
export interface WalletView {
  readonly ledger: Ledger;
  readonly shown: readonly TronBlock[];
  readonly solidified: TronBlock;
  readonly results: TronMood['results'];
  readonly transactions: TronMood['transactions'];
  readonly elected: TronMood['elected'];
  /** Blocks below this one are missing, except the first. */
  readonly oldest: number;
  /** In sun, by address in 41-hex. */
  balanceOf(address: string): Promise<bigint>;
}

/** Returns the response of one path to one body; null for an unknown path. */
export async function walletAnswer(path: string, body: Json, view: WalletView): Promise<unknown> {
  const { ledger } = view;
  const known = (block: TronBlock | undefined) => {
    const number = block?.block_header.raw_data.number ?? 0;
    return number === 0 || number >= view.oldest ? block : undefined;
  };
  const shown = view.shown.map(known).map((block) => block && leavingOut(block, view.transactions));
  const there = shown.filter((block) => block !== undefined);
  switch (path) {
    case '/wallet/getnowblock':
      return blockJson(view.shown.at(-1));
    case '/walletsolidity/getnowblock':
      return blockJson(view.solidified);
    case '/wallet/getblockbynum':
      return blockJson(shown[body.num ?? 0]);
    case '/wallet/getblock':
      return blockByIdOrNumber(view, shown, body);
    case '/wallet/gettransactioninfobyblocknum':
    case '/walletsolidity/gettransactioninfobyblocknum':
      return resultsOf(path.startsWith('/walletsolidity') ? solid(view) : view, shown, body.num);
    case '/wallet/gettransactioninfobyid':
      return there.flatMap(({ results }) => results).find(({ id }) => id === body.value) ?? {};
    case '/wallet/gettransactionbyid':
      return there.flatMap(({ transactions }) => transactions).find(({ txID }) => txID === body.value) ?? {};
    case '/wallet/gettransactionfrompending':
      return ledger.pending.get(body.value) ?? {};
    case '/wallet/getaccount':
    case '/walletsolidity/getaccount': {
      const balance = await view.balanceOf(body.address);
      const representative = ledger.representatives.accountOf(body.address);
      return balance === 0n ? (representative ?? {}) : { ...representative, ...held(body.address, balance) };
    }
    case '/wallet/getchainparameters':
      return { chainParameter: Object.entries(ledger.parameters).map(([key, value]) => ({ key, value })) };
    case '/wallet/listwitnesses':
      return view.elected === 'untold' ? null : ledger.representatives.list(view.elected === 'others');
    case '/wallet/getnextmaintenancetime':
      return { num: ledger.representatives.termEndsAt };
    case '/wallet/broadcasttransaction':
      return broadcast(view, body);
    default:
      return null;
  }
}

function held(address: string, balance: bigint): Json {
  return { address, balance: Number(balance) };
}

function leavingOut(block: TronBlock, transactions: TronMood['transactions']): TronBlock {
  if (transactions === 'whole') return block;
  return { ...block, transactions: transactions === 'none' ? [] : block.transactions.slice(0, -1) };
}

function blockJson(block: TronBlock | undefined, detail = true): unknown {
  if (block === undefined) return {};
  const { blockID, block_header, transactions } = block;
  return detail && transactions.length > 0 ? { blockID, block_header, transactions } : { blockID, block_header };
}

function blockByIdOrNumber(
  view: WalletView,
  shown: readonly (TronBlock | undefined)[],
  { id_or_num: wanted, detail = false }: Json,
): unknown {
  if (wanted === undefined || wanted === '') return blockJson(view.shown.at(-1), detail);
  if (/^\d{1,19}$/.test(wanted)) return blockJson(shown[Number(wanted)], detail);
  if (!/^[0-9a-f]{64}$/i.test(wanted)) return { Error: 'id must be legal block hash.' };
  return blockJson(
    shown.find((block) => block?.blockID === wanted),
    detail,
  );
}

/** The solidified API reads a separate store, which is complete. */
function solid(view: WalletView): WalletView {
  return view.results === 'unlogged' ? { ...view, results: 'whole' } : view;
}

function resultsOf({ results }: WalletView, shown: readonly (TronBlock | undefined)[], number: number): unknown {
  if (!(number > 0)) return {};
  const all = shown[number]?.results ?? [];
  if (results === 'empty') return [];
  if (results === 'unlogged') return all.map(({ log, ...rest }) => rest);
  return results === 'cut' ? all.slice(0, -1) : all;
}

/** Like a node, verifies the id, the signature and the sender's balance before a transaction becomes pending. */
async function broadcast({ ledger, balanceOf }: WalletView, transaction: Json): Promise<unknown> {
  const { txID, raw_data_hex, raw_data, signature } = transaction;
  const refusal = (code: string, why: string) => ({ code, txid: txID, message: Buffer.from(why).toString('hex') });
  const hash = createHash('sha256').update(Buffer.from(raw_data_hex, 'hex')).digest('hex');
  const { owner_address, amount } = raw_data.contract[0].parameter.value;
  const recovered = await recoverAddress({ hash: `0x${txID}`, signature: `0x${signature[0]}` });
  const signer = `41${recovered.slice(2).toLowerCase()}`;
  if (hash !== txID || signer !== owner_address.toLowerCase())
    return refusal('SIGERROR', 'Validate signature error: sig error');
  if (ledger.pending.has(txID) || ledger.blocks.some((block) => block.transactions.some((one) => one.txID === txID)))
    return refusal('DUP_TRANSACTION_ERROR', 'Dup transaction.');
  const isPayment = raw_data.contract[0].type === 'TransferContract';
  if (isPayment && (await balanceOf(owner_address)) < BigInt(amount))
    return refusal('CONTRACT_VALIDATE_ERROR', 'Validate TransferContract error, balance is not sufficient.');
  const { signature: signatures } = transaction;
  ledger.pending.set(txID, { signature: signatures, txID, raw_data, raw_data_hex });
  return { result: true, txid: txID };
}
