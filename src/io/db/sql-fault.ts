// Tells the kinds of database error apart by SQLSTATE: gone for now, worth another try, or a broken rule.
import { DatabaseError } from 'pg';

/**
 * The database cannot serve right now: unreachable, starting, stopping, read-only, out of disk, memory or connections.
 * Nothing is known to be half done; the same request may succeed later. When the connection broke during COMMIT, the
 * commit may have happened: callers that must know look for their rows again.
 */
export class DatabaseAway extends Error {
  override readonly name: string = 'DatabaseAway';
  readonly retryable = true;
}

/**
 * Commits that were seen are gone from the database, so an address or an amount that it would give may have been given
 * before: it gives none until it is recovered.
 */
export class DatabaseWentBack extends DatabaseAway {
  override readonly name = 'DatabaseWentBack';
}

/** Whether a unique index or primary key refused the row; with a name, whether that very constraint did. */
export function isUniqueViolation(error: unknown, constraintName?: string): boolean {
  if (!(error instanceof DatabaseError) || error.code !== '23505') return false;
  return constraintName === undefined || error.constraint === constraintName;
}

/**
 * Whether a row was refused because the one that it belongs to is not there; with a name, whether that very constraint
 * did.
 */
export function isForeignKeyViolation(error: unknown, constraintName?: string): boolean {
  if (!(error instanceof DatabaseError) || error.code !== '23503') return false;
  return constraintName === undefined || error.constraint === constraintName;
}

/** Whether a number was refused because its column does not hold so large a one. */
export function isOutOfRange(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '22003';
}

/**
 * Serialization failure or deadlock: the database chose this one to step back and expects it again. A cached plan that
 * a migration made stale, or a prepared statement that a connection pooler lost, is cured by a fresh connection. A row
 * that was on its way to a table's default part, while another part was made for it, finds that one.
 */
export function isWorthAnotherTry(error: unknown): boolean {
  return (
    error instanceof DatabaseError &&
    (error.code === '40001' || error.code === '40P01' || isStaleStatement(error) || isLateForPart(error))
  );
}

/** Whether the connection that gave this error must not be used again. Errors of other makers do not touch it. */
export function breaksConnection(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return isAway(error);
  return error.severity === 'FATAL' || error.severity === 'PANIC' || isStaleStatement(error);
}

/** The error as callers should see it: DatabaseAway where that is what it means, otherwise the error itself. */
export function asFault(error: unknown): unknown {
  if (error instanceof DatabaseError && error.code === 'QD001')
    return new DatabaseWentBack(messageOf(error), { cause: error });
  return isAway(error)
    ? new DatabaseAway(`The database cannot serve now: ${messageOf(error)}`, { cause: error })
    : error;
}

// PostgreSQL's appendix "Error Codes": 08 connection exception, 53 insufficient resources, 57P operator intervention,
// 57014 query canceled, 25006 read only, 25P03/25P04 session timeouts, 58030 I/O error.
function isAway(error: unknown): boolean {
  if (error instanceof DatabaseError) {
    // A database that takes no connections for now says so with a code that queries have as well.
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

// The driver gives these no code.
const DRIVER_MESSAGE =
  /^(Connection terminated|timeout exceeded|timeout expired|Query read timeout|Cannot use a pool after)|not queryable/;

function isStaleStatement(error: DatabaseError): boolean {
  return error.code === '26000' || (error.code === '0A000' && error.message.includes('cached plan'));
}

/** A part's bounds are checked like a constraint that has no name. */
function isLateForPart({ code, constraint, table }: DatabaseError): boolean {
  return code === '23514' && constraint === undefined && table?.endsWith('_default') === true;
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || ((error as NodeJS.ErrnoException).code ?? error.name);
}
