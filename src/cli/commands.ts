// Every command, by its words: what it takes, what it is for, and the file that does it.
import { createAppCommand } from './create-app.ts';
import { createPatCommand } from './create-pat.ts';
import { createUserCommand } from './create-user.ts';
import { doctorCommand } from './doctor.ts';
import { migrateCommand } from './migrate.ts';
import { rotateKeysCommand } from './rotate-keys.ts';
import { scanFileCommand } from './scan-file.ts';

export interface Command {
  readonly takes: string;
  readonly about: string;
  /** Answers the exit code. */
  run(args: string[]): Promise<number>;
}

export const commands: Readonly<Record<string, Command>> = {
  'user create': createUserCommand,
  'pat create': createPatCommand,
  'app create': createAppCommand,
  'oauth2 rotate-keys': rotateKeysCommand,
  migrate: migrateCommand,
  doctor: doctorCommand,
  'scan-file': scanFileCommand,
};

export function usage(): string {
  const lines = Object.entries(commands).map(
    ([words, command]) => `  ${words} ${command.takes}\n      ${command.about}\n`,
  );
  return `Usage: npm run quittance -- <command>\n\n${lines.join('\n')}`;
}
