// Puts mails on their way, sealed, in the commit that they tell of; workers send them (send-mails.ts).
import type { Queryable } from '../../io/db/database.ts';
import type { Mail } from '../../io/mail/mailer.ts';
import type { Vault } from '../../io/secrets/vault.ts';
import { insertMail } from './store.ts';

export interface MailQueue {
  /**
   * Sends the mail if and when `trx` commits, at least once. null sends nothing and takes the same work, so that nobody
   * who waits for an answer can tell whether there was somebody to write to.
   */
  post(trx: Queryable, mail: Mail | null): Promise<void>;
}

export const mailContext = 'mail';

export function mailQueue(vault: Vault): MailQueue {
  return { post: (trx, mail) => insertMail(trx, vault.seal(JSON.stringify(mail), mailContext)) };
}

/** What `post` was given. Throws VaultFault for what another instance sealed. */
export function openMail(vault: Vault, sealed: Buffer): Mail | null {
  return JSON.parse(vault.open(sealed, mailContext)) as Mail | null;
}
