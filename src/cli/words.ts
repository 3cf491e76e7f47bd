// Parses the arguments of a command, and reports the invalid one.
import { StartFault } from '../io/start-fault.ts';

export function fault(message: string): StartFault {
  return new StartFault(message);
}

export function required(name: string, value: string | undefined): string {
  if (value === undefined || value === '') throw fault(`${name} is missing.`);
  return value;
}

/** Parses `90d`, `12h` or `30m` into milliseconds. */
export function readDuration(name: string, text: string): number {
  const parts = /^([1-9]\d{0,4})([dhm])$/.exec(text);
  if (parts === null) throw fault(`${name} must be like 90d, 12h or 30m.`);
  const unit = { d: 86_400_000, h: 3_600_000, m: 60_000 }[parts[2] as 'd' | 'h' | 'm'];
  return Number(parts[1]) * unit;
}
