// Converts an error of the first connection to the database into a message for the operator.
import { DatabaseError } from 'pg';
import { StartFault } from '../start-fault.ts';
import { asFault } from './sql-fault.ts';

/** Like asFault, for the first connection. An invalid address, name or password becomes a StartFault. */
export function asStartFault(error: unknown): unknown {
  if (error instanceof DatabaseError && error.code === '3D000') {
    return new StartFault(`DATABASE_URL: ${error.message}. Create that database, or name another.`, { cause: error });
  }
  if (error instanceof DatabaseError && error.code?.startsWith('28')) {
    return new StartFault(`DATABASE_URL: the server rejects the credentials (${error.message}).`, { cause: error });
  }
  if (error instanceof TypeError && (error as NodeJS.ErrnoException).code === 'ERR_INVALID_URL') {
    // The cause is left out, because it contains the URL with the password.
    return new StartFault('DATABASE_URL must have the form postgres://user:password@host:port/database.');
  }
  return asFault(error);
}
