// The time for which the price still holds, by the server's clock. Shown only near the end.
import { shownMilliseconds, timeLeft } from '../rules/server-clock.ts';
import { useWords } from '../words/words.ts';

export function Countdown({ until, now }: { until: string; now: number }) {
  const end = Date.parse(until);
  const words = useWords();
  if (end - now > shownMilliseconds) return null;
  return (
    <p class={end - now < urgentMilliseconds ? 'countdown urgent' : 'countdown'}>
      {words.awaiting.priceHolds({ time: <time role="timer">{timeLeft(end, now)}</time> })}
    </p>
  );
}

const urgentMilliseconds = 120_000;
