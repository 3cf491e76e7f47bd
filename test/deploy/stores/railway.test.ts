// The Railway project, as its builders read it, and the variables of the template.
// Source: github.com/railwayapp/docs, content/docs/infrastructure-as-code/reference.md, templates/create.md and
// volumes.md (August 2026).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readEnvironment } from '../../../src/io/environment.ts';
import type { Json } from '../../rig/client.ts';
import { app, textOf } from '../../rig/deploy/stores/printed.ts';

const folder = 'deploy/stores/railway';
const rows = [...textOf(`${folder}/README.md`).matchAll(/^\| `(\w+)` \| `(.+)` \| .+ \|$/gm)];
const template = new Map(rows.map(([, name = '', value = '']) => [name, value]));
const project = evaluated(textOf(`${folder}/.railway/railway.ts`));
const [database, volume, service] = project.resources;

test('the project has the service, a database and a volume for the data folder', () => {
  assert.deepEqual([database.kind, volume.kind, service.kind], ['postgres', 'volume', 'service']);
  assert.deepEqual(service.source, { image: app.images.service });
  assert.deepEqual(service.volumeMounts, { [app.dataFolder]: volume });
  assert.equal(service.healthcheck, app.health.ready);
  // A volume belongs to root, and the image has another user.
  assert.equal(service.env.RAILWAY_RUN_UID, '0');
});

test('the template has the variables of the project, and generates the key', () => {
  assert.deepEqual([...template.keys()], Object.keys(service.env));
  assert.equal(service.env.SECRET_KEY, 'preserved');
  const [, length = '', alphabet = ''] =
    /^\$\{\{secret\((\d+), "(.+)"\)\}\}=$/.exec(template.get('SECRET_KEY') ?? '') ?? [];
  const generated = `${alphabet.slice(0, Number(length))}=`;
  const { production, secretKey, publicUrl, databaseUrl } = readEnvironment({
    NODE_ENV: 'production',
    ...service.env,
    DATABASE_URL: 'postgresql://postgres:generated@postgres.railway.internal:5432/railway',
    SECRET_KEY: generated,
    PUBLIC_URL: template.get('PUBLIC_URL')?.replace(/\$\{\{RAILWAY_PUBLIC_DOMAIN\}\}/, 'pay.up.railway.app'),
  });
  assert.deepEqual([production, secretKey?.length, publicUrl], [true, 32, 'https://pay.up.railway.app']);
  assert.match(databaseUrl ?? '', /railway\.internal/);
  assert.equal(template.get('DATABASE_URL'), `\${{${database.name}.DATABASE_URL}}`);
});

/** Evaluates the file with builders that keep their arguments. */
function evaluated(code: string): Json {
  const body = code.replace(/^import .*$/m, '').replace('export default', 'return');
  const named = (kind: string) => (name: string, rest: object) => ({ kind, name, ...rest });
  const builders = {
    defineRailway: (program: () => Json) => program(),
    image: (name: string) => ({ image: name }),
    postgres: (name: string) => ({ kind: 'postgres', name, env: { DATABASE_URL: 'reference' } }),
    preserve: () => 'preserved',
    project: named('project'),
    service: named('service'),
    volume: named('volume'),
  };
  const imported = /^import \{ (.+) \} from 'railway\/iac';$/m.exec(code)?.[1]?.split(', ');
  assert.deepEqual(imported, Object.keys(builders));
  return new Function(...Object.keys(builders), body)(...Object.values(builders)) as Json;
}
