// `oauth2 rotate-keys`: creates new keys for signing ID tokens, ahead of the regular rotation.
import { parseArgs } from 'node:util';
import { rotateSigningKeys } from '../features/people/oauth2/keys/rotate-signing-keys.ts';
import type { Command } from './command.ts';
import { withInstance } from './with-instance.ts';
import { fault, readDuration } from './words.ts';

export const rotateKeysCommand: Command = {
  takes: '[--in 24h] [--forget-old] [--json]',
  about:
    'Creates new keys that sign ID tokens, at once or after a while. ' +
    'The old keys stay published until their tokens expire. ' +
    '--forget-old, for keys that leaked, makes everything they signed invalid.',
  async run(args, terminal) {
    const { values } = parseArgs({
      args,
      options: { in: { type: 'string' }, 'forget-old': { type: 'boolean' }, json: { type: 'boolean' } },
    });
    const delayMillis = values.in === undefined ? 0 : readDuration('--in', values.in);
    const forgetsEarlier = values['forget-old'] === true;
    if (forgetsEarlier && delayMillis > 0)
      throw fault('--in and --forget-old exclude each other: until the new keys sign, the old ones are needed.');
    const done = await withInstance(terminal, (instance) =>
      rotateSigningKeys(instance, { delayMillis, forgetsEarlier }),
    );
    const shown = { keys: done.made, signs_from: done.signsFrom.toISOString(), earlier_keys: done.earlier };
    const rest = forgetsEarlier
      ? 'The earlier keys are deleted: relying parties refuse their signatures once they fetch the keys again.'
      : 'The earlier keys stay published until a day after that.';
    terminal.output.write(
      values.json === true
        ? `${JSON.stringify(shown)}\n`
        : `New keys: ${done.made.join(', ')}\nThey sign from ${shown.signs_from} on. ${rest}\n`,
    );
    return 0;
  },
};
