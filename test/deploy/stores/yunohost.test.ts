// The YunoHost package, by the schemas and the linter of its catalog.
// Source: github.com/YunoHost/apps, schemas/manifest.v2.schema.json and tests.v1.schema.json;
// github.com/YunoHost/package_linter; github.com/YunoHost/yunohost, helpers/helpers.v2.1.d (2025 and August 2026).
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readEnvironment } from '../../../src/io/environment.ts';
import { yunohostFiles } from '../../../tools/stores/printers/yunohost.ts';
import type { Json } from '../../rig/client.ts';
import { assertFits, members, text, url } from '../../rig/deploy/stores/fits.ts';
import { app, filesOf, publishedApp, textOf, unpublishedApp } from '../../rig/deploy/stores/printed.ts';
import { projectRoot } from '../../rig/house/source-tree.ts';

const folder = `deploy/stores/yunohost/${app.id}_ynh`;
const manifest = toml(textOf(`${folder}/manifest.toml`));
const scripts = filesOf(folder).filter((path) => path.startsWith('scripts/'));

test('the manifest fits packaging format 2', () => {
  const empty = members({});
  const size = { type: 'string', pattern: '^[0-9]+[kKmMgG]$' };
  assertFits(
    members({
      packaging_format: { const: 2 },
      id: { type: 'string', pattern: '^[a-z0-9]((_|-)?[a-z0-9])+$' },
      name: text(1, 22),
      description: members({ en: text(5, 150) }),
      version: { type: 'string', pattern: '^[0-9]+(\\.[0-9]+)*(-[0-9a-z.]+)?~ynh[0-9]+$' },
      maintainers: { type: 'array', minItems: 1, items: { type: 'string', pattern: '^[^,]+$' } },
      upstream: members({ license: { const: app.license }, website: url, admindoc: url, userdoc: url, code: url }),
      integration: members({
        yunohost: { type: 'string', pattern: '^>= [0-9]+(\\.[0-9]+){1,3}$' },
        helpers_version: { const: '2.1' },
        architectures: { type: 'array', items: { enum: ['amd64', 'i386', 'armhf', 'arm64'] } },
        multi_instance: { type: 'boolean' },
        ldap: { enum: [true, false, 'not_relevant'] },
        sso: { enum: [true, false, 'not_relevant'] },
        disk: size,
        ram: members({ build: size, runtime: size }),
      }),
      install: members({
        domain: members({ type: { const: 'domain' } }),
        path: members({ type: { const: 'path' }, default: { type: 'string', pattern: '^/' } }),
        init_main_permission: members({ type: { const: 'group' }, default: { const: 'visitors' } }),
      }),
      resources: members({
        sources: members({ main: members({ url, sha256: { type: 'string', pattern: '^[0-9a-f]{64}$' } }) }),
        system_user: empty,
        install_dir: empty,
        data_dir: empty,
        permissions: members({ main: members({ url: { const: '/' }, auth_header: { const: false } }) }),
        ports: { type: 'object', additionalProperties: members({ default: { type: 'integer' } }) },
        apt: members({ packages: { type: 'array', items: { type: 'string' } } }),
        database: members({ type: { enum: ['mysql', 'postgresql'] } }),
        nodejs: members({ version: { type: 'string', pattern: '^[0-9]+(\\.[0-9]+)*$' } }),
      }),
    }),
    manifest,
  );
  const resources = Object.keys(manifest.resources);
  assert.ok(resources.indexOf('apt') < resources.indexOf('database'), 'the server is installed first');
  assert.deepEqual(toml(textOf(`${folder}/tests.toml`)), { test_format: 1, default: {} });
});

test('a package before the release cannot be installed, and one after it has the hash of the archive', () => {
  const hash = (of: typeof app) => toml(`${yunohostFiles(of)[0]?.content}`).resources.sources.main.sha256;
  assert.equal(hash(unpublishedApp), '0'.repeat(64));
  assert.equal(hash(publishedApp), publishedApp.archive.sha256);
});

