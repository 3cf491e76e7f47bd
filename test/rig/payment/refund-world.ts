// A random world of one invoice and its refunds, on a lock stage: blocks and reorgs are recorded as a watcher that has
// just started does, operations run without HTTP, and tasks run when the world says so.
import { createHash, randomUUID } from 'node:crypto';
import { ClockLag } from '../../../src/core/payment/evidence/clock-lag.ts';
import type { BlockHeader, Transfer } from '../../../src/core/payment/transfer.ts';
import { recordBlocks } from '../../../src/features/evidence/chain-sync/blocks/record-blocks.ts';
import { revertRecorded } from '../../../src/features/evidence/chain-sync/blocks/revert-blocks.ts';
import { Destinations } from '../../../src/features/evidence/chain-sync/destinations.ts';
import { outgoingWatch } from '../../../src/features/evidence/outgoing/outgoing-watch.ts';
import { acceptRefund } from '../../../src/features/evidence/refunds/accept-refund.ts';
import { refundTask, refundWatchTask } from '../../../src/features/evidence/refunds/acts/refund-tasks.ts';
import { refundTaskKind, watchTaskKind } from '../../../src/features/evidence/refunds/acts/task-kinds.ts';
import { cancelRefund } from '../../../src/features/evidence/refunds/cancel-refund.ts';
import { createRefund } from '../../../src/features/evidence/refunds/create-refund.ts';
import { getRefund } from '../../../src/features/evidence/refunds/get-refund.ts';
import { listRefundsOf, type Refund } from '../../../src/features/evidence/refunds/refund-store.ts';
import { updateRefund } from '../../../src/features/evidence/refunds/update-refund.ts';
import type { Instance } from '../../../src/features/instance.ts';
import type { Network } from '../../../src/features/known/catalog/catalog.ts';
import { lockCursor, takeLease } from '../../../src/features/known/networks/cursor-store.ts';
import { updateInvoice } from '../../../src/features/money/invoices/update-invoice.ts';
import { findInvoice, type Invoice } from '../../../src/features/money/ledger/invoice-store.ts';
import { confirmTransactions } from '../../../src/features/money/payments/confirm.ts';
import { cancelTransaction } from '../../../src/features/money/transactions/cancel-transaction.ts';
import type { Database } from '../../../src/io/db/database.ts';
import { type LockStage, newInvoice, perform, type Shop } from '../../locks/lock-stage.ts';
import type { Json } from '../client.ts';

/** A transfer in a block of the present branch, in smallest units. */
export interface Mined {
  readonly hash: string;
  readonly to: string;
  readonly amount: bigint;
  readonly block: number;
  /** In Unix seconds. */
  readonly time: number;
}

interface Block {
  readonly header: BlockHeader;
  readonly transfers: readonly Transfer[];
}

/** Moves the clock and the rates of all worlds of a stage. */
export interface Moved {
  readonly instance: Instance;
  leadMillis: number;
  /** Dollars for one ether. */
  rate: bigint;
}

export function movedInstance({ instance: real }: LockStage): Moved {
  const rates = Object.create(real.rates);
  rates.rateFor = () => ({
    rate: { value: moved.rate, scale: 0 },
    evidence: { method: 'fixed', at: new Date(0).toISOString(), sources: [] },
  });
  const clock = { now: () => new Date(real.clock.now().getTime() + moved.leadMillis) };
  const moved: Moved = { instance: { ...real, rates, clock }, leadMillis: 0, rate: 2_000n };
  return moved;
}

const watcher = randomUUID();

export class RefundWorld {
  readonly payTo: string;
  readonly invoiceId: string;
  /** By expected transfer: transfers in later blocks count. A reorg below it lowers it. */
  readonly fromBlock = new Map<string, number>();
  readonly #moved: Moved;
  readonly #shop: Shop;
  readonly #network: Network;
  readonly #chain: Block[] = [];
  #sent = 0;

