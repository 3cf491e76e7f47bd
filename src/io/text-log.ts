// The log for a person at a terminal: one short line for each JSON line.
import { writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import { stripVTControlCharacters } from 'node:util';
import type { DestinationStream } from 'pino';

const standardOutput = 1;

/**
 * Returns a destination that writes text if standard output is a terminal and the process is not in production.
 * Otherwise undefined: the log is JSON lines.
 */
export function terminalLog(variables: NodeJS.ProcessEnv): DestinationStream | undefined {
  if (variables.NODE_ENV === 'production' || !isatty(standardOutput)) return undefined;
  const isColored = (variables.NO_COLOR ?? '') === '';
  return { write: (line) => void writeSync(standardOutput, `${textLine(line, isColored)}\n`) };
}

/** Fields that a person does not need, or that have a place of their own. */
const apart = new Set(['level', 'time', 'msg', 'err', 'event']);
const colors: Readonly<Record<string, number>> = { warn: 33, error: 31, fatal: 31 };

/**
 * Returns `08:15:30 WARN  the message: the error  name=value …`, in the local time zone. Values contain no control
 * characters.
 */
export function textLine(line: string, isColored: boolean): string {
  const facts = JSON.parse(line) as Record<string, unknown>;
  const { level, time, msg, err } = facts;
  const fault = err as { readonly message?: string; readonly stack?: string } | undefined;
  const said = [msg, fault?.message].filter((text) => text !== undefined && text !== '').join(': ');
  const color = (code: number, text: string) => (isColored && text !== '' ? `\u001b[${code}m${text}\u001b[0m` : text);
  const mark = level === 'info' ? '' : color(colors[String(level)] ?? 2, `${String(level).toUpperCase().padEnd(5)} `);
  const more = Object.entries(facts).flatMap(([name, value]) =>
    apart.has(name) ? [] : [`${name}=${printable(typeof value === 'string' ? value : JSON.stringify(value))}`],
  );
  const rest = more.length === 0 ? '' : `  ${color(2, more.join(' '))}`;
  const trace = fault?.stack?.split('\n').map(printable).join('\n');
  const stack = trace === undefined ? '' : `\n${color(2, trace)}`;
  return `${color(2, clockTime(String(time)))} ${mark}${printable(said)}${rest}${stack}`;
}

function clockTime(time: string): string {
  const at = new Date(time);
  return [at.getHours(), at.getMinutes(), at.getSeconds()].map((part) => String(part).padStart(2, '0')).join(':');
}

function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they could move the cursor of the terminal
  return stripVTControlCharacters(text).replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ');
}
