// Reads the environment variables of the service at its start, validates them and applies the defaults.
import { resolve } from 'node:path';
import { encodePassword, passwordRefusal, scriptIndexSchemes } from '../core/config/endpoint-address.ts';
import { suggestion } from '../core/config/nearest-word.ts';
import type { MailLimits } from '../core/mail/mail-budget.ts';
import { telegramApiUrl } from '../core/notifications/channel-request.ts';
import { type AddressRange, parseRange } from '../core/public-address.ts';
import { readPublicUrl } from '../core/urls/read-public-url.ts';
import { whyNoUrl } from '../core/urls/url-refusal.ts';
import { type LogLevel, logLevels } from './log.ts';
import { refusedParameter, serverParameters } from './mail/server-parameters.ts';
import { StartFault } from './start-fault.ts';

export const roles = ['api', 'watcher', 'worker'] as const;
export type Role = (typeof roles)[number];

export interface Environment {
  /** The variables that it was read from, without stored settings. */
  readonly variables: NodeJS.ProcessEnv;
  readonly production: boolean;
  /** 0 chooses a free port. */
  readonly port: number;
  readonly host: string;
  /** Without a trailing slash. */
  readonly publicUrl: string;
  readonly metricsPort: number | null;
  /** Null for the embedded PostgreSQL in dataDir. */
  readonly databaseUrl: string | null;
  /** An absolute path. */
  readonly dataDir: string;
  /** 32 bytes. Null for the key stored in dataDir. */
  readonly secretKey: Buffer | null;
  /** 32 bytes each. They open older secrets and seal nothing. */
  readonly secretKeyOld: readonly Buffer[];
  /** The age recipient (age1…) that backups are encrypted to. */
  readonly backupRecipient: string | null;
  /** An absolute path, or the URL of a bucket. */
  readonly backupTo: string | null;
  /** In milliseconds. Null for no automatic backups. */
  readonly backupEvery: number | null;
  readonly roles: ReadonlySet<Role>;
  /** `path` is absolute. A file that the operator named must exist. */
  readonly configFile: { readonly path: string; readonly mustExist: boolean };
  /** By network symbol. Each list has at least one URL. */
  readonly rpcUrls: ReadonlyMap<string, readonly string[]>;
  readonly logLevel: LogLevel;
  readonly smtpUrl: string | null;
  /** The sender of mails. Null for the one in smtpUrl, or one at the host of publicUrl. */
  readonly mailFrom: string | null;
  readonly mailLimits: MailLimits;
  readonly s3Url: string | null;
  readonly rateLimit: { readonly requests: number; readonly windowSeconds: number } | null;
  /** True trusts every proxy. A text lists the trusted addresses and ranges. */
  readonly trustProxy: boolean | string;
  readonly webhookAllowCidrs: readonly AddressRange[];
  /** Origins (RFC 6454) whose pages may call the API with a token, in addition to those of registered clients. */
  readonly corsOrigins: ReadonlySet<string>;
  /** Whether anyone can sign up. */
  readonly signUp: 'open' | 'closed';
  /** How long a new receiving address of a production app that was paid before has to wait, in milliseconds. */
  readonly payoutDelayMs: number;
  /** The server of Telegram's Bot API, without a trailing slash. */
  readonly telegramUrl: string;
  /** The time between SIGTERM and the closing of the port. */
  readonly drainSeconds: number;
  /** When missing pages are built: before the service is ready, or each at its first request. */
  readonly buildPages: 'first' | 'when-opened';
  /** Whether each request is logged. */
  readonly logRequests: boolean;
  /** A URI. Null for the first operator's e-mail address. */
  readonly securityContact: string | null;
  /**
   * Lets customers pay through WalletConnect. The relay is an origin. Null disables all connections to WalletConnect.
   */
  readonly walletConnect: { readonly projectId: string; readonly relay: string } | null;
}

/**
 * Throws StartFault that begins with the name of the invalid variable. Its message never contains a secret. `settings`
 * are variables of settings in the database. They apply where the environment names none.
 */
