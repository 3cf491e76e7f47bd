// All commands by name, with their usage, their purpose and their module.
import type { Command } from './command.ts';

/** Modules are loaded on demand, since no command needs the dependencies of the others. */
export const commands: Readonly<Record<string, () => Promise<Command>>> = {
  'setup-link': async () => (await import('./create/setup-link.ts')).setupLinkCommand,
  'user create': async () => (await import('./create/create-user.ts')).createUserCommand,
  'user confirm': async () => (await import('./create/confirm-user.ts')).confirmUserCommand,
  'user reset-factors': async () => (await import('./create/reset-user-factors.ts')).resetUserFactorsCommand,
  'pat create': async () => (await import('./create/create-pat.ts')).createPatCommand,
  'app create': async () => (await import('./create/create-app.ts')).createAppCommand,
  'oauth2 rotate-keys': async () => (await import('./rotate-keys.ts')).rotateKeysCommand,
  'key show': async () => (await import('./key/show-key.ts')).showKeyCommand,
  'key rotate': async () => (await import('./key/rotate-key.ts')).rotateKeyCommand,
  'network list': async () => (await import('./network/list-networks.ts')).listNetworksCommand,
  'network check': async () => (await import('./network/check-endpoints.ts')).checkEndpointsCommand,
  'network connect': async () => (await import('./network/connect-network.ts')).connectNetworkCommand,
  'network resume': async () => (await import('./network/resume-network.ts')).resumeNetworkCommand,
  'invoices prune': async () => (await import('./invoices/prune-invoices.ts')).pruneInvoicesCommand,
  settings: async () => (await import('./settings/list-settings.ts')).listSettingsCommand,
  'settings get': async () => (await import('./settings/get-setting.ts')).getSettingCommand,
  'settings set': async () => (await import('./settings/set-setting.ts')).setSettingCommand,
  listen: async () => (await import('./listen/listen.ts')).listenCommand,
  trigger: async () => (await import('./listen/trigger.ts')).triggerCommand,
  audit: async () => (await import('./audit/audit.ts')).auditCommand,
  migrate: async () => (await import('./migrate.ts')).migrateCommand,
  doctor: async () => (await import('./doctor/doctor.ts')).doctorCommand,
  'scan-file': async () => (await import('./scan-file/scan-file.ts')).scanFileCommand,
  backup: async () => (await import('./backup/backup.ts')).backupCommand,
  recover: async () => (await import('./recover.ts')).recoverCommand,
  restore: async () => (await import('./backup/restore.ts')).restoreCommand,
};

/** Commands of the launcher, bin/quittance, which are no part of the command line. */
export const launched: Readonly<Record<string, Pick<Command, 'takes' | 'about'>>> = {
  start: {
    takes: '',
    about:
      'Starts the service, with an embedded PostgreSQL if there is no DATABASE_URL. Prints the link that creates the ' +
      'first account.',
  },
  demo: {
    takes: '[--once]',
    about:
      'Opens a shop on a local chain, with a customer who pays in the browser, and removes it at Ctrl-C. --once pays ' +
      'by itself, prints each step, and ends.',
  },
};

/** The usage of all commands, or only of those that begin with the first word, if there are any. */
export async function usage(firstWord: string): Promise<string> {
  const all = Object.keys(commands);
  const near = all.filter((name) => name.startsWith(`${firstWord} `));
  const texts = await Promise.all((near.length > 0 ? near : all).map(described));
  const first = near.length > 0 ? [] : Object.entries(launched).map(([name, command]) => textOf(name, command));
  return `Usage: quittance <command>\n\n${[...first, ...texts].join('\n')}`;
}

export async function usageOf(name: string): Promise<string> {
  return `Usage: quittance <command>\n\n${await described(name)}`;
}

async function described(name: string): Promise<string> {
  return textOf(name, await (commands[name] as () => Promise<Command>)());
}

function textOf(name: string, command: Pick<Command, 'takes' | 'about'>): string {
  return `  ${`${name} ${command.takes}`.trim()}\n      ${command.about}\n`;
}