test('the package has every script, and each is valid Bash that uses the helpers', () => {
  const required = ['_common.sh', 'backup', 'change_url', 'install', 'remove', 'restore', 'upgrade'];
  assert.deepEqual(scripts.sort(), required.map((name) => `scripts/${name}`).sort());
  for (const path of scripts) {
    const script = textOf(`${folder}/${path}`);
    execFileSync('bash', ['-n'], { input: script });
    assert.doesNotMatch(script, /set -[eu]|\bexit\b|ynh_abort_if_errors|apt(?:-get)? install|sudo/, path);
    const common = /backup|restore/.test(path) ? 'source ../settings/scripts/_common.sh' : 'source _common.sh';
    if (path !== 'scripts/_common.sh')
      assert.match(script, new RegExp(`^${common}\\nsource /usr/share/yunohost/helpers$`, 'm'));
  }
  for (const path of ['LICENSE', 'README.md', 'doc/DESCRIPTION.md', 'doc/POST_INSTALL.md', 'doc/ADMIN.md'])
    assert.ok(textOf(`${folder}/${path}`).length > 0, path);
});

test('each placeholder is a setting of the app or a variable of its scripts', () => {
  const settings = ['APP', 'DOMAIN', 'PATH', 'INSTALL_DIR', 'DATA_DIR', 'PORT', 'PORT_METRICS'];
  const known = new Set([...settings, 'DB_USER', 'DB_PWD', 'DB_NAME', 'SECRET_KEY', 'PUBLIC_URL', 'SETUP_LINK']);
  const files = filesOf(folder).filter((path) => /^(?:conf|doc)\//.test(path));
  const used = files.flatMap((path) => textOf(`${folder}/${path}`).match(/(?<=__)[A-Z][A-Z_]*?(?=__)/g) ?? []);
  assert.deepEqual([...new Set(used)].filter((name) => !known.has(name)).sort(), []);
  assert.match(textOf(`${folder}/scripts/install`), /--key=setup_link/);
});

test('the service understands its environment, at the root of a domain and below a path', () => {
  const settings: Readonly<Record<string, string>> = {
    DATA_DIR: '/srv/quittance',
    DB_USER: 'quittance',
    DB_PWD: 'Ab3'.repeat(8),
    DB_NAME: 'quittance',
    PORT: '3417',
    PORT_METRICS: '3418',
    // ynh_string_random --length=43
    SECRET_KEY: 'k'.repeat(43),
  };
  for (const path of ['', '/quittance']) {
    const filled = { ...settings, PUBLIC_URL: `https://shop.example${path}` } as Record<string, string>;
    const lines = textOf(`${folder}/conf/${app.id}.env`)
      .trim()
      .replace(/__([A-Z_]+?)__/g, (_, name: string) => filled[name] ?? assert.fail(name))
      .split('\n');
    const given = readEnvironment(Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2))));
    assert.deepEqual([given.production, given.host, given.port, given.metricsPort], [true, '127.0.0.1', 3417, 3418]);
    assert.deepEqual([given.publicUrl, given.secretKey?.length], [filled.PUBLIC_URL, 32]);
    assert.equal(given.trustProxy, '127.0.0.1');
  }
});

test('the unit is as confined as the unit of the deployment guide', () => {
  const confined = (unit: string) =>
    unit
      .split('\n')
      .filter((line) => /^(?:NoNew|Cap|Ambient|Protect|Private|Proc|Restrict|Lock|Device|System)/.test(line));
  const own = readFileSync(join(projectRoot, 'deploy/systemd/quittance.service'), 'utf8');
  const unit = textOf(`${folder}/conf/systemd.service`);
  // The data folder is below /home, which an empty one replaces.
  const expected = confined(own).map((line) => (line === 'ProtectHome=yes' ? 'ProtectHome=tmpfs' : line));
  assert.deepEqual(confined(unit).toSorted(), expected.toSorted());
  assert.match(unit, /^BindPaths=__DATA_DIR__$/m);
  assert.doesNotMatch(unit, /Environment=/, 'units are readable by every user');
});

test('the proxy keeps the headers of the service that YunoHost would replace', () => {
  const nginx = textOf(`${folder}/conf/nginx.conf`);
  assert.match(nginx, /location __PATH__\/ \{/);
  assert.match(nginx, /proxy_pass http:\/\/127\.0\.0\.1:__PORT__;/);
  for (const name of ['Content-Security-Policy', 'X-Frame-Options']) {
    const variable = `$upstream_http_${name.toLowerCase().replaceAll('-', '_')}`;
    assert.ok(nginx.includes(`more_set_headers "${name}: ${variable}";`), name);
  }
});

/** Python's parser is the one of YunoHost. */
function toml(source: string): Json {
  const code = 'import json, sys, tomllib; json.dump(tomllib.loads(sys.stdin.read()), sys.stdout)';
  return JSON.parse(execFileSync('python3', ['-c', code], { input: source, encoding: 'utf8' })) as Json;
}
