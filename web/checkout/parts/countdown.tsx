// The time for which the price still holds, by the server's clock. Screen readers read it only on request.
import { isUrgent, timeLeft } from '../rules/server-clock.ts';
import { useWords } from '../words/words.ts';

/** `until` is RFC 3339, `now` in milliseconds. start/run-countdown.ts updates it before the script draws the page. */
export function Countdown({ until, now }: { until: string; now: number }) {
  const end = Date.parse(until);
  const words = useWords();
  const left = (
    <time role="timer" dateTime={until}>
      {timeLeft(end, now)}
    </time>
  );
  return (
    <p class={isUrgent(end, now) ? 'countdown urgent' : 'countdown'}>{words.awaiting.priceHolds({ time: left })}</p>
  );
}
