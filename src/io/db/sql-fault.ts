// Classifies database errors by SQLSTATE: database unavailable, worth a retry, or a violated constraint.
import { DatabaseError } from 'pg';

/**
 * The database cannot serve now: unreachable, starting, stopping, read-only, or out of disk, memory or connections. The
 * request has not been half done, and may succeed later. If the connection broke during COMMIT, the commit may have
 * happened. Callers for which this matters must look for their rows.
 */
export class DatabaseAway extends Error {
  override readonly name: string = 'DatabaseAway';
  readonly retryable = true;
}

/**
 * The database has lost commits that were already visible. An address or an amount that it assigns now may have been
 * assigned before, so it assigns none until it is recovered.
 */
export class DatabaseWentBack extends DatabaseAway {
  override readonly name = 'DatabaseWentBack';
}

/** Whether a unique index or primary key rejected the row. With a name, whether this constraint did. */
export function isUniqueViolation(error: unknown, constraintName?: string): boolean {
  if (!(error instanceof DatabaseError) || error.code !== '23505') return false;
  return constraintName === undefined || error.constraint === constraintName;
}

/** Whether the row was rejected because its referenced row is missing. With a name, whether this constraint did it. */
export function isForeignKeyViolation(error: unknown, constraintName?: string): boolean {
  if (!(error instanceof DatabaseError) || error.code !== '23503') return false;
  return constraintName === undefined || error.constraint === constraintName;
}

/** Whether a number was too large for its column. */
export function isOutOfRange(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '22003';
}

/**
 * Whether a retry may succeed. This is so after a serialization failure or a deadlock. A new connection fixes a cached
 * plan that a migration made stale, or a prepared statement that a connection pooler lost. A row that was rejected by
 * the default partition while its own partition was added now finds that one.
 */
export function isWorthAnotherTry(error: unknown): boolean {
  return (
    error instanceof DatabaseError &&
    (error.code === '40001' || error.code === '40P01' || isStaleStatement(error) || isLateForPart(error))
  );
}

/** Whether the connection with this error must be discarded. Errors from outside the driver do not affect it. */
export function breaksConnection(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return isAway(error);
  return error.severity === 'FATAL' || error.severity === 'PANIC' || isStaleStatement(error);
}

/** Returns DatabaseAway if the error means that, otherwise the error itself. */
export function asFault(error: unknown): unknown {
  if (error instanceof DatabaseError && error.code === 'QD001')
    return new DatabaseWentBack(messageOf(error), { cause: error });
  return isAway(error)
    ? new DatabaseAway(`The database cannot serve now: ${messageOf(error)}`, { cause: error })
    : error;
}

// From PostgreSQL's appendix "Error Codes": 08 connection exception, 53 insufficient resources, 57P operator
// intervention, 57014 query canceled, 25006 read only, 25P03/25P04 session timeouts, 58030 I/O error.
function isAway(error: unknown): boolean {
  if (error instanceof DatabaseError) {
    // A database that accepts no connections uses an error code that queries also return.
    if (error.code === '55000') return error.severity === 'FATAL';
    return /^(08|53|57P|57014|25006|25P0[34]|58030)/.test(error.code ?? '');
  }
  if (!(error instanceof Error)) return false;
  const code = (error as NodeJS.ErrnoException).code;
  if (code !== undefined) return SOCKET_CODES.has(code);
  return DRIVER_MESSAGE.test(error.message);
}

const SOCKET_CODES = new Set(
  (
    'ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ETIMEDOUT ENOTFOUND EAI_AGAIN EHOSTUNREACH ENETUNREACH ENETDOWN ' +
    'EHOSTDOWN ENOENT'
  ).split(' '),
);

// The driver sets no code on these errors.
const DRIVER_MESSAGE =
  /^(Connection terminated|timeout exceeded|timeout expired|Query read timeout|Cannot use a pool after)|not queryable/;

function isStaleStatement(error: DatabaseError): boolean {
  return error.code === '26000' || (error.code === '0A000' && error.message.includes('cached plan'));
}

/** A partition's bounds are reported as a check constraint without a name. */
function isLateForPart({ code, constraint, table }: DatabaseError): boolean {
  return code === '23514' && constraint === undefined && table?.endsWith('_default') === true;
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || ((error as NodeJS.ErrnoException).code ?? error.name);
}
