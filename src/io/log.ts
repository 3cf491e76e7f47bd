// The log: JSON lines on standard output, with what must stay secret taken out.
import { type DestinationStream, type Logger, pino } from 'pino';

/** In which order they speak up: each level includes those before it. */
export const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export type LogLevel = (typeof logLevels)[number];

/** A logger whose lines hold time (RFC 3339), level (a word), msg, and the fields given. destination is for tests. */
export function createLog(level: LogLevel, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: redactedPaths(), censor: '[secret]' },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

// Nothing logs these on purpose. The list is the net below: a whole request, error or row that is logged one day.
const secretNames = [
  ...['authorization', 'cookie', 'set-cookie', 'x-csrf-token', 'proxy-authorization', 'idempotency-key'],
  ...['token', 'tokenSealed', 'token_sealed', 'secret', 'secretSealed', 'secret_sealed', 'secretKey', 'SECRET_KEY'],
  ...['password', 'client_secret', 'clientSecret', 'refresh_token', 'access_token', 'databaseUrl', 'DATABASE_URL'],
];
const deepest = 3;

function redactedPaths(): string[] {
  return secretNames.flatMap((name) =>
    Array.from({ length: deepest + 1 }, (_, depth) => {
      const above = '*.'.repeat(depth);
      return name.includes('-') ? `${above.slice(0, -1)}["${name}"]` : above + name;
    }),
  );
}
