// Every variable has its default, and an invalid value is rejected with the variable's name.
import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { readEnvironment } from './environment.ts';
import { StartFault } from './start-fault.ts';

const key = Buffer.alloc(32, 1).toString('base64');

test('without any variable the service runs on its defaults', () => {
  assert.deepEqual(readEnvironment({}), {
    variables: {},
    production: false,
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    metricsPort: null,
    databaseUrl: null,
    dataDir: resolve('data'),
    secretKey: null,
    secretKeyOld: [],
    backupRecipient: null,
    backupTo: null,
    backupEvery: null,
    roles: new Set(['api', 'watcher', 'worker']),
    configFile: { path: resolve('quittance.json'), mustExist: false },
    rpcUrls: new Map(),
    logLevel: 'info',
    smtpUrl: null,
    mailFrom: null,
    mailLimits: { receiptsPerHour: 200, invitationsPerHour: 20 },
    s3Url: null,
    rateLimit: null,
    trustProxy: false,
    webhookAllowCidrs: [],
    corsOrigins: new Set(),
    signUp: 'closed',
    drainSeconds: 5,
    payoutDelayMs: 86_400_000,
    telegramUrl: 'https://api.telegram.org',
    buildPages: 'first',
    logRequests: false,
    securityContact: null,
    walletConnect: null,
  });
});

test('a variable that is set to nothing counts as not set', () => {
  const empty = {
    PORT: '',
    SECRET_KEY: '',
    ROLES: ' ',
    CONFIG: '',
    DATABASE_URL: '',
    RPC_URL_LOCAL: '',
    LOG_LEVEL: '',
  };
  assert.deepEqual({ ...readEnvironment(empty), variables: {} }, readEnvironment({}));
});

test('each variable is read', () => {
  const environment = readEnvironment({
    PORT: '8080',
    HOST: '0.0.0.0',
    PUBLIC_URL: 'https://pay.test/',
    METRICS_PORT: '9100',
    DATABASE_URL: 'postgres://u:p@db/q',
    DATA_DIR: '/var/lib/q',
    SECRET_KEY: key,
    ROLES: 'api, worker',
    CONFIG: '/etc/q.json',
    RPC_URL_ETHEREUM: 'https://a.test/key, https://b.test',
    RPC_URL_BASE_SEPOLIA: 'http://c.test',
    LOG_LEVEL: 'WARN',
    RATE_LIMIT: '600/minute',
    TRUST_PROXY: '10.0.0.0/8, 127.0.0.1',
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8,::1',
    CORS_ORIGINS: 'https://console.example, http://localhost:5173/, https://B.example:443',
    SIGN_UP: 'open',
    DRAIN_SECONDS: '20',
    MAIL_RECEIPTS_PER_HOUR: '0',
    MAIL_INVITATIONS_PER_HOUR: '100',
    BUILD_PAGES: 'when-opened',
    LOG_REQUESTS: 'on',
    SECURITY_CONTACT: 'security@pay.test',
    WALLETCONNECT_PROJECT_ID: 'a0'.repeat(16),
    NODE_ENV: 'production',
  });
  assert.equal(environment.port, 8080);
  assert.equal(environment.publicUrl, 'https://pay.test');
  assert.equal(environment.secretKey?.length, 32);
  assert.deepEqual([...environment.roles], ['api', 'worker']);
  assert.deepEqual(environment.configFile, { path: '/etc/q.json', mustExist: true });
  assert.deepEqual(
    [...environment.rpcUrls],
    [
      ['ethereum', ['https://a.test/key', 'https://b.test']],
      ['base-sepolia', ['http://c.test']],
    ],
  );
  assert.equal(environment.logLevel, 'warn');
  assert.deepEqual(environment.rateLimit, { requests: 600, windowSeconds: 60 });
  assert.equal(environment.trustProxy, '10.0.0.0/8,127.0.0.1');
  assert.equal(environment.webhookAllowCidrs.length, 2);
  assert.deepEqual([environment.drainSeconds, environment.logRequests], [20, true]);
  assert.equal(environment.buildPages, 'when-opened');
  assert.deepEqual(environment.mailLimits, { receiptsPerHour: 0, invitationsPerHour: 100 });
  assert.equal(environment.securityContact, 'mailto:security@pay.test');
  const relay = 'wss://relay.walletconnect.org';
  assert.deepEqual(environment.walletConnect, { projectId: 'a0'.repeat(16), relay });
  assert.deepEqual(
    [...environment.corsOrigins],
    ['https://console.example', 'http://localhost:5173', 'https://b.example'],
  );
  assert.equal(environment.production, true);
  assert.equal(readEnvironment({ TRUST_PROXY: 'on' }).trustProxy, true);
});

