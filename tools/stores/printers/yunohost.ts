// YunoHost: a package of format 2 with helpers 2.1. Rules: github.com/YunoHost/apps, schemas/manifest.v2.schema.json
// and tests.v1.schema.json, and github.com/YunoHost/package_linter.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../../test/rig/house/source-tree.ts';
import type { StoreApp } from '../description.ts';
import { filledTemplates } from '../formats/templates.ts';
import { type TomlTable, tomlText } from '../formats/toml-text.ts';
import { printedBy, type StoreFile } from '../store-file.ts';

const schemas = 'https://raw.githubusercontent.com/YunoHost/apps/main/schemas';

export function yunohostFiles(app: StoreApp): StoreFile[] {
  const folder = `deploy/stores/yunohost/${app.id}_ynh`;
  const values = {
    id: app.id,
    summary: app.summary,
    tagline: app.tagline,
    stopSeconds: `${app.stopSeconds}`,
    // A line of the service's log.
    readyLine: 'listening',
  };
  const fixed = filledTemplates('yunohost', values).map(({ path, text }): StoreFile => {
    const file = { path: `${folder}/${path}`, content: text };
    return path.startsWith('scripts/') ? { ...file, isExecutable: true } : file;
  });
  return [
    { path: `${folder}/manifest.toml`, content: manifestText(app) },
    { path: `${folder}/tests.toml`, content: testsText() },
    { path: `${folder}/doc/DESCRIPTION.md`, content: descriptionText(app) },
    { path: `${folder}/README.md`, content: readmeText(app) },
    { path: `${folder}/LICENSE`, content: readFileSync(join(projectRoot, 'LICENSE')) },
    ...fixed,
  ];
}

function manifestText(app: StoreApp): string {
  const { sha256 } = app.archive;
  // The store compares the hash, so a package without one cannot be installed.
  const unknown =
    sha256 === null ? ['The hash of the archive is not known before the release: installation fails.'] : [];
  return `#:schema ${schemas}/manifest.v2.schema.json\n${tomlText(manifest(app), [printedBy, ...unknown])}`;
}

function manifest(app: StoreApp): TomlTable {
  const { publisher, resources } = app;
  const memory = `${resources.memoryMegabytes}M`;
  return {
    packaging_format: 2,
    id: app.id,
    name: app.name,
    description: { en: app.tagline },
    version: `${app.version}~ynh1`,
    maintainers: [publisher.maintainer],
    upstream: {
      license: app.license,
      website: publisher.website,
      admindoc: publisher.documentation,
      userdoc: publisher.documentation,
      code: publisher.repository,
    },
    integration: {
      yunohost: '>= 12.1.17',
      helpers_version: '2.1',
      architectures: app.architectures,
      multi_instance: true,
      ldap: false,
      sso: false,
      disk: `${resources.diskMegabytes}M`,
      ram: { build: memory, runtime: memory },
    },
    install: {
      domain: { type: 'domain' },
      path: { type: 'path', default: `/${app.id}` },
      init_main_permission: { type: 'group', default: 'visitors' },
    },
    resources: {
      sources: { main: { url: app.archive.url, sha256: app.archive.sha256 ?? '0'.repeat(64) } },
      system_user: {},
      install_dir: {},
      data_dir: {},
      // The API has tokens of its own in the header that the portal would replace.
      permissions: { main: { url: '/', auth_header: false } },
      ports: { main: { default: app.port }, metrics: { default: app.port + 1 } },
      apt: { packages: ['postgresql'] },
      database: { type: 'postgresql' },
      // Only for npm. The service runs on the Node of its packages.
      nodejs: { version: '24' },
    },
  };
}

function testsText(): string {
  return `#:schema ${schemas}/tests.v1.schema.json\n${tomlText({ test_format: 1, default: {} }, [printedBy])}`;
}

function descriptionText(app: StoreApp): string {
  return `${app.paragraphs.join('\n\n')}\n\n${app.features.map((feature) => `- ${feature}`).join('\n')}\n`;
}

/** The store replaces it by its own generator. */
function readmeText(app: StoreApp): string {
  return `# ${app.name} for YunoHost\n\n${app.tagline}.\n\n${app.publisher.documentation}\n`;
}
