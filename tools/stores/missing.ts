// Facts that are still missing before the packages can be submitted.
import type { StoreApp } from './description.ts';

/** Returns one line for each missing fact. */
export function missingFacts(app: StoreApp): string[] {
  const { images, publisher, archive } = app;
  const placeholders = Object.entries(publisher).filter(([, value]) => /\.example\b/.test(`${value}`));
  const host = app.image.split('/')[0] ?? '';
  return [
    ...placeholders.map(([name, value]) => `publisher.${name} is a placeholder: ${value}`),
    ...(publisher.artifactHubRepository === null ? ['publisher.artifactHubRepository is not known'] : []),
    ...(/[.:]/.test(host) ? [] : [`image has no registry: ${app.image}`]),
    ...(app.appId.startsWith('example.') ? [`appId is a placeholder: ${app.appId}`] : []),
    ...Object.values(images)
      .filter((image) => !image.includes('@sha256:'))
      .map((image) => `digests in published.json has no digest of ${image}`),
    ...(archive.sha256 === null ? ['archiveSha256 in published.json is not known'] : []),
  ];
}
