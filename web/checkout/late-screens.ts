// The screens that come after the choice of a coin: a file of their own, so that the first picture does not wait for
// them. They are fetched together with the price, and with the texts that nobody needed before.
import { useEffect, useState } from 'preact/hooks';
import { completeWords } from './browser/page-texts.ts';
import type { lateScreens } from './screens/states/late-step.tsx';
import { latePart } from './start/late-part.ts';

export type LateScreens = typeof lateScreens;

let screens: LateScreens | null = null;
let failures = 0;

/** Rejects where they cannot be fetched. */
export async function fetchLateScreens(): Promise<void> {
  const both = Promise.all([import('./screens/states/late-step.tsx'), completeWords()]);
  const [{ lateScreens }] = await latePart(both);
  screens ??= lateScreens;
}

/** For who draws the page on the service, has all of it at hand, and waits for nothing while drawing. */
export function provideLateScreens(all: LateScreens): void {
  screens = all;
}

const retryMilliseconds = 3000;
/** A newer version of the page may be served by now, without the file that this one names. */
const mostFailures = 3;

/** Null until they are there; they are fetched from when they are first `wanted`. */
export function useLateScreens(wanted: boolean): LateScreens | null {
  const [, draw] = useState(0);
  useEffect(() => {
    if (!wanted || screens !== null) return;
    let timer: number | undefined;
    let gone = false;
    const fetchThem = (): void => {
      fetchLateScreens().then(
        () => gone || draw((count) => count + 1),
        () => {
          failures += 1;
          if (failures === mostFailures && navigator.onLine) location.reload();
          else if (!gone) timer = window.setTimeout(fetchThem, retryMilliseconds);
        },
      );
    };
    fetchThem();
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [wanted]);
  return screens;
}
