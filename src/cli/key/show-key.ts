// `key show`: prints the thumbprint of the key that signs payment addresses, for shops to put into their pages.
import { parseArgs } from 'node:util';
import { addressKey, addressKeyPurpose } from '../../io/secrets/address-key.ts';
import type { Command } from '../command.ts';
import { withInstance } from '../with-instance.ts';

export const showKeyCommand: Command = {
  takes: '',
  about: [
    'Prints the thumbprint of the key that signs payment addresses. A shop puts it into its page as data-key, and',
    'embed.js accepts no other key, except a successor that this key announced.',
  ].join(' '),
  async run(args, terminal) {
    parseArgs({ args, options: {} });
    const seed = await withInstance(terminal, async ({ vault }) => vault.keyFor(addressKeyPurpose));
    terminal.output.write(`${addressKey(seed).publicKey.kid}\n`);
    return 0;
  },
};
