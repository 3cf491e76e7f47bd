// Start9: a package for StartOS 0.4. Rules: the types of the package @start9labs/start-sdk 2, and
// docs.start9.com/packaging.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../../test/rig/house/source-tree.ts';
import type { StoreApp } from '../description.ts';
import { filledTemplates } from '../formats/templates.ts';
import { printedBy, type StoreFile } from '../store-file.ts';

export function start9Files(app: StoreApp, icon: Buffer): StoreFile[] {
  const folder = `deploy/stores/start9/${app.id}-startos`;
  return [
    { path: `${folder}/icon.svg`, content: icon },
    { path: `${folder}/LICENSE`, content: readFileSync(join(projectRoot, 'LICENSE')) },
    ...filledTemplates('start9', values(app)).map(({ path, text }) => ({ path: `${folder}/${path}`, content: text })),
  ];
}

const machines: Readonly<Record<string, string>> = { amd64: 'x86_64', arm64: 'aarch64' };

function values(app: StoreApp): Record<string, string> {
  const { images, publisher, health, resources, version } = app;
  return {
    printedBy,
    id: app.id,
    name: app.name,
    version,
    summary: app.summary,
    tagline: quoted(app.tagline),
    firstParagraph: quoted(app.paragraphs[0] ?? ''),
    license: app.license,
    repository: publisher.repository,
    website: publisher.website,
    documentation: publisher.documentation,
    serviceImage: images.service,
    databaseImage: images.database,
    databaseMajor: majorOf(images.database),
    containerPort: `${app.containerPort}`,
    dataFolder: app.dataFolder,
    user: `${app.user}`,
    readyPath: health.ready,
    startSeconds: `${health.startSeconds}`,
    stopSeconds: `${app.stopSeconds}`,
    memoryMegabytes: `${resources.memoryMegabytes}`,
    // The number after the colon counts packages of one version.
    startosVersion: `${version}:0`,
    startosArch: `[${app.architectures.map((name) => `'${machines[name] ?? name}'`).join(', ')}]`,
  };
}

/** The text within single quotes of TypeScript. */
function quoted(text: string): string {
  return text.replace(/['\\]/g, '\\$&');
}

/** PostgreSQL's image keeps the data in a folder named after the major version. */
function majorOf(image: string): string {
  const major = /:(\d+)/.exec(image)?.[1];
  if (major === undefined) throw new Error(`${image} has no version`);
  return major;
}
