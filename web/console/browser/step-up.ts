// The step-up authentication: one dialog for all calls that wait for it.
import { cell } from './cell.ts';

/** Whether the dialog is open. Only the dialog reads this. */
export const stepUpQuestion = cell<{ answer(isProved: boolean): void } | null>(null);

let asking: Promise<boolean> | null = null;

/** Opens the dialog; resolves with whether the user authenticated. */
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
