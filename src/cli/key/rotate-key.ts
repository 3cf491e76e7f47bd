// `key rotate`: reseals all sealed values in the database under SECRET_KEY.
import { parseArgs } from 'node:util';
import { rotateKey } from '../../features/operations/keys/rotate-key.ts';
import { keyMark } from '../../io/secrets/key-mark.ts';
import type { Command } from '../command.ts';
import type { Terminal } from '../terminal.ts';
import { withInstance } from '../with-instance.ts';

const everyMillis = 2_000;

export const rotateKeyCommand: Command = {
  takes: '',
  about:
    'Reseals and signs again under SECRET_KEY everything that is sealed or signed under a key of SECRET_KEY_OLD. ' +
    'The service may be running. If it is interrupted, run it again.',
  async run(args, terminal) {
    parseArgs({ args, options: {} });
    const done = await withInstance(terminal, ({ db, vault }, { secretKey, rowMac }) =>
      rotateKey({ db, vault, rowMac, keyMark: keyMark(secretKey), onProgress: progress(terminal) }),
    );
    for (const [what, count] of done.unopened)
      terminal.output.write(`${what}: ${count} match none of the given keys and were not changed.\n`);
    terminal.output.write(
      `${done.resealed} sealed values and MACs are now under SECRET_KEY; none are left under another key. ` +
        'SECRET_KEY_OLD may be removed: restart every process without it.\n',
    );
    return done.unopened.size === 0 ? 0 : 1;
  },
};

function progress(terminal: Terminal) {
  let told = Date.now();
  const read = new Map<string, { read: number; resealed: number }>();
  return (what: string, more: number, resealed: number) => {
    const sum = read.get(what) ?? { read: 0, resealed: 0 };
    const now = { read: sum.read + more, resealed: sum.resealed + resealed };
    read.set(what, now);
    const isLast = more < 500;
    if (isLast) read.delete(what);
    if (!isLast && Date.now() - told < everyMillis) return;
    if (isLast && resealed === 0 && sum.resealed === 0) return;
    told = Date.now();
    terminal.errors.write(`${what}: ${now.read} read, ${now.resealed} resealed\n`);
  };
}
