// A relative time, with the exact time in the user's time zone on request.
import { Tooltip } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useCell } from '../browser/cell.ts';
import { timeZone, zoneOf } from '../browser/preferences.ts';
import { language, words } from '../words/words.ts';

/** RFC 3339 in; 'in 5 minutes', '2 hours ago', and the date after a week. The exact time appears on hover and focus. */
export function Time({ at }: { readonly at: string }) {
  const zone = zoneOf(useCell(timeZone));
  const now = useNow();
  return (
    <Tooltip label={exactTime(at, zone)} events={{ hover: true, focus: true, touch: true }}>
      <time dateTime={at} style={{ whiteSpace: 'nowrap' }}>
        {relativeTime(Date.parse(at), now, zone)}
      </time>
    </Tooltip>
  );
}

/** With seconds and the zone: 'Nov 23, 2026, 14:05:09 GMT+1'. */
export function exactTime(at: string, zone: string): string {
  const format = new Intl.DateTimeFormat(language.code, {
    dateStyle: 'medium',
    timeStyle: 'long',
    hourCycle: 'h23',
    timeZone: zone,
  });
  return format.format(new Date(at));
}

const steps = [
  { unit: 'second', seconds: 1, below: 60 },
  { unit: 'minute', seconds: 60, below: 3600 },
  { unit: 'hour', seconds: 3600, below: 86_400 },
  { unit: 'day', seconds: 86_400, below: 7 * 86_400 },
] as const;

/** Both in milliseconds since 1970. */
export function relativeTime(at: number, now: number, zone: string): string {
  const seconds = Math.round((at - now) / 1000);
  if (Math.abs(seconds) < 5) return words.common.justNow;
  const step = steps.find(({ below }) => Math.abs(seconds) < below);
  if (step === undefined)
    return new Intl.DateTimeFormat(language.code, { dateStyle: 'medium', timeZone: zone }).format(at);
  const format = new Intl.RelativeTimeFormat(language.code, { numeric: 'auto' });
  return format.format(Math.trunc(seconds / step.seconds), step.unit);
}

const tickMillis = 15_000;

/** Updates now and then, so that '2 minutes ago' stays true. */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMillis);
    return () => clearInterval(timer);
  }, []);
  return now;
}
