// 1Panel: data.yml of the app and of the version, a Compose file, a script that runs before the first start, and a
// logo. Rules: github.com/1Panel-dev/appstore and the validator of github.com/1Panel-dev/1Panel-appstore-skills.
import type { StoreApp } from '../description.ts';
import { yamlText } from '../formats/yaml-text.ts';
import { printedBy, type StoreFile } from '../store-file.ts';
import { lockedDown } from './compose-parts.ts';
import { onePanelWords } from './one-panel-words.ts';

export function onePanelFiles(app: StoreApp, logo: Buffer): StoreFile[] {
  const folder = `deploy/stores/1panel/apps/${app.id}`;
  const version = `${folder}/${app.version}`;
  return [
    { path: `${folder}/data.yml`, content: yamlText(about(app)) },
    { path: `${folder}/README.md`, content: onePanelWords.readme(app) },
    { path: `${folder}/README_en.md`, content: englishReadme(app) },
    { path: `${folder}/logo.png`, content: logo },
    { path: `${version}/data.yml`, content: yamlText(form(app)) },
    { path: `${version}/docker-compose.yml`, content: yamlText(compose(app)) },
    { path: `${version}/data/.gitkeep`, content: '' },
    { path: `${version}/scripts/init.sh`, content: initText(app), isExecutable: true },
  ];
}

function about(app: StoreApp) {
  const { publisher } = app;
  const { tagline } = onePanelWords;
  return {
    name: app.name,
    tags: ['实用工具'],
    title: tagline.zh,
    description: tagline.zh,
    additionalProperties: {
      key: app.id,
      name: app.name,
      tags: ['Tool'],
      shortDescZh: tagline.zh,
      shortDescEn: app.tagline,
      description: { en: app.tagline, ...tagline },
      type: 'website',
      crossVersionUpdate: true,
      limit: 0,
      recommend: 0,
      website: publisher.website,
      github: publisher.repository,
      document: publisher.documentation,
      architectures: app.architectures,
    },
  };
}

function form(app: StoreApp) {
  const { port, publicUrl, proxy } = onePanelWords.labels;
  const field = (words: Readonly<Record<string, string>>, rest: object) => ({
    labelEn: words.en,
    labelZh: words.zh,
    label: words,
    ...rest,
  });
  return {
    additionalProperties: {
      formFields: [
        field(port, {
          envKey: 'PANEL_APP_PORT_HTTP',
          default: app.port,
          required: true,
          rule: 'paramPort',
          type: 'number',
        }),
        field(publicUrl, {
          envKey: 'PUBLIC_URL',
          default: `http://localhost:${app.port}`,
          edit: true,
          required: true,
          rule: 'paramExtUrl',
          type: 'text',
        }),
        // Requests of the panel's own proxy come from the gateway of the Docker network.
        field(proxy, { envKey: 'TRUST_PROXY', default: 'off', edit: true, required: true, type: 'text' }),
      ],
    },
  };
}

/** Random values of the panel's forms are too short for a key. The service makes its own key in the data folder. */
function compose(app: StoreApp) {
  return {
    services: {
      [app.id]: {
        image: app.images.embedded,
        container_name: `\${CONTAINER_NAME}`,
        restart: 'always',
        networks: ['1panel-network'],
        ports: [`\${PANEL_APP_PORT_HTTP}:${app.containerPort}`],
        ...lockedDown(app),
        environment: { PUBLIC_URL: `\${PUBLIC_URL}`, TRUST_PROXY: `\${TRUST_PROXY}` },
        volumes: [`./data:${app.dataFolder}`],
        labels: { createdBy: 'Apps' },
      },
    },
    networks: { '1panel-network': { external: true } },
  };
}

function initText(app: StoreApp): string {
  return [
    '#!/bin/bash',
    `# ${printedBy}`,
    `# Generated from official installation evidence: the image runs as ${app.user}:${app.user} (deploy/Dockerfile).`,
    'set -e',
    `chown ${app.user}:${app.user} data`,
    'chmod 700 data',
    '',
  ].join('\n');
}

function englishReadme(app: StoreApp): string {
  return [
    `# ${app.name}`,
    '## Introduction',
    ...app.paragraphs,
    '## Features',
    app.features.map((feature) => `- ${feature}`).join('\n'),
    '## First account',
    'Set the public URL to the address that you and your customers open. After the start, open the log of the ' +
      'container, or the file `data/setup-link` in the folder of the app. The link there creates the first ' +
      'account. It works once, for 24 hours after a start.',
    'If the panel’s own website proxy leads to the app, set the trusted proxies to the gateway of `1panel-network`, ' +
      'such as `172.18.0.1`.',
  ]
    .map((part) => `${part}\n`)
    .join('\n');
}
