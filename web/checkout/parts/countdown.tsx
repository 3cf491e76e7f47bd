// How long the price still holds, on the server's clock.
import { timeLeft } from '../rules/server-clock.ts';

export function Countdown({ until, now }: { until: string; now: number }) {
  const end = Date.parse(until);
  const urgent = end - now < 120_000;
  return (
    <p class={urgent ? 'countdown urgent' : 'countdown'}>
      This price holds for <time role="timer">{timeLeft(end, now)}</time>
    </p>
  );
}
