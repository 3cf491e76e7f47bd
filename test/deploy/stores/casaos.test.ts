// The CasaOS package, by the specification of its store and the rules of its validator.
// Source: github.com/IceWhaleTech/CasaOS-AppStore, docs/specs/compose-and-x-casaos.md and
// .github/actions/validate-compose (August 2026).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertConsistent, understood } from '../../rig/deploy/stores/compose-file.ts';
import { assertFits, members, text, url } from '../../rig/deploy/stores/fits.ts';
import { app, filesOf, yamlOf } from '../../rig/deploy/stores/printed.ts';

const folder = `deploy/stores/casaos/Apps/${app.name}`;
const compose = yamlOf(`${folder}/docker-compose.yml`);
const about = compose['x-casaos'];
const service = compose.services[about.main];
const ownership = compose.services.ownership;

test('the metadata fits the specification', () => {
  const words = members({ en_US: text(1, 5000) });
  const categories = ['Media', 'Productivity', 'Home', 'Networking', 'AI', 'Finance', 'Social', 'Developer', 'Others'];
  assertFits(
    members({
      id: { type: 'string', pattern: '^[a-z0-9]+([._-][a-z0-9]+)*(\\.[a-z0-9]+([._-][a-z0-9]+)*)+$' },
      main: { enum: Object.keys(compose.services) },
      index: { type: 'string', pattern: '^/' },
      port_map: { type: 'string', pattern: '^[0-9]+$' },
      scheme: { enum: ['http', 'https'] },
      icon: url,
      title: words,
      tagline: words,
      description: words,
      tips: members({ before_install: words }),
      author: text(1, 100),
      developer: text(1, 100),
      category: { enum: categories },
      architectures: { type: 'array', items: { enum: ['amd64', 'arm64', 'arm', 'riscv64'] } },
      version: { type: 'string', pattern: '^[0-9]+\\.[0-9]+\\.[0-9]+' },
      website: url,
      repo: url,
      support: url,
      docs: url,
    }),
    about,
  );
  assert.match(compose.name, /^[a-z0-9_-]+$/);
  assert.ok(filesOf(folder).includes('icon.svg'));
  assert.match(about.tips.before_install.en_US, /setup-link/);
});

test('the published port is the one that the store opens', () => {
  assertConsistent(compose);
  assert.deepEqual(service.ports, [{ target: app.containerPort, published: about.port_map, protocol: 'tcp' }]);
  const { publicUrl, databaseUrl, secretKey, trustProxy } = understood(service, {});
  assert.equal(new URL(publicUrl).port, about.port_map);
  // The embedded PostgreSQL, and a key that the service makes: the store has no generator.
  assert.deepEqual([databaseUrl, secretKey, trustProxy], [null, null, false]);
  assert.match(service.image, /-embedded/);
});

test('the data outlives the app, and belongs to the user of the image before the service starts', () => {
  // CasaOS deletes named volumes with the app, and makes the source of a bind mount as root.
  assert.equal(compose.volumes, undefined);
  assert.deepEqual(service.volumes, [{ type: 'bind', source: '/DATA/AppData/$AppID/data', target: app.dataFolder }]);
  assert.deepEqual(ownership.volumes, service.volumes);
  assert.equal(service.depends_on.ownership.condition, 'service_completed_successfully');
  assert.deepEqual([ownership.user, ownership.restart, ownership.cap_add], ['0:0', 'no', ['CHOWN']]);
  assert.match(ownership.command.at(-1), new RegExp(`chownSync\\('${app.dataFolder}', ${app.user}, ${app.user}\\)`));
});
