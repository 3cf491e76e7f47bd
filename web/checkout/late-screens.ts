// The screens after the choice of a coin are in a file of their own with their styles, so that the first drawing does
// not wait for them. They are fetched together with the price and with their texts.
import { useEffect, useState } from 'preact/hooks';
import { completeWords } from './browser/page-texts.ts';
import type { lateScreens } from './screens/states/late-step.tsx';
import { latePart } from './start/late-part.ts';

export type LateScreens = typeof lateScreens;

let screens: LateScreens | null = null;
let failures = 0;

/** Rejects if they cannot be fetched. */
export async function fetchLateScreens(): Promise<void> {
  const both = Promise.all([import('./screens/states/late-step.tsx'), completeWords()]);
  const [{ lateScreens, lateStyle }] = await latePart(both);
  if (screens === null) addStyle(lateStyle);
  screens ??= lateScreens;
}

/** The page's policy allows no further `<style>`. A page that the server drew in such a state has them already. */
function addStyle(css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/** For the server, which has all screens loaded and does not wait while it draws. */
export function provideLateScreens(all: LateScreens): void {
  screens = all;
}

const retryMilliseconds = 3000;
/** The service may have been upgraded and no longer serve the file that this page names. */
const mostFailures = 3;

/** Null until they are loaded; loading starts once `wanted` is true. */
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
