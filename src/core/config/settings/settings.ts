// The settings that an operator can store in the database: their names, variables, kinds and defaults.

export interface Setting {
  readonly name: string;
  /** The environment variable that fixes it; null if there is none. */
  readonly variable: string | null;
  /** Its path in quittance.json; null if the file cannot set it. */
  readonly filePath: string | null;
  readonly kind: SettingKind;
  /** The values of a choice. */
  readonly choices?: readonly string[];
  /** The values of a secret are never returned. */
  readonly isSecret: boolean;
  /**
   * Where it can be changed. Settings that protect the money of merchants, or the network of the machine, can be
   * changed on the command line only: a thief of an operator's session must not be able to weaken them.
   */
  readonly changedIn: 'session' | 'command_line';
  /** As text, like a stored value. Null if the setting is then off or unset. */
  readonly default: string | null;
  readonly about: string;
}

/** A list is stored as text, separated by commas. */
export type SettingKind = 'text' | 'number' | 'list' | 'choice';

const text = { kind: 'text', filePath: null, isSecret: false, changedIn: 'session', default: null } as const;
const rates = { ...text, variable: null } as const;

export const settings = [
  {
    ...text,
    name: 'public_url',
    variable: 'PUBLIC_URL',
    about: 'The address under which browsers reach the service. A path is allowed.',
  },
  {
    ...text,
    name: 'smtp_url',
    variable: 'SMTP_URL',
    isSecret: true,
    about: 'The mail server: smtps://user:password@host:465 or smtp://user:password@host:587.',
  },
  {
    ...text,
    name: 'mail_from',
    variable: 'MAIL_FROM',
    about: 'The sender of mails: an address, or Name <address>.',
  },
  {
    ...text,
    name: 'mail_receipts_per_hour',
    variable: 'MAIL_RECEIPTS_PER_HOUR',
    kind: 'number',
    default: '200',
    about: 'The receipts that each app may mail within an hour.',
  },
  {
    ...text,
    name: 'mail_invitations_per_hour',
    variable: 'MAIL_INVITATIONS_PER_HOUR',
    kind: 'number',
    default: '20',
    about: 'The invitations that each person may mail within an hour.',
  },
  {
    ...text,
    name: 'backup_to',
    variable: 'BACKUP_TO',
    isSecret: true,
    about: 'The folder of backups, as an absolute path, or https://KEY:SECRET@host/bucket/folder?region=us-east-1.',
  },
  {
    ...text,
    name: 'backup_every',
    variable: 'BACKUP_EVERY',
    about: 'The interval of backups, such as 24h. It needs backup_to.',
  },
  {
    ...text,
    name: 'backup_recipient',
    variable: 'BACKUP_RECIPIENT',
    about: 'The age recipient (age1…) that backups are encrypted to.',
  },
  {
    ...text,
    name: 'sign_up',
    variable: 'SIGN_UP',
    kind: 'choice',
    choices: ['open', 'closed'],
    default: 'closed',
    about: 'Whether anyone can create an account.',
  },
  {
    ...rates,
    name: 'rate_sources',
    filePath: 'rates.sources',
    kind: 'list',
    default: 'kraken,coinbase,bitstamp,ecb',
    about: 'The sources of exchange rates.',
  },
  {
    ...rates,
    name: 'rate_max_age',
    filePath: 'rates.max_age',
    kind: 'number',
    changedIn: 'command_line',
    default: '120',
    about: 'The greatest age of a rate that is used, in seconds.',
  },
  {
    ...text,
    name: 'security_contact',
    variable: 'SECURITY_CONTACT',
    about: 'The contact in /.well-known/security.txt. By default, the e-mail address of the first operator.',
  },
  {
    ...text,
    name: 'cors_origins',
    variable: 'CORS_ORIGINS',
    kind: 'list',
    default: '',
    about: 'Web origins whose pages may call the API with a Bearer token.',
  },
  {
    ...text,
    name: 'rate_limit',
    variable: 'RATE_LIMIT',
    default: 'off',
    about: 'The requests that each caller may make, such as 600/minute, or off.',
  },
  {
    ...text,
    name: 'log_level',
    variable: 'LOG_LEVEL',
    kind: 'choice',
    choices: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    default: 'info',
    about: 'The least severe messages that are logged.',
  },
  {
    ...text,
    name: 'log_requests',
    variable: 'LOG_REQUESTS',
    kind: 'choice',
    choices: ['on', 'off'],
    default: 'off',
    about: 'Whether each request is logged.',
  },
  {
    ...text,
    name: 'payout_delay',
    variable: 'PAYOUT_DELAY',
    changedIn: 'command_line',
    default: '24h',
    about: 'How long a new receiving address of a production app waits.',
  },
  {
    ...text,
    name: 'webhook_allow_cidrs',
    variable: 'WEBHOOK_ALLOW_CIDRS',
    kind: 'list',
    changedIn: 'command_line',
    default: '',
    about: 'Private address ranges that webhooks may call.',
  },
  {
    ...text,
    name: 'trust_proxy',
    variable: 'TRUST_PROXY',
    changedIn: 'command_line',
    default: 'off',
    about: 'The addresses of proxies whose forwarding headers are believed.',
  },
] as const satisfies readonly Setting[];

export type SettingName = (typeof settings)[number]['name'];

/** The stored settings by name, each as text. */
export type StoredSettings = ReadonlyMap<SettingName, string>;

export function settingNamed(name: string): (Setting & { readonly name: SettingName }) | null {
  return settings.find((one) => one.name === name) ?? null;
}

/** A value of the API as it is stored; null for the default. */
export function settingText(value: string | number | readonly string[] | null): string | null {
  if (value === null) return null;
  const trimmed = (typeof value === 'object' ? value.join(',') : String(value)).trim();
  return trimmed === '' ? null : trimmed;
}

/** A stored text, or a default, as the API shows it. */
export function settingValue({ kind }: Pick<Setting, 'kind'>, held: string | null): string | number | string[] | null {
  if (held === null) return null;
  if (kind === 'number') return Number(held);
  if (kind !== 'list') return held;
  const parts = held.split(',').map((part) => part.trim());
  return parts.filter((part) => part !== '');
}

/** The public part of a secret: the host of a URL, or a folder. */
export function secretHint(held: string): string {
  const url = URL.parse(held);
  if (url !== null && url.host !== '') return url.host;
  return held.includes('@') ? '' : held;
}
