// The chart's metadata and the metadata of its repository, as Artifact Hub reads them.
// Source: github.com/artifacthub/hub, docs/helm_annotations.md, docs/metadata/artifacthub-repo.yml and
// internal/tracker/source/helm/helm.go (May 2026); helm.sh/docs/topics/charts for Chart.yaml.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'yaml';
import { artifactHubFiles } from '../../../tools/stores/printers/artifact-hub.ts';
import type { Json } from '../../rig/client.ts';
import { assertFits, members, text, url } from '../../rig/deploy/stores/fits.ts';
import { app, yamlOf } from '../../rig/deploy/stores/printed.ts';

const owner = members({ name: text(1, 100), email: { type: 'string', format: 'email' } });
const owners = { type: 'array', minItems: 1, items: owner };

test('Chart.yaml has the members of a chart, and annotations that are texts', () => {
  const version = { type: 'string', pattern: '^[0-9]+\\.[0-9]+\\.[0-9]+(-[0-9a-z.]+)?$' };
  const categories = ['ai-machine-learning', 'database', 'integration-delivery', 'monitoring-logging', 'networking'];
  assertFits(
    members({
      apiVersion: { const: 'v2' },
      name: { type: 'string', pattern: '^[a-z0-9-]+$' },
      description: text(1, 200),
      type: { enum: ['application', 'library'] },
      version,
      appVersion: version,
      kubeVersion: text(1, 50),
      home: url,
      icon: url,
      keywords: { type: 'array', items: text(1, 50) },
      sources: { type: 'array', items: url },
      maintainers: owners,
      annotations: members({
        'artifacthub.io/category': { enum: [...categories, 'security', 'storage', 'skip-prediction'] },
        'artifacthub.io/license': { const: app.license },
        'artifacthub.io/prerelease': { enum: ['true', 'false'] },
        'artifacthub.io/links': text(1, 5000),
        'artifacthub.io/images': text(1, 5000),
      }),
    }),
    yamlOf('deploy/helm/Chart.yaml'),
  );
});

test('the annotations with YAML have the form that Artifact Hub parses', () => {
  const { annotations } = yamlOf('deploy/helm/Chart.yaml');
  const links = { type: 'array', items: members({ name: text(1, 100), url }) };
  assertFits(links, parse(annotations['artifacthub.io/links']));
  const platforms = { type: 'array', items: { enum: ['linux/amd64', 'linux/arm64'] } };
  const image = members({ name: text(1, 100), image: { const: app.images.service }, platforms });
  assertFits({ type: 'array', minItems: 1, items: image }, parse(annotations['artifacthub.io/images']));
});

test('a version before a release is marked, and the repository has its id once it is known', () => {
  const artifactHubRepository = '2d1b1a0e-5f51-4b5e-8a3c-0f5f0a7f9f11';
  const printed = artifactHubFiles({
    ...app,
    version: '1.0.0-rc.1',
    publisher: { ...app.publisher, artifactHubRepository },
  }).map(({ content }) => parse(`${content}`) as Json);
  assert.equal(printed[0]?.annotations['artifacthub.io/prerelease'], 'true');
  const repository = members({ repositoryID: { type: 'string', format: 'uuid' }, owners }, ['repositoryID']);
  assertFits(repository, printed[1]);
  assert.equal(printed[1]?.repositoryID, artifactHubRepository);
  assertFits(repository, yamlOf('deploy/stores/artifacthub/artifacthub-repo.yml'));
});
