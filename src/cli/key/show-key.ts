// `key show`: the thumbprint of the key that signs payment addresses, for shops to write into their pages.
import { parseArgs } from 'node:util';
import { addressKey, addressKeyPurpose } from '../../io/secrets/address-key.ts';
import type { Command } from '../command.ts';
import { withInstance } from '../with-instance.ts';

export const showKeyCommand: Command = {
  takes: '',
  about: [
    'Prints the thumbprint of the key that signs payment addresses. A shop writes it into its page as data-key.',
    'Then embed.js accepts only this key, and a successor that it signed.',
  ].join(' '),
  async run(args, terminal) {
    parseArgs({ args, options: {} });
    const seed = await withInstance(terminal, async ({ vault }) => vault.keyFor(addressKeyPurpose));
    terminal.output.write(`${addressKey(seed).publicKey.kid}\n`);
    return 0;
  },
};