  private constructor(moved: Moved, shop: Shop, attempt: { readonly invoiceId: string; readonly to: string }) {
    this.#moved = moved;
    this.#shop = shop;
    this.#network = moved.instance.catalog.networkBySymbol('local') as Network;
    this.invoiceId = attempt.invoiceId;
    this.payTo = attempt.to;
  }

  /** A new invoice with a transaction, on top of the chain. */
  static async open(moved: Moved, shop: Shop): Promise<RefundWorld> {
    const { db } = moved.instance;
    const { id } = await newInvoice(moved.instance, shop.app);
    const attempt = await shop.attempt(db, id);
    const to = await db.query<{ recipient: string }>('select recipient from transactions where id = $1', [attempt.id]);
    const world = new RefundWorld(moved, shop, { invoiceId: id, to: to[0]?.recipient ?? '' });
    await world.mine([]);
    return world;
  }

  get #instance(): Instance {
    return this.#moved.instance;
  }

  /** The transfers on the present branch. */
  mined(): Mined[] {
    return this.#chain.flatMap(({ header, transfers }) =>
      transfers.map(({ txHash, recipient, amount }) => ({
        hash: txHash,
        to: recipient,
        amount,
        block: header.number,
        time: header.time,
      })),
    );
  }

  transfer(recipient: string, amount: bigint): Transfer {
    this.#sent += 1;
    const txHash = hashOf(`${this.invoiceId} ${this.#sent}`);
    return { txHash, position: 'native', contract: '', succeeded: true, sender: null, recipient, amount };
  }

  /** Records a block with these transfers, as a watcher does that has just started, and credits payments. */
  async mine(transfers: readonly Transfer[]): Promise<void> {
    const { db, clock } = this.#instance;
    const cursor = await takeLease(db, this.#network.id, watcher);
    if (cursor === null) throw new Error('The network is read by somebody else.');
    const { number, hash: parentHash } = cursor.block ?? { number: 0, hash: hashOf('first') };
    const time = Math.ceil(clock.now().getTime() / 1_000);
    const hash = hashOf(`${parentHash} ${time} ${transfers.map(({ txHash }) => txHash).join()} ${this.#chain.length}`);
    const block = { header: { number: number + 1, hash, parentHash, time }, transfers };
    const batch = { cursor, blocks: [block], headNumber: number + 1 };
    const watched = { lookahead: new Map(), destinations: await this.#destinations() };
    const session = {
      network: this.#network,
      owner: watcher,
      watched,
      clockLag: new ClockLag(),
      outgoing: outgoingWatch,
    };
    if (!(await recordBlocks({ instance: this.#instance, session }, batch))) throw new Error('The cursor moved.');
    this.#chain.push(block);
    await confirmTransactions(this.#instance, {
      network: this.#network,
      height: number + 1,
      finalized: async () => number + 1,
      admit: async (due) => ({ due, attesters: new Map() }),
    });
  }

  async #destinations(): Promise<Destinations> {
    const all = new Destinations();
    const listed = await outgoingWatch.listDestinationsSince(this.#instance.db, [this.#network.id], '0');
    for (const { networkId, recipient } of listed) all.add(networkId, recipient);
    return all;
  }

  /** Replaces up to this many blocks, but not the first one. Returns the transfers that left the chain. */
  async reorg(depth: number, to = this.#instance.db): Promise<Transfer[]> {
    const lost = this.#chain.splice(Math.max(1, this.#chain.length - depth));
    const fork = this.#chain.at(-1)?.header as BlockHeader;
    if (lost.length === 0) return [];
    for (const [id, block] of this.fromBlock) this.fromBlock.set(id, Math.min(block, fork.number));
    await to.atomically(async (trx) => {
      if ((await lockCursor(trx, this.#network.id, watcher)) === null) throw new Error('The lease was lost.');
      const parts = { instance: this.#instance, outgoing: outgoingWatch };
      await revertRecorded(trx, parts, { network: this.#network, fork, head: fork.number });
    });
    return lost.flatMap(({ transfers }) => transfers);
  }

  /** Makes the transfers of refunds final. */
  async confirm(): Promise<void> {
    const height = this.#chain.at(-1)?.header.number ?? 0;
    await outgoingWatch.confirm(this.#instance, this.#network.id, height, {
      finalized: async () => height,
      admit: async (transfers) => transfers,
    });
  }

  /** Runs the task of this kind for a key, and leaves it queued. */
  async runTask(kind: string, key: string, on = this.#instance.db): Promise<void> {
    const task = [refundTask, refundWatchTask].map((one) => one(this.#instance)).find((one) => one.kind === kind);
    await on.atomically((trx) => task?.run(trx, key) ?? Promise.resolve(null));
  }

  /** Runs the tasks of refunds until none is left. */
  async runTasks(): Promise<void> {
    const { db } = this.#instance;
    const tasks = new Map(
      [refundTask, refundWatchTask].map((one) => one(this.#instance)).map((one) => [one.kind, one]),
    );
    for (let round = 0; round < 1_000; round += 1) {
      const due = await db.query<{ id: string; kind: string; key: string }>(
        'select id, kind, key from tasks where kind = any($1) order by id',
        [[...tasks.keys()]],
      );
      if (due.length === 0) return;
      for (const { id, kind, key } of due)
        await db.atomically(async (trx) => {
          await tasks.get(kind)?.run(trx, key);
          await trx.query('delete from tasks where id = $1', [id]);
        });
    }
    throw new Error('Tasks of refunds queue each other without an end.');
  }

  /** `value`: in dollars. */
  prepare(value: string, to: string | null, rateKind = 'locked', on = this.#instance.db): Promise<Json | string> {
    const asset = { cryptocurrency: 'ETH', network: 'local' };
    const body = { invoice_id: this.invoiceId, fiat_value: value, to: to ?? undefined, rate_kind: rateKind, ...asset };
    return this.#call(createRefund, { body }, on);
  }

  aim = (id: string, to: string) => this.#call(updateRefund, { id, body: { to } });
  cancel = (id: string, on?: Database) => this.#call(cancelRefund, { id }, on);
  accept = (id: string, on?: Database) => this.#call(acceptRefund, { id, body: { reason: 'As agreed' } }, on);
  read = (id: string) => this.#call(getRefund, { id });
  /** Cancels the transaction of the customer. */
  async cancelAttempt(): Promise<void> {
    const sql = 'select id from transactions where invoice_id = $1';
    for (const { id } of await this.#instance.db.query<{ id: string }>(sql, [this.invoiceId]))
      await this.#call(cancelTransaction, { id });
  }
  correctInvoice = (body: object) => this.#call(updateInvoice, { id: this.invoiceId, body });

  /** Returns the answer, or the code of the problem. */
  async #call(
    make: typeof getRefund,
    given: { readonly id?: string; readonly body?: object },
    on = this.#instance.db,
  ): Promise<Json | string> {
    try {
      return await perform(make(this.#instance), on, this.#shop.owner, given);
    } catch (error) {
      const { code, errors } = error as { readonly code?: string; readonly errors?: readonly { code: string }[] };
      if (code === undefined || code === 'internal') throw error;
      return errors?.[0]?.code ?? code;
    } finally {
      await this.#noteWatches();
    }
  }

  async #noteWatches(): Promise<void> {
    const height = this.#chain.at(-1)?.header.number ?? 0;
    for (const { watches } of await this.refunds())
      for (const { id } of watches) if (!this.fromBlock.has(id)) this.fromBlock.set(id, height);
  }

  /** Whether a task of a refund waits. */
  async hasTasks(): Promise<boolean> {
    const kinds = [refundTaskKind, watchTaskKind];
    return (await this.#instance.db.query('select from tasks where kind = any($1) limit 1', [kinds])).length > 0;
  }

  /** Oldest first. */
  refunds(): Promise<Refund[]> {
    return listRefundsOf(this.#instance.db, this.invoiceId);
  }

  async invoice(): Promise<Invoice> {
    return (await findInvoice(this.#instance.db, this.invoiceId)) as Invoice;
  }
}

function hashOf(word: string): string {
  return `0x${createHash('sha256').update(word).digest('hex')}`;
}
