// Compose files of store packages: rules that every one of them must keep.
import assert from 'node:assert/strict';
import { type Environment, readEnvironment } from '../../../../src/io/environment.ts';
import type { Json } from '../../client.ts';
import { readDockerfile } from '../dockerfile.ts';

/** The members of a service in the Compose specification that our packages use. */
const known = new Set(
  (
    'cap_add cap_drop command container_name depends_on deploy environment healthcheck image labels network_mode ' +
    'networks ports read_only restart security_opt shm_size stop_grace_period tmpfs user volumes x-casaos'
  ).split(' '),
);

/** Fails if the file names services, volumes or networks that it lacks, or members that Compose does not know. */
export function assertConsistent(compose: Json): void {
  const services = Object.entries<Json>(compose.services);
  const names = new Set(services.map(([name]) => name));
  const volumes = new Set(Object.keys(compose.volumes ?? {}));
  const networks = new Set(Object.keys(compose.networks ?? {}));
  for (const [name, service] of services) {
    assert.deepEqual(
      Object.keys(service).filter((member) => !known.has(member)),
      [],
      name,
    );
    for (const needed of Object.keys(service.depends_on ?? {})) assert.ok(names.has(needed), `${name} needs ${needed}`);
    for (const network of service.networks ?? []) assert.ok(networks.has(network), `${name} joins ${network}`);
    for (const volume of service.volumes ?? []) {
      const source = typeof volume === 'string' ? (volume.split(':')[0] ?? '') : volume.source;
      assert.ok(/^[./$]/.test(source) || volumes.delete(source), `${name} mounts ${source}`);
    }
  }
  assert.deepEqual([...volumes], [], 'a volume that no service mounts');
}

/**
 * The environment of a service as Quittance understands it, in the image, with the store's values filled in. Throws
 * StartFault if Quittance would not start. Fails if a reference has no value.
 */
export function understood(service: Json, values: Readonly<Record<string, string>>): Environment {
  const given = entriesOf(service.environment).map(([name, value]): [string, string] => [name, filled(value, values)]);
  return readEnvironment({ ...imageEnvironment(), ...Object.fromEntries(given) });
}

export function entriesOf(environment: Json): [string, string][] {
  if (!Array.isArray(environment)) return Object.entries<string>(environment ?? {});
  return environment.map((line: string) => line.split(/=(.*)/s).slice(0, 2) as [string, string]);
}

/** Replaces `$NAME`, `${NAME}` and `${NAME:-default}` as Compose does. */
export function filled(value: string, values: Readonly<Record<string, string>>): string {
  return `${value ?? ''}`.replace(/\$(?:\{(\w+)(?::-([^}]*))?\}|(\w+))/g, (all, braced, fallback, bare) => {
    const found = values[braced ?? bare] ?? fallback;
    return found ?? assert.fail(`${all} has no value`);
  });
}

/** Fails if a value looks like a secret instead of a reference to one. */
export function assertNoSecrets(path: string, content: string): void {
  const name = /(?:SECRET|PASSWORD|_KEY|TOKEN)\w*/.source;
  // In a program only a text can be a secret; in other files every value.
  const value = path.endsWith('.ts') ? /'([^']*)'/.source : /['"]?([^\s'"]+)/.source;
  for (const [all, found = ''] of content.matchAll(new RegExp(`${name}['"]?\\s*[:=]\\s*${value}`, 'gi')))
    assert.match(found, /^(?:\$|__|[{[(`]|$)/, `${path}: ${all}`);
  assert.doesNotMatch(content, /[A-Za-z0-9+/]{43}=/, `${path} has a key in base64`);
}

function imageEnvironment(): Record<string, string> {
  const stage = readDockerfile().stages.find(({ name }) => name === 'service');
  const text = stage?.instructions.find(({ name }) => name === 'ENV')?.text ?? assert.fail('no ENV');
  return Object.fromEntries([...text.matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]));
}
