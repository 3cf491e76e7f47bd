// The query parameters of SMTP_URL. The mail library takes each parameter as an option, and some run programs.

/** Parameters that are passed to the library. */
export const serverParameters: readonly string[] = [
  ...['name', 'pool', 'maxConnections', 'maxMessages', 'authMethod', 'requireTLS', 'ignoreTLS'],
  ...['tls.servername', 'tls.rejectUnauthorized', 'tls.minVersion', 'tls.ciphers'],
];

/** Returns the first parameter that is not accepted, or null. `from` sets the sender. */
export function refusedParameter(smtpUrl: string): string | null {
  const names = [...new URL(smtpUrl).searchParams.keys()];
  return names.find((name) => name !== 'from' && !serverParameters.includes(name)) ?? null;
}
