// Coolify: a service template, which is a Compose file with header comments. Rules: github.com/coollabsio/coolify,
// app/Console/Commands/Generate/Services.php and generateEnvValue in bootstrap/helpers/shared.php.
import type { StoreApp } from '../description.ts';
import { yamlText } from '../formats/yaml-text.ts';
import type { StoreFile } from '../store-file.ts';
import { databaseService, healthCheck } from './compose-parts.ts';

export function coolifyFiles(app: StoreApp, icon: Buffer): StoreFile[] {
  const folder = 'deploy/stores/coolify';
  const header = [
    `documentation: ${app.publisher.documentation}`,
    `slogan: ${app.tagline}.`,
    'category: finance',
    `tags: ${app.keywords.join(', ')}`,
    `logo: svgs/${app.id}.svg`,
    `port: ${app.containerPort}`,
  ];
  return [
    { path: `${folder}/templates/compose/${app.id}.yaml`, content: yamlText(compose(app), header) },
    { path: `${folder}/public/svgs/${app.id}.svg`, content: icon },
  ];
}

/**
 * Coolify replaces SERVICE_… by the domain and by secrets that it generates once. Its proxy reaches the service through
 * a Docker network. The port is not published, so only containers of these private ranges can send forwarding headers.
 */
function compose(app: StoreApp) {
  const name = app.id.toUpperCase();
  const password = '$SERVICE_PASSWORD_POSTGRES';
  const { environment, ...database } = databaseService(app, password, `${app.id}-database`);
  return {
    services: {
      [app.id]: {
        image: app.images.service,
        environment: [
          `SERVICE_URL_${name}_${app.containerPort}`,
          `PUBLIC_URL=$SERVICE_URL_${name}`,
          `DATABASE_URL=postgresql://${app.id}:${password}@database:5432/${app.id}`,
          `SECRET_KEY=$SERVICE_REALBASE64_SECRETKEY`,
          `TRUST_PROXY=\${TRUST_PROXY:-10.0.0.0/8,172.16.0.0/12,192.168.0.0/16}`,
          `SMTP_URL=\${SMTP_URL:-}`,
          `RPC_URL_ETHEREUM=\${RPC_URL_ETHEREUM:-}`,
          `RPC_URL_BITCOIN=\${RPC_URL_BITCOIN:-}`,
        ],
        volumes: [`${app.id}-data:${app.dataFolder}`],
        depends_on: { database: { condition: 'service_healthy' } },
        stop_grace_period: `${app.stopSeconds}s`,
        healthcheck: healthCheck(app),
      },
      database: {
        ...database,
        environment: Object.entries(environment).map(([key, value]) => `${key}=${value}`),
      },
    },
    volumes: { [`${app.id}-data`]: {}, [`${app.id}-database`]: {} },
  };
}
