// Explains to the operator why a port cannot be opened.
import { StartFault } from '../io/start-fault.ts';

/** The system's error as a StartFault that names the variable to change; any other error as it is. */
export function listenFault(error: unknown, variable: 'PORT' | 'METRICS_PORT', host: string, port: number): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return new StartFault(
      `Port ${port} on ${host} is in use. Stop the program that listens there, or set ${variable} to another port.`,
      { cause: error },
    );
  if (code === 'EACCES')
    return new StartFault(
      `Port ${port} on ${host} may not be used by this user. Set ${variable} to a port above 1023.`,
      {
        cause: error,
      },
    );
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartFault(`HOST ${host} is not an address of this machine.`, { cause: error });
  return error;
}
