// Tells on stderr how far a backup or a restore is, so that stdout is the command's answer alone.

const everyMillis = 2_000;

/** `add` counts; a line is written now and then while it takes long, and one when it is done. */
export function progressOf(what: string, unit: string): { add(count: number): void; done(): void } {
  let total = 0;
  let emittedAt = Date.now();
  const tell = (more: string) => void process.stderr.write(`${what}: ${amount(total, unit)}${more}\n`);
  return {
    add(count) {
      total += count;
      if (Date.now() - emittedAt < everyMillis) return;
      emittedAt = Date.now();
      tell(' so far');
    },
    done: () => tell(''),
  };
}

/** `1 row`, `20 rows`. */
export function amount(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
