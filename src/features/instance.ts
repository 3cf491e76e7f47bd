// A running instance: the ports that operations and tasks get, opened once by the process that runs them.
import type { Logger } from 'pino';
import type { Places } from '../io/chains/rails/open-places.ts';
import type { Database } from '../io/db/database.ts';
import type { OutboundGate } from '../io/outbound/outbound.ts';
import type { Vault } from '../io/secrets/vault.ts';
import type { Catalog } from './known/catalog/catalog.ts';
import type { MailQueue } from './known/mails/mail-queue.ts';
import type { RateBook } from './known/rates/rate-book.ts';
import type { RowSeals } from './known/row-seals/sealed-rows.ts';

/** Time, ids and randomness. Rules get them as arguments. */
export interface Sources {
  readonly clock: { now(): Date };
  /** A fresh UUIDv7. */
  newId(): string;
  /** A fresh UUIDv4, for ids that are a right to those who know them. */
  newSecretId(): string;
  /** From 0 (inclusive) to 1 (exclusive). */
  random(): number;
}

/** Rows and secrets, and the mails that a commit queues. */
export interface Records {
  readonly db: Database;
  readonly vault: Vault;
  /** MACs of the rows that decide who may act and where money goes. */
  readonly seals: RowSeals;
  readonly mails: MailQueue;
}

/** Coins, networks and prices. */
export interface Markets {
  readonly catalog: Catalog;
  readonly rates: RateBook;
}

/** Settings of the operator. */
export interface Terms {
  /** How browsers reach the instance, without a slash at the end. */
  readonly publicUrl: string;
  /** How long a new receiving address of a paid production app waits, in milliseconds. */
  readonly payoutDelayMs: number;
  /** Payments worth less than this, a decimal in the currency at hand, are dust. */
  readonly dustBelow: string;
}

/** Outgoing requests, the rails without blocks that are asked for places, and the log. */
export interface Outside {
  readonly places: Places;
  readonly outbound: OutboundGate;
  readonly log: Logger;
}

/** All ports together. A function names the members that it uses: `Pick<Instance, 'db' | 'clock'>`. */
export interface Instance extends Sources, Records, Markets, Terms, Outside {}
