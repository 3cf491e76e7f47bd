// The context that payments are read, written and decided on in.
import type { Queryable } from '../../../io/db/database.ts';
import type { Instance } from '../../instance.ts';

/** A database transaction of the caller, and the instance that decides in it. */
export interface Commit {
  readonly trx: Queryable;
  readonly instance: Instance;
}

/** Payments of one network, read from the database or inside a transaction. */
export interface PaymentsOf {
  readonly db: Queryable;
  readonly networkId: string;
}

/** A write inside the caller's database transaction, at one moment on our clock. */
export interface Write {
  readonly db: Queryable;
  readonly now: Date;
}

/** A write to the payments of one network. */
export interface NetworkWrite extends PaymentsOf, Write {}
