// The log: JSON lines on standard output, without secrets.
import { type DestinationStream, type LogFn, type Logger, pino, stdSerializers } from 'pino';
import { RepeatedFaults } from './process/repeated-faults.ts';

/** In order of verbosity. Each level includes those before it. */
export const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export type LogLevel = (typeof logLevels)[number];

/**
 * Returns a logger. Its lines contain time (RFC 3339), level (a word), msg, and the given fields. The same fault is
 * logged at most once a minute, with the number of repeats. Without a `destination`, lines go to standard output.
 */
export function createLog(level: LogLevel, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: (error: unknown) => loggedError(error, level === 'debug' || level === 'trace') },
    redact: { paths: redactedPaths(), censor: '[secret]' },
    hooks: { logMethod: countingRepeats() },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

const repeatsMillis = 60_000;

/** Runs before pino writes a line: counts lines with the same fault for a minute. */
function countingRepeats() {
  const faults = new RepeatedFaults<(facts: object, message: string) => void>();
  let isTimed = false;
  const drain = () => {
    for (const { line, message, repeats } of faults.drain()) line(repeats, message);
    isTimed = !faults.isEmpty;
    if (isTimed) setTimeout(drain, repeatsMillis).unref();
  };
  return function count(this: Logger, args: Parameters<LogFn>, method: LogFn): void {
    const [facts, message] = args as unknown as [unknown, unknown];
    const error = (facts as { err?: unknown } | null | undefined)?.err;
    if (error instanceof Error && typeof message === 'string') {
      const line = method.bind(this) as (facts: object, message: string) => void;
      const fault = { message, facts: facts as Record<string, unknown>, error };
      if (!faults.isNew(fault, line, Date.now())) return;
      if (!isTimed) setTimeout(drain, repeatsMillis).unref();
      isTimed = true;
    }
    method.apply(this, args);
  };
}

// PostgreSQL's additional error fields, which repeat the rejected row or the parameters.
const rowHolders = new Set(['detail', 'where', 'internalQuery', 'parameters', 'dataDetail']);

/**
 * Returns the log form of an error and its causes, without the values that the database rejected. A fault outside the
 * service has `retryable`. Its stack says nothing about the reason, so it is left out unless it is asked for.
 */
function loggedError(error: unknown, showsAllStacks: boolean): unknown {
  if (!(error instanceof Error)) return stdSerializers.err(error as Error);
  const hidesStack = !showsAllStacks && 'retryable' in error;
  const left = hidesStack ? new Set([...rowHolders, 'stack', 'retryable']) : rowHolders;
  const told = Object.entries(stdSerializers.err(withoutValues(error))).filter(([name]) => !left.has(name));
  return Object.fromEntries(told);
}

/**
 * Errors of SQLSTATE class 22 quote the invalid value at the end of their message, as in `invalid input syntax for type
 * uuid: "x"`.
 */
function withoutValues(error: Error): Error {
  const code = (error as { code?: unknown }).code;
  const cause = error.cause instanceof Error ? withoutValues(error.cause) : error.cause;
  const isQuoting = typeof code === 'string' && /^22[0-9A-Z]{3}$/.test(code);
  if (!isQuoting && cause === error.cause) return error;
  const message = isQuoting ? error.message.replace(/: ".*/s, '') : error.message;
  const stack = error.stack?.replace(error.message, () => message);
  return Object.assign(Object.create(error), { message, stack, cause }) as Error;
}

// No code logs these on purpose. The list protects against a request, error or row that is logged as a whole.
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
