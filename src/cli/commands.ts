// Every command, by its words: what it takes, what it is for, and the file that does it.
import { backupCommand } from './backup/backup.ts';
import { restoreCommand } from './backup/restore.ts';
import type { Command } from './command.ts';
import { createAppCommand } from './create-app.ts';
import { createPatCommand } from './create-pat.ts';
import { createUserCommand } from './create-user.ts';
import { doctorCommand } from './doctor/doctor.ts';
import { listenCommand } from './listen/listen.ts';
import { migrateCommand } from './migrate.ts';
import { listNetworksCommand } from './network/list-networks.ts';
import { resumeNetworkCommand } from './network/resume-network.ts';
import { rotateKeysCommand } from './rotate-keys.ts';
import { scanFileCommand } from './scan-file/scan-file.ts';

export const commands: Readonly<Record<string, Command>> = {
  'user create': createUserCommand,
  'pat create': createPatCommand,
  'app create': createAppCommand,
  'oauth2 rotate-keys': rotateKeysCommand,
  'network list': listNetworksCommand,
  'network resume': resumeNetworkCommand,
  listen: listenCommand,
  migrate: migrateCommand,
  doctor: doctorCommand,
  'scan-file': scanFileCommand,
  backup: backupCommand,
  restore: restoreCommand,
};

/** All commands, or, where the first word begins some, those. */
export function usage(firstWord: string): string {
  const all = Object.keys(commands);
  const near = all.filter((name) => name.startsWith(`${firstWord} `));
  const texts = (near.length > 0 ? near : all).map((name) => described(name));
  return `Usage: npm run quittance -- <command>\n\n${texts.join('\n')}`;
}

export function usageOf(name: string): string {
  return `Usage: npm run quittance -- <command>\n\n${described(name)}`;
}

function described(name: string): string {
  const command = commands[name] as Command;
  return `  ${`${name} ${command.takes}`.trim()}\n      ${command.about}\n`;
}
