// Tells what the first connection to the database fails of, as the operator should hear it.
import { DatabaseError } from 'pg';
import { StartFault } from '../start-fault.ts';
import { asFault } from './sql-fault.ts';

/** As asFault, for the first connection: a wrong address, name or password is for the operator to mend. */
export function asStartFault(error: unknown): unknown {
  if (error instanceof DatabaseError && error.code === '3D000') {
    return new StartFault(`DATABASE_URL: ${error.message}. Create that database, or name another.`, { cause: error });
  }
  if (error instanceof DatabaseError && error.code?.startsWith('28')) {
    return new StartFault(`DATABASE_URL: the server refuses the sign-in (${error.message}).`, { cause: error });
  }
  if (error instanceof TypeError && (error as NodeJS.ErrnoException).code === 'ERR_INVALID_URL') {
    // Its cause would show the address, and with it the password.
    return new StartFault('DATABASE_URL is not of the form postgres://user:password@host:port/database.');
  }
  return asFault(error);
}
