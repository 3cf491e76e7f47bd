// Prints the progress of a backup or a restore, separately from the command's output.
import type { Terminal } from '../terminal.ts';

export interface Progress {
  add(count: number): void;
  done(): void;
}

const everyMillis = 2_000;

/** `add` counts. It prints a line now and then during a long run, and one at the end. */
export function progressOn({ errors }: Pick<Terminal, 'errors'>): (what: string, unit: string) => Progress {
  return (what, unit) => {
    let total = 0;
    let emittedAt = Date.now();
    const print = (more: string) => void errors.write(`${what}: ${amount(total, unit)}${more}\n`);
    return {
      add(count) {
        total += count;
        if (Date.now() - emittedAt < everyMillis) return;
        emittedAt = Date.now();
        print(' so far');
      },
      done: () => print(''),
    };
  };
}

/** `1 row`, `20 rows`. */
export function amount(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