export function readEnvironment(variables: NodeJS.ProcessEnv, settings: NodeJS.ProcessEnv = {}): Environment {
  const get = (name: string): string | null => variables[name]?.trim() || settings[name]?.trim() || null;
  const production = variables.NODE_ENV === 'production';
  const port = readPort('PORT', get('PORT')) ?? 3000;
  const databaseUrl = readUrl('DATABASE_URL', get('DATABASE_URL'), ['postgres:', 'postgresql:']);
  const config = get('CONFIG');
  return {
    variables,
    production,
    port,
    host: get('HOST') ?? '127.0.0.1',
    publicUrl: publicUrlFrom(get('PUBLIC_URL')) ?? `http://localhost:${port}`,
    metricsPort: readPort('METRICS_PORT', get('METRICS_PORT')),
    databaseUrl,
    dataDir: resolve(get('DATA_DIR') ?? 'data'),
    secretKey: readSecretKey(get('SECRET_KEY'), production && databaseUrl !== null),
    secretKeyOld: listOf(get('SECRET_KEY_OLD') ?? '').map((text) => readKey('SECRET_KEY_OLD', text)),
    ...readBackups(get),
    roles: readRoles(get('ROLES')),
    configFile: { path: resolve(config ?? 'quittance.json'), mustExist: config !== null },
    rpcUrls: readRpcUrls(variables),
    logLevel: readWord('LOG_LEVEL', get('LOG_LEVEL'), logLevels) ?? 'info',
    smtpUrl: readSmtpUrl(get('SMTP_URL')),
    mailFrom: readMailFrom(get('MAIL_FROM')),
    mailLimits: {
      receiptsPerHour: readCount('MAIL_RECEIPTS_PER_HOUR', get('MAIL_RECEIPTS_PER_HOUR')) ?? 200,
      invitationsPerHour: readCount('MAIL_INVITATIONS_PER_HOUR', get('MAIL_INVITATIONS_PER_HOUR')) ?? 20,
    },
    s3Url: readUrl('S3_URL', get('S3_URL'), ['http:', 'https:', 's3:']),
    rateLimit: readRateLimit(get('RATE_LIMIT')),
    trustProxy: readTrustProxy(get('TRUST_PROXY'), production),
    webhookAllowCidrs: readCidrs('WEBHOOK_ALLOW_CIDRS', get('WEBHOOK_ALLOW_CIDRS')),
    corsOrigins: readOrigins('CORS_ORIGINS', get('CORS_ORIGINS')),
    signUp: readWord('SIGN_UP', get('SIGN_UP'), ['open', 'closed']) ?? 'closed',
    payoutDelayMs: readPayoutDelay(get('PAYOUT_DELAY')),
    telegramUrl: readTelegramUrl(get('TELEGRAM_API_URL')),
    drainSeconds: readSeconds('DRAIN_SECONDS', get('DRAIN_SECONDS')) ?? 5,
    buildPages: readWord('BUILD_PAGES', get('BUILD_PAGES'), ['first', 'when-opened']) ?? 'first',
    logRequests: readWord('LOG_REQUESTS', get('LOG_REQUESTS'), ['on', 'off']) === 'on',
    securityContact: readContact(get('SECURITY_CONTACT')),
    walletConnect: readWalletConnect(get),
  };
}

function publicUrlFrom(text: string | null): string | null {
  if (text === null) return null;
  const read = readPublicUrl(text);
  if ('url' in read) return read.url;
  throw new StartFault(`PUBLIC_URL ${read.fault}.`);
}

/** Decodes 32 bytes of base64 (either alphabet, with or without padding). Returns null for anything else. */
export function decodeSecretKey(text: string): Buffer | null {
  return /^[A-Za-z0-9+/_-]{43}=?$/.test(text) ? Buffer.from(text, 'base64') : null;
}

function readPort(name: string, text: string | null): number | null {
  if (text === null) return null;
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw new StartFault(`${name} must be a port from 0 to 65535, not "${text}".`);
  return Number(text);
}

function readUrl(name: string, text: string | null, protocols: readonly string[]): string | null {
  if (text === null) return null;
  const refusal = passwordRefusal(text);
  if (refusal !== null) throw new StartFault(`${name}: ${refusal}.`);
  const why = whyNoUrl(text, protocols);
  if (why !== null) throw new StartFault(`${name} ${why}.`);
  return text;
}

function readTelegramUrl(text: string | null): string {
  return readUrl('TELEGRAM_API_URL', text, ['http:', 'https:'])?.replace(/\/+$/, '') ?? telegramApiUrl;
}

function readSecretKey(text: string | null, required: boolean): Buffer | null {
  if (text === null) {
    if (!required) return null;
    throw new StartFault(
      'SECRET_KEY is not set: in production with DATABASE_URL every node needs the same one. ' +
        'Make it once with: openssl rand -base64 32',
    );
  }
  return readKey('SECRET_KEY', text);
}

function readKey(name: string, text: string): Buffer {
  const key = decodeSecretKey(text);
  if (key !== null) return key;
  const many = name === 'SECRET_KEY_OLD' ? ', separated by commas if there are several' : '';
  throw new StartFault(`${name} must be 32 bytes in base64${many}. Make one with: openssl rand -base64 32`);
}

