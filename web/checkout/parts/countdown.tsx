// How long the price still holds, on the server's clock.
import { timeLeft } from '../rules/server-clock.ts';
import { useWords } from '../words/words.ts';

export function Countdown({ until, now }: { until: string; now: number }) {
  const end = Date.parse(until);
  const words = useWords();
  const urgent = end - now < 120_000;
  return (
    <p class={urgent ? 'countdown urgent' : 'countdown'}>
      {words.awaiting.priceHolds({ time: <time role="timer">{timeLeft(end, now)}</time> })}
    </p>
  );
}
