// The one question whether it is still the same person: asked once however many calls wait for it.
import { cell } from './cell.ts';

/** Whether the dialog is open. Only it reads this. */
export const stepUpQuestion = cell<{ answer(isProved: boolean): void } | null>(null);

let asking: Promise<boolean> | null = null;

/** Opens the dialog; answers whether the person proved to be there. */
export function proveItIsYou(): Promise<boolean> {
  asking ??= new Promise<boolean>((resolve) => {
    const answer = (isProved: boolean) => {
      stepUpQuestion.set(null);
      asking = null;
      resolve(isProved);
    };
    stepUpQuestion.set({ answer });
  });
  return asking;
}