type BackupSettings = Pick<Environment, 'backupRecipient' | 'backupTo' | 'backupEvery'>;

function readBackups(get: (name: string) => string | null): BackupSettings {
  const backupRecipient = get('BACKUP_RECIPIENT');
  if (backupRecipient !== null && !/^age1[a-z0-9]{10,4000}$/.test(backupRecipient))
    throw new StartFault(
      'BACKUP_RECIPIENT must be an age recipient: age1, then small letters and digits, as age-keygen makes one.',
    );
  const to = get('BACKUP_TO');
  const backupTo = to === null || /^(s3|https?):/.test(to) ? readUrl('BACKUP_TO', to, urlOfBucket) : resolve(to);
  const backupEvery = readSpan('BACKUP_EVERY', get('BACKUP_EVERY'));
  if (backupTo !== null && /^(s3|https?):/.test(backupTo) && !/^\w+:\/\/[^/@]+:[^/@]+@[^/]+\/./.test(backupTo))
    throw new StartFault('BACKUP_TO must be a folder, or like https://KEY:SECRET@host/bucket/folder?region=us-east-1.');
  if (backupEvery !== null && backupTo === null)
    throw new StartFault('BACKUP_EVERY needs BACKUP_TO: the folder or the bucket that backups go to.');
  return { backupRecipient, backupTo, backupEvery };
}

const urlOfBucket = ['http:', 'https:', 's3:'];

/** Parses a span such as `24h`. Returns milliseconds. */
function readSpan(name: string, text: string | null): number | null {
  if (text === null) return null;
  const parts = /^([1-9]\d{0,4})([dhm])$/.exec(text);
  if (parts === null) throw new StartFault(`${name} must be like 24h, 30m or 7d, not "${text}".`);
  return Number(parts[1]) * { d: 86_400_000, h: 3_600_000, m: 60_000 }[parts[2] as 'd' | 'h' | 'm'];
}

const unitMillis: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Returns milliseconds, by default one day. An excessively long delay is rejected as a mistake. */
function readPayoutDelay(text: string | null): number {
  if (text === null) return 86_400_000;
  const parts = /^(\d{1,6})([smhd])$/.exec(text.toLowerCase());
  const millis =
    text === '0' ? 0 : parts === null ? Number.NaN : Number(parts[1]) * (unitMillis[parts[2] as string] ?? 0);
  if (millis <= 365 * 86_400_000) return millis;
  throw new StartFault(`PAYOUT_DELAY must be like 90s, 30m, 24h or 7d, at most a year, or 0, not "${text}".`);
}

function readRoles(text: string | null): ReadonlySet<Role> {
  const words = text === null ? roles : listOf(text);
  if (words.length === 0) throw new StartFault(`ROLES must name at least one of ${roles.join(', ')}.`);
  return new Set(words.map((word) => readWord('ROLES', word, roles) as Role));
}

