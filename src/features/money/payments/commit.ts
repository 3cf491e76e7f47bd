// The context in which payments are read, written and decided.
import type { Queryable } from '../../../io/db/database.ts';
import type { Instance } from '../../instance.ts';

/** The caller's database transaction and the instance. */
export interface Commit {
  readonly trx: Queryable;
  readonly instance: Instance;
}

/** The payments of one network, read from the database or inside a transaction. */
export interface PaymentsOf {
  readonly db: Queryable;
  readonly networkId: string;
}

/** A write inside the caller's database transaction, with one timestamp on the service's clock. */
export interface Write {
  readonly db: Queryable;
  readonly now: Date;
}

/** A write to the payments of one network. */
export interface NetworkWrite extends PaymentsOf, Write {}
