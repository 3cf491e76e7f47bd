// A running instance: the services that operations and tasks receive. The process opens them once.
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
  /** Returns a new UUIDv7. */
  newId(): string;
  /** Returns a new UUIDv4, for ids that must not be guessed because knowing one grants access. */
  newSecretId(): string;
  /** From 0 (inclusive) to 1 (exclusive). */
  random(): number;
}

/** The database, the secrets and the mail queue. */
export interface Records {
  readonly db: Database;
  readonly vault: Vault;
  /** Verifies the MACs of rows that decide about permissions and money. */
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
  /** The URL of the instance for browsers, without a trailing slash. */
  readonly publicUrl: string;
  /** The waiting time of a new receiving address of a paid production app, in milliseconds. */
  readonly payoutDelayMs: number;
  /** A decimal in the currency at hand. Payments worth less are dust. */
  readonly dustBelow: string;
  /** The server of Telegram's Bot API, without a trailing slash. */
  readonly telegramUrl: string;
}

/** Outgoing requests, the rails without blocks that are asked for places, and the log. */
export interface Outside {
  readonly places: Places;
  readonly outbound: OutboundGate;
  readonly log: Logger;
}

/** All services together. A function names the members that it uses: `Pick<Instance, 'db' | 'clock'>`. */
export interface Instance extends Sources, Records, Markets, Terms, Outside {}
