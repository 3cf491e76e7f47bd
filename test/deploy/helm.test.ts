// The rendered Helm chart: whether its objects fit each other, the image and the service, and the privileges of the
// pods.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readEnvironment, roles } from '../../src/io/environment.ts';
import type { Json } from '../rig/client.ts';
import { renderChart } from '../rig/deploy/chart.ts';
import { renderTemplate } from '../rig/deploy/chart-template.ts';
import { readDockerfile } from '../rig/deploy/dockerfile.ts';
import { projectRoot } from '../rig/house/source-tree.ts';

const publicUrl = 'https://pay.shop.example';
const objects = renderChart({ publicUrl });
const deployments = of(objects, 'Deployment');
const image = readDockerfile().stages.find(({ name }) => name === 'service')?.instructions ?? [];

test('the chart has each role, its disruption budget, a service, the configuration, and the migration', () => {
  const kinds = objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`).sort();
  assert.deepEqual(kinds, [
    'ConfigMap shop-config',
    ...roles.map((role) => `Deployment shop-${role}`),
    'Job shop-migrate',
    ...roles.map((role) => `PodDisruptionBudget shop-${role}`),
    'Service shop',
  ]);
  const versions: Readonly<Record<string, string>> = {
    ConfigMap: 'v1',
    Service: 'v1',
    Deployment: 'apps/v1',
    Job: 'batch/v1',
    PodDisruptionBudget: 'policy/v1',
  };
  for (const { kind, apiVersion } of objects) assert.equal(apiVersion, versions[kind as string]);
});

test('each deployment, budget and service selects the pods of its role, and no others', () => {
  const podsOf = (selector: Record<string, string>) =>
    deployments
      .filter(({ spec }) =>
        Object.entries(selector).every(([name, value]) => spec.template.metadata.labels[name] === value),
      )
      .map(({ metadata }) => metadata.name);
  for (const { metadata, spec } of [...deployments, ...of(objects, 'PodDisruptionBudget')])
    assert.deepEqual(podsOf(spec.selector.matchLabels), [metadata.name], metadata.name);
  const [service] = of(objects, 'Service');
  assert.deepEqual(podsOf(service.spec.selector), ['shop-api']);
  assert.ok(portsOf(containerOf(named('shop-api'))).has(service.spec.ports[0].targetPort));
  assert.deepEqual(podsOf(of(objects, 'Job')[0].spec.template.metadata.labels), [], 'the migration is nobody’s pod');
});

test('every pod is asked whether it lives and whether it can serve, on a port that it has', () => {
  const metricsPort = /METRICS_PORT=(\d+)/.exec(textOf('ENV'))?.[1];
  for (const deployment of deployments) {
    const container = containerOf(deployment);
    const { startupProbe, livenessProbe, readinessProbe } = container;
    assert.deepEqual(
      [startupProbe, livenessProbe, readinessProbe].map(({ httpGet }) => httpGet),
      ['/healthz', '/healthz', '/readyz'].map((path) => ({ path, port: 'metrics' })),
    );
    assert.equal(`${portsOf(container).get('metrics')}`, metricsPort);
    assert.ok(startupProbe.periodSeconds * startupProbe.failureThreshold > 60, 'a start waits for its database');
  }
});

test('a pod that is stopped has the time for preStop, DRAIN_SECONDS and the 10 s of leaving', () => {
  for (const deployment of of(renderChart({ publicUrl, preStopSeconds: 7, drainSeconds: 40 }), 'Deployment')) {
    const container = containerOf(deployment);
    assert.match(container.lifecycle.preStop.exec.command.join(' '), /^node -e setTimeout\(\(\) => 0, 7000\)$/);
    assert.equal(variableOf(container, 'DRAIN_SECONDS'), '40');
    assert.ok(deployment.spec.template.spec.terminationGracePeriodSeconds >= 7 + 40 + 10);
  }
});

test('pods run as the image’s user, write to their volumes only, and hold no right', () => {
  const user = Number(textOf('USER').split(':')[0]);
  for (const { spec } of [...deployments, ...of(objects, 'Job')].map((one) => one.spec.template)) {
    assert.equal(spec.automountServiceAccountToken, false);
    const { runAsNonRoot, runAsUser, seccompProfile } = spec.securityContext;
    assert.deepEqual(
      { runAsNonRoot, runAsUser, seccompProfile },
      {
        runAsNonRoot: true,
        runAsUser: user,
        seccompProfile: { type: 'RuntimeDefault' },
      },
    );
    const [container] = spec.containers;
    assert.deepEqual(container.securityContext, {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    assert.ok(container.resources.limits.memory);
    const mounted = container.volumeMounts.map((mount: Json) => mount.name);
    assert.deepEqual(mounted.sort(), spec.volumes.map((volume: Json) => volume.name).sort());
    assert.ok(container.volumeMounts.some(({ mountPath }: Json) => mountPath === textOf('VOLUME')));
  }
});

test('the service understands the environment of each pod', () => {
  const secret = { DATABASE_URL: 'postgresql://q:w@db/q', SECRET_KEY: Buffer.alloc(32, 7).toString('base64') };
  for (const deployment of deployments) {
    const { env, envFrom, volumeMounts } = containerOf(deployment);
    assert.deepEqual(envFrom, [{ secretRef: { name: 'quittance' } }]);
    const given = Object.fromEntries(env.map(({ name, value }: Json) => [name, value]));
    const understood = readEnvironment({ NODE_ENV: 'production', ...secret, ...given });
    assert.equal(understood.publicUrl, publicUrl);
    assert.deepEqual([...understood.roles], [deployment.metadata.labels['app.kubernetes.io/component']]);
    const config = volumeMounts.find(({ name }: Json) => name === 'config').mountPath;
    assert.equal(understood.configFile.path, `${config}/${Object.keys(of(objects, 'ConfigMap')[0].data)[0]}`);
  }
});

test('the migration runs before anything is installed or upgraded', () => {
  const [{ metadata, spec }] = of(objects, 'Job') as [Json];
  assert.equal(metadata.annotations['helm.sh/hook'], 'pre-install,pre-upgrade');
  assert.deepEqual(spec.template.spec.containers[0].args, ['quittance', 'migrate']);
  assert.equal(spec.template.spec.restartPolicy, 'Never');
});

test('what is configured arrives, and pods are replaced when it changes', () => {
  const config = { networks: { ethereum: { confirmations: 20 } }, rates: { sources: ['kraken'] } };
  const changed = renderChart({
    publicUrl,
    config,
    env: { LOG_LEVEL: 'debug' },
    image: { repository: 'r.example/q', tag: '9' },
  });
  assert.deepEqual(JSON.parse(of(changed, 'ConfigMap')[0].data['quittance.json']), config);
  const [one] = of(changed, 'Deployment') as [Json];
  assert.equal(containerOf(one).image, 'r.example/q:9');
  assert.equal(variableOf(containerOf(one), 'LOG_LEVEL'), 'debug');
  const mark = (deployment: Json) => deployment.spec.template.metadata.annotations['checksum/config'];
  assert.notEqual(mark(one), mark(deployments[0] as Json));
});

test('an ingress leads to the service, and a claim takes the place of the empty folder', () => {
  const more = renderChart({
    publicUrl,
    ingress: { enabled: true, className: 'nginx' },
    data: { existingClaim: 'pictures' },
  });
  const [{ spec }] = of(more, 'Ingress') as [Json];
  assert.deepEqual(spec.rules[0].http.paths[0].backend.service, { name: 'shop', port: { name: 'http' } });
  assert.deepEqual(spec.tls, [{ hosts: ['pay.shop.example'], secretName: 'quittance-tls' }]);
  const { volumes } = (of(more, 'Deployment')[0] as Json).spec.template.spec;
  assert.deepEqual(volumes[0], { name: 'data', persistentVolumeClaim: { claimName: 'pictures' } });
});

test('values that cannot work are refused before anything is installed', () => {
  assert.throws(() => renderChart({}), /publicUrl/);
  assert.throws(() => renderChart({ publicUrl: 'pay.shop.example' }), /publicUrl/);
  assert.throws(() => renderChart({ publicUrl, roles: { apis: { replicas: 1 } } }), /roles/);
  assert.throws(() => renderChart({ publicUrl, replicas: 3 }), /additional properties/);
});

test('the chart is of this version', () => {
  const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { version: string };
  const chart = readFileSync(join(projectRoot, 'deploy/helm/Chart.yaml'), 'utf8');
  assert.match(chart, new RegExp(`^version: ${version}$`, 'm'));
  assert.match(chart, new RegExp(`^appVersion: ${version}$`, 'm'));
});

test('what stands in for Helm here refuses what it does not know', () => {
  const render = (text: string) => renderTemplate(text, { Values: { name: 'shop' } }, new Map());
  assert.equal(
    render('a {{ .Values.name | quote }}\n{{- if .Values.none }} b{{ else }} c{{ end -}}\n  d'),
    'a "shop" cd',
  );
  assert.throws(() => render('{{ .Values.none }}'), /is nothing/);
  assert.throws(() => render('{{ lookup "v1" }}'), /lookup is not known/);
  assert.throws(() => render('{{ if .Values.name }}'), /not closed/);
});

function of(all: readonly Json[], kind: string): Json[] {
  return all.filter((one) => one.kind === kind);
}

function named(name: string): Json {
  return objects.find(({ metadata }) => metadata.name === name) ?? assert.fail(`no ${name}`);
}

function containerOf(deployment: Json): Json {
  return deployment.spec.template.spec.containers[0];
}

function portsOf(container: Json): Map<string, number> {
  return new Map(container.ports.map(({ name, containerPort }: Json) => [name, containerPort]));
}

function variableOf(container: Json, name: string): string | undefined {
  return container.env.find((one: Json) => one.name === name)?.value;
}

function textOf(name: string): string {
  return image.find((one) => one.name === name)?.text ?? assert.fail(`the image has no ${name}`);
}
