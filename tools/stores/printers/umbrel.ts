// Umbrel: umbrel-app.yml (manifest version 1) and a Compose file. Rules: the packaging guide and the linter of
// github.com/getumbrel/umbrel-apps.
import type { StoreApp } from '../description.ts';
import { yamlText } from '../formats/yaml-text.ts';
import { printedBy, type StoreFile } from '../store-file.ts';
import { databaseService, lockedDown } from './compose-parts.ts';

export function umbrelFiles(app: StoreApp): StoreFile[] {
  const folder = `deploy/stores/umbrel/${app.id}`;
  return [
    { path: `${folder}/umbrel-app.yml`, content: yamlText(manifest(app), [printedBy]) },
    { path: `${folder}/docker-compose.yml`, content: yamlText(compose(app), [printedBy]) },
    { path: `${folder}/exports.sh`, content: exportsText(app) },
    // umbrelOS gives these folders to the user 1000, and removes the files that keep them in Git.
    { path: `${folder}/data/server/.gitkeep`, content: '' },
    { path: `${folder}/data/postgres/.gitkeep`, content: '' },
  ];
}

function manifest(app: StoreApp) {
  const setUp = [
    `First sign-in: in Files, open Apps, ${app.id}, data, server, and open the file setup-link. Its link creates the`,
    'first account. It works once, for 24 hours after a start of the app.',
  ].join(' ');
  const reach = [
    'Customers outside of your network need a public address, such as a domain with HTTPS that leads to this app.',
    'Enter it in the console under Operator, Settings.',
  ].join(' ');
  const { publisher } = app;
  return {
    manifestVersion: 1,
    id: app.id,
    category: 'finance',
    name: app.name,
    version: app.version,
    tagline: app.tagline,
    description: [setUp, ...app.paragraphs, reach].join('\n\n'),
    releaseNotes: '',
    developer: publisher.developer,
    website: publisher.website,
    dependencies: [],
    repo: publisher.repository,
    support: publisher.support,
    port: app.port,
    gallery: [],
    path: '',
    defaultUsername: '',
    defaultPassword: '',
    submitter: publisher.maintainer,
    submission: publisher.umbrelSubmission,
  };
}

function compose(app: StoreApp) {
  const prefix = variablePrefix(app);
  const database = `${app.id}_database_1`;
  const user = '1000:1000';
  const environment = {
    DATABASE_URL: `postgresql://${app.id}:\${${prefix}_DATABASE_PASSWORD}@${database}:5432/${app.id}`,
    SECRET_KEY: `\${${prefix}_SECRET_KEY}`,
    // The app proxy has an address of this network.
    TRUST_PROXY: `\${NETWORK_IP}/16`,
  };
  const own = {
    image: app.images.service,
    user,
    restart: 'on-failure',
    ...lockedDown(app),
    environment,
    volumes: [`\${APP_DATA_DIR}/data/server:${app.dataFolder}`],
  };
  return {
    version: '3.7',
    services: {
      // The service has its own sign-in, and customers and shops must reach it without an account at Umbrel.
      app_proxy: {
        environment: {
          APP_HOST: `${app.id}_server_1`,
          APP_PORT: app.containerPort,
          PROXY_AUTH_ADD: 'false',
        },
      },
      server: {
        ...own,
        depends_on: {
          database: { condition: 'service_healthy' },
          address: { condition: 'service_completed_successfully' },
        },
      },
      // Stores the first public URL as a setting. As a variable it could not be changed in the console.
      address: {
        ...own,
        command: ['quittance', 'settings', 'set', 'public_url', localUrl, '--if-unset'],
        healthcheck: { disable: true },
        depends_on: { database: { condition: 'service_healthy' } },
      },
      database: {
        ...databaseService(app, `\${${prefix}_DATABASE_PASSWORD}`, `\${APP_DATA_DIR}/data/postgres`),
        restart: 'on-failure',
      },
    },
  };
}

const localUrl = `http://\${DEVICE_DOMAIN_NAME}:\${APP_PROXY_PORT}`;

/** derive_entropy returns 64 hexadecimal digits. 43 of them (172 bits) have the form of a key of 32 bytes in base64. */
function exportsText(app: StoreApp): string {
  const prefix = variablePrefix(app);
  const derived = (label: string) => `"$(derive_entropy "\${app_entropy_identifier}-${label}")"`;
  return [
    `# ${printedBy}`,
    `export ${prefix}_DATABASE_PASSWORD=${derived('database-password')}`,
    '# A key has 43 characters.',
    `${app.id}_secret_key=${derived('secret-key')}`,
    `export ${prefix}_SECRET_KEY="\${${app.id}_secret_key:0:43}"`,
    '',
  ].join('\n');
}

function variablePrefix(app: StoreApp): string {
  return `APP_${app.id.toUpperCase().replaceAll('-', '_')}`;
}
