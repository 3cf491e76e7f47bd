// Artifact Hub: the chart's metadata with annotations, and the metadata of the chart repository. Rules:
// github.com/artifacthub/hub, docs/helm_annotations.md and docs/metadata/artifacthub-repo.yml.
import type { StoreApp } from '../description.ts';
import { yamlText } from '../formats/yaml-text.ts';
import { printedBy, type StoreFile } from '../store-file.ts';

export function artifactHubFiles(app: StoreApp): StoreFile[] {
  return [
    { path: 'deploy/helm/Chart.yaml', content: yamlText(chart(app), [printedBy]) },
    { path: 'deploy/stores/artifacthub/artifacthub-repo.yml', content: yamlText(repository(app), [printedBy]) },
  ];
}

function chart(app: StoreApp) {
  const { publisher } = app;
  const platforms = app.architectures.map((name) => `linux/${name}`);
  const links = [
    { name: 'Documentation', url: publisher.documentation },
    { name: 'support', url: publisher.support },
  ];
  return {
    apiVersion: 'v2',
    name: app.id,
    description: app.summary,
    type: 'application',
    version: app.version,
    appVersion: app.version,
    kubeVersion: '>=1.27.0-0',
    home: publisher.website,
    icon: `${publisher.website}/icon.svg`,
    keywords: app.keywords,
    sources: [publisher.repository],
    maintainers: [{ name: publisher.maintainer, email: publisher.email }],
    // The values of annotations are YAML in a text.
    annotations: {
      'artifacthub.io/category': 'skip-prediction',
      'artifacthub.io/license': app.license,
      'artifacthub.io/prerelease': `${app.version.includes('-')}`,
      'artifacthub.io/links': yamlText(links),
      'artifacthub.io/images': yamlText([{ name: app.id, image: app.images.service, platforms }]),
    },
  };
}

/** Artifact Hub gives a repository its id when it is added. The id makes the publisher verified. */
function repository({ publisher }: StoreApp) {
  const id = publisher.artifactHubRepository;
  return {
    ...(id === null ? {} : { repositoryID: id }),
    owners: [{ name: publisher.maintainer, email: publisher.email }],
  };
}
