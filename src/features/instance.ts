// What a running instance has at hand: handed to every verb, made once by whoever starts it.
import type { Logger } from 'pino';
import type { Database } from '../io/db/database.ts';
import type { OutboundGate } from '../io/outbound/outbound.ts';
import type { Vault } from '../io/secrets/vault.ts';
import type { Catalog } from './catalog/catalog.ts';
import type { MailQueue } from './mails/mail-queue.ts';
import type { RateBook } from './rates/rate-book.ts';
import type { RowSeals } from './row-seals/sealed-rows.ts';

export interface Instance {
  readonly db: Database;
  readonly mails: MailQueue;
  readonly catalog: Catalog;
  readonly rates: RateBook;
  readonly vault: Vault;
  /** MACs of the rows that say who may act and where money goes. */
  readonly seals: RowSeals;
  /** How long a new receiving address of a paid production app waits, in milliseconds. */
  readonly payoutDelayMs: number;
  readonly outbound: OutboundGate;
  readonly log: Logger;
  /** What is worth less than this, a decimal in the currency at hand, is dust. */
  readonly dustBelow: string;
  /** How browsers reach the instance, without a slash at the end. */
  readonly publicUrl: string;
  readonly clock: { now(): Date };
  /** A fresh UUIDv7. */
  newId(): string;
  /** A fresh UUIDv4, for ids that are a right to those who know them. */
  newSecretId(): string;
  /** From 0 (inclusive) to 1 (exclusive). */
  random(): number;
}
