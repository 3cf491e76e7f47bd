// Prints the demo's mails on its terminal, since a visitor who signs up needs a link from a mail and there is no mail
// server.
import { readFileSync, watchFile } from 'node:fs';
import { join } from 'node:path';
import type { Narrator } from '../narrator.ts';

const lookAgainMillis = 300;

/** `folder` is the demo's folder. Runs until the demo ends. */
export function printMails(folder: string, tell: Narrator): void {
  const file = join(folder, 'data', 'unsent-mails.txt');
  let told = mailsIn(file).length;
  watchFile(file, { interval: lookAgainMillis, persistent: false }, () => {
    const mails = mailsIn(file);
    for (const mail of mails.slice(told)) tell.happened(`mail to ${mail.to}`, mail.facts);
    told = mails.length;
  });
}

/** Subject and first link of each mail, oldest first. Links in mails are on separate lines. */
function mailsIn(file: string): { to: string; facts: string }[] {
  const mails = textOf(file).matchAll(/^Date: .*\nTo: (.*)\nSubject: (.*)\n\n([\s\S]*?)\n\n\n/gm);
  return [...mails].map(([, to = '', subject = '', text = '']) => {
    const link = /^https?:\/\/\S+$/m.exec(text)?.[0];
    return { to, facts: link === undefined ? subject : `${subject}: ${link}` };
  });
}

/** Empty if no mail was written yet. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