test('a wrong value is refused with its name, and a secret is not repeated', () => {
  const table: [NodeJS.ProcessEnv, RegExp][] = [
    [{ PORT: '80a' }, /^PORT must be a port/],
    [{ PORT: '65536' }, /^PORT must be a port/],
    [{ PUBLIC_URL: 'pay.test' }, /^PUBLIC_URL must be an address such as https:/],
    [{ PUBLIC_URL: 'https://me:hush@pay.test' }, /^PUBLIC_URL must not have a user name or a password/],
    [{ DATABASE_URL: 'mysql://hush@db' }, /^DATABASE_URL must be an address that starts with postgres:/],
    [{ SECRET_KEY: 'hush' }, /^SECRET_KEY must be 32 bytes in base64/],
    [{ SECRET_KEY: Buffer.alloc(31).toString('base64') }, /^SECRET_KEY must be 32 bytes/],
    [{ SECRET_KEY: Buffer.alloc(33).toString('base64') }, /^SECRET_KEY must be 32 bytes/],
    [{ NODE_ENV: 'production', DATABASE_URL: 'postgres://db/q' }, /^SECRET_KEY is not set/],
    [{ ROLES: 'api,wacher' }, /^ROLES must be .* \(did you mean watcher\?\)/],
    [{ ROLES: ',' }, /^ROLES must name at least one/],
    [{ RPC_URL_LOCAL: 'http://user:hush,hush@127.0.0.1:1' }, /^RPC_URL_LOCAL: .*percent-encoded.*a comma is %2C/],
    [{ DATABASE_URL: 'postgres://user:hu#hush@127.0.0.1/db' }, /^DATABASE_URL: .*percent-encoded.*# is %23/],
    [{ SMTP_URL: 'smtp://user:hush%hush@mail.test' }, /^SMTP_URL: .*percent-encoded.*% is %25/],
    [{ BACKUP_TO: 'https://KEY:hu/hush@bucket.test/b/f' }, /^BACKUP_TO: .*percent-encoded/],
    [{ RPC_URL_LOCAL: 'localhost:8545,hush' }, /^RPC_URL_LOCAL must be an address/],
    [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL must be/],
    [{ RATE_LIMIT: '10' }, /^RATE_LIMIT must be off, or like/],
    [{ TRUST_PROXY: '1' }, /^TRUST_PROXY must list/],
    [{ WEBHOOK_ALLOW_CIDRS: '10.0.0.1/8' }, /^WEBHOOK_ALLOW_CIDRS must list/],
    [{ TRUST_PROXY: 'on', NODE_ENV: 'production' }, /^TRUST_PROXY=on .* list the addresses of your proxies/],
    [{ MAIL_RECEIPTS_PER_HOUR: '1e3' }, /^MAIL_RECEIPTS_PER_HOUR must be a whole number from 0 to 1000000, not "1e3"/],
    [{ MAIL_INVITATIONS_PER_HOUR: '1000001' }, /^MAIL_INVITATIONS_PER_HOUR must be a whole number/],
    [{ DRAIN_SECONDS: '-1' }, /^DRAIN_SECONDS must be whole seconds from 0 to 600/],
    [{ BUILD_PAGES: 'never' }, /^BUILD_PAGES must be first, when-opened/],
    [{ LOG_REQUESTS: 'yes' }, /^LOG_REQUESTS must be on, off/],
    [{ SECURITY_CONTACT: 'javascript:alert(1)' }, /^SECURITY_CONTACT must be an e-mail address/],
    [{ SECURITY_CONTACT: 'a@b.test\nExpires: x' }, /^SECURITY_CONTACT must be an e-mail address/],
    [{ CORS_ORIGINS: '*' }, /^CORS_ORIGINS must list web origins/],
    [{ CORS_ORIGINS: 'https://*.example' }, /^CORS_ORIGINS must list web origins/],
    [{ CORS_ORIGINS: 'https://a.example/path' }, /^CORS_ORIGINS must list web origins/],
    [{ CORS_ORIGINS: 'https://hush@a.example' }, /^CORS_ORIGINS must list web origins/],
    [{ CORS_ORIGINS: 'null' }, /^CORS_ORIGINS must list web origins/],
    [{ WALLETCONNECT_PROJECT_ID: 'mine' }, /^WALLETCONNECT_PROJECT_ID must be the 32 hexadecimal digits/],
    [{ WALLETCONNECT_RELAY: 'wss://relay.example' }, /^WALLETCONNECT_RELAY needs WALLETCONNECT_PROJECT_ID/],
    [{ WALLETCONNECT_RELAY: 'https://relay.example' }, /^WALLETCONNECT_RELAY must be an address that starts with wss:/],
    [{ SMTP_URL: 'smtp://shop:hush#1@mail.test' }, /^SMTP_URL: .*percent-encoded/],
    [{ SMTP_URL: 'smtp://mail.test:hush' }, /^SMTP_URL has a port that is not/],
    [{ DATABASE_URL: 'postgres://q:hu%sh@db/q' }, /^DATABASE_URL: .*percent-encoded/],
    [{ BACKUP_RECIPIENT: 'age1hush!' }, /^BACKUP_RECIPIENT must be an age recipient: age1, then small letters/],
    [{ SECURITY_CONTACT: 'https://a.test/no where' }, /^SECURITY_CONTACT must .* without spaces/],
    [{ SIGN_UP: 'maybe' }, /^SIGN_UP must be/],
  ];
  for (const [variables, message] of table) {
    assert.throws(
      () => readEnvironment(variables),
      (error) => error instanceof StartFault && message.test(error.message) && !error.message.includes('hush'),
      JSON.stringify(variables),
    );
  }
});