/** RPC_URL_BASE_SEPOLIA is for the network base-sepolia. Underscores stand for hyphens. */
function readRpcUrls(variables: NodeJS.ProcessEnv): ReadonlyMap<string, readonly string[]> {
  const endpoints = new Map<string, readonly string[]>();
  for (const [name, text] of Object.entries(variables)) {
    const urls = listOf(text ?? '');
    if (!/^RPC_URL_[A-Za-z0-9_]+$/.test(name) || urls.length === 0) continue;
    const isTorn = urls.some((url) => !/^[a-z][a-z\d+.-]*:\/\//i.test(url));
    if (isTorn && text?.includes('@')) throw new StartFault(`${name}: ${encodePassword}.`);
    for (const url of urls) readUrl(name, url, ['http:', 'https:', ...scriptIndexSchemes]);
    endpoints.set(name.slice('RPC_URL_'.length).toLowerCase().replaceAll('_', '-'), urls);
  }
  return endpoints;
}

function readRateLimit(text: string | null): Environment['rateLimit'] {
  if (text === null || text.toLowerCase() === 'off') return null;
  const parts = /^([1-9]\d{0,6})\/(second|minute|hour)$/i.exec(text);
  if (parts === null)
    throw new StartFault(`RATE_LIMIT must be off, or like 600/minute (second, minute or hour), not "${text}".`);
  const windowSeconds = { second: 1, minute: 60, hour: 3600 }[
    (parts[2] as string).toLowerCase() as 'second' | 'minute' | 'hour'
  ];
  return { requests: Number(parts[1]), windowSeconds };
}

const mostCount = 1_000_000;

function readCount(name: string, text: string | null): number | null {
  if (text === null) return null;
  if (/^\d{1,7}$/.test(text) && Number(text) <= mostCount) return Number(text);
  throw new StartFault(`${name} must be a whole number from 0 to ${mostCount}, not "${text}".`);
}

function readTrustProxy(text: string | null, production: boolean): boolean | string {
  const word = text?.toLowerCase() ?? 'off';
  if (word === 'off' || word === 'false') return false;
  if (word === 'on' || word === 'true') {
    if (!production) return true;
    throw new StartFault(
      'TRUST_PROXY=on would trust any sender: in production, list the addresses of your proxies, like 10.0.0.7.',
    );
  }
  readCidrs('TRUST_PROXY', word);
  return listOf(word).join(',');
}

function readCidrs(name: string, text: string | null): readonly AddressRange[] {
  return listOf(text ?? '').map((item) => {
    const range = parseRange(item);
    if (range !== null) return range;
    throw new StartFault(
      `${name} must list addresses or ranges such as 10.0.0.0/8, separated by commas; "${item}" is neither.`,
    );
  });
}

const mostSeconds = 600;

function readSeconds(name: string, text: string | null): number | null {
  if (text === null) return null;
  if (/^\d{1,3}$/.test(text) && Number(text) <= mostSeconds) return Number(text);
  throw new StartFault(`${name} must be whole seconds from 0 to ${mostSeconds}, not "${text}".`);
}

function readSmtpUrl(text: string | null): string | null {
  const url = readUrl('SMTP_URL', text, ['smtp:', 'smtps:']);
  const refused = url === null ? null : refusedParameter(url);
  if (refused === null) return url;
  throw new StartFault(
    `SMTP_URL must not have the parameter ${refused}. It may have from, ${serverParameters.join(', ')}.`,
  );
}

/** Accepts `shop@example.com` and `Shop <shop@example.com>`. */
function readMailFrom(text: string | null): string | null {
  if (text === null) return null;
  const address = /^[^<>@\s",;]{1,64}@[^<>@\s",;]{1,255}$/;
  const named = /^([^<>\r\n]{1,100}?)\s*<([^<>]+)>$/.exec(text);
  if (address.test(named?.[2] ?? text)) return text;
  throw new StartFault('MAIL_FROM must be an e-mail address, or like: Shop <shop@example.com>.');
}

/** Returns a URI as in RFC 9116 §2.5.3. An e-mail address becomes a mailto URI. */
function readContact(text: string | null): string | null {
  if (text === null) return null;
  if (/^[^\s@:/]+@[^\s@:/]+$/.test(text)) return `mailto:${text}`;
  if (/^(mailto:|https:\/\/|tel:)\S+$/.test(text)) return text;
  throw new StartFault(
    'SECURITY_CONTACT must be an e-mail address, or start with mailto:, https:// or tel: and go on without spaces.',
  );
}

function readWalletConnect(get: (name: string) => string | null): Environment['walletConnect'] {
  const projectId = get('WALLETCONNECT_PROJECT_ID');
  const relay = readUrl('WALLETCONNECT_RELAY', get('WALLETCONNECT_RELAY'), ['wss:', 'ws:']);
  if (projectId === null) {
    if (relay === null) return null;
    throw new StartFault('WALLETCONNECT_RELAY needs WALLETCONNECT_PROJECT_ID: without it WalletConnect is off.');
  }
  if (!/^[0-9a-f]{32}$/i.test(projectId))
    throw new StartFault('WALLETCONNECT_PROJECT_ID must be the 32 hexadecimal digits of a project at WalletConnect.');
  return { projectId, relay: relay === null ? 'wss://relay.walletconnect.org' : new URL(relay).origin };
}

function readOrigins(name: string, text: string | null): ReadonlySet<string> {
  const origins = listOf(text ?? '').map((item) => {
    const url = URL.parse(item);
    const isOrigin = url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
    if (isOrigin && !item.includes('*')) return url.origin;
    throw new StartFault(
      `${name} must list web origins such as https://console.example, separated by commas, each without a path.`,
    );
  });
  return new Set(origins);
}

function readWord<Word extends string>(name: string, text: string | null, words: readonly Word[]): Word | null {
  if (text === null) return null;
  const word = words.find((each) => each === text.toLowerCase());
  if (word !== undefined) return word;
  throw new StartFault(`${name} must be ${words.join(', ')}, not "${text}"${suggestion(text, words)}.`);
}

function listOf(text: string): string[] {
  const parts = text.split(',').map((part) => part.trim());
  return parts.filter((part) => part !== '');
}
