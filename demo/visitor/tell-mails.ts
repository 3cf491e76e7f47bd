// Shows the mails of the demo on its terminal: a visitor who signs up gets a link by mail, and no mail server is here.
import { readFileSync, watchFile } from 'node:fs';
import { join } from 'node:path';
import type { Narrator } from '../narrator.ts';

const lookAgainMillis = 300;

/** `folder` is that of the demo. From now on, for as long as the demo runs. */
export function tellMails(folder: string, tell: Narrator): void {
  const file = join(folder, 'data', 'unsent-mails.txt');
  let told = mailsIn(file).length;
  watchFile(file, { interval: lookAgainMillis, persistent: false }, () => {
    const mails = mailsIn(file);
    for (const mail of mails.slice(told)) tell.happened(`mail to ${mail.to}`, mail.facts);
    told = mails.length;
  });
}

/** Subject and first link of each mail, oldest first: what leads somewhere stands on a line of its own. */
function mailsIn(file: string): { to: string; facts: string }[] {
  const mails = textOf(file).matchAll(/^Date: .*\nTo: (.*)\nSubject: (.*)\n\n([\s\S]*?)\n\n\n/gm);
  return [...mails].map(([, to = '', subject = '', text = '']) => {
    const link = /^https?:\/\/\S+$/m.exec(text)?.[0];
    return { to, facts: link === undefined ? subject : `${subject}: ${link}` };
  });
}

/** Empty where no mail was written yet. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
