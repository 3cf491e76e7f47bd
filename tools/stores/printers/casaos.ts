// CasaOS and ZimaOS: a Compose file with `x-casaos`, and an icon. Rules: github.com/IceWhaleTech/CasaOS-AppStore,
// docs/specs and its compose validator.
import type { StoreApp } from '../description.ts';
import { yamlText } from '../formats/yaml-text.ts';
import { printedBy, type StoreFile } from '../store-file.ts';
import { lockedDown, ownershipService } from './compose-parts.ts';

export function casaosFiles(app: StoreApp, icon: Buffer): StoreFile[] {
  const folder = `deploy/stores/casaos/Apps/${app.name}`;
  return [
    { path: `${folder}/docker-compose.yml`, content: yamlText(compose(app), [printedBy]) },
    { path: `${folder}/icon.svg`, content: icon },
  ];
}

/** The store generates no secrets. The embedded PostgreSQL needs none: the service makes its key in the data folder. */
function compose(app: StoreApp) {
  const published = `${app.port}`;
  // A named volume would be deleted with the app, even if its owner wants to keep the data.
  const source = '/DATA/AppData/$AppID/data';
  return {
    name: app.id,
    services: {
      [app.id]: {
        image: app.images.embedded,
        container_name: app.id,
        restart: 'unless-stopped',
        ...lockedDown(app),
        depends_on: { ownership: { condition: 'service_completed_successfully' } },
        environment: { PUBLIC_URL: `http://casaos.local:${published}`, SMTP_URL: '', TRUST_PROXY: '' },
        ports: [{ target: app.containerPort, published, protocol: 'tcp' }],
        volumes: [{ type: 'bind', source, target: app.dataFolder }],
        deploy: { resources: { reservations: { memory: `${app.resources.memoryMegabytes}M` } } },
        'x-casaos': {
          envs: [
            described('PUBLIC_URL', 'The address under which browsers and customers reach this app'),
            described('SMTP_URL', 'The mail server, such as smtps://user:password@mail.example:465'),
            described('TRUST_PROXY', 'The addresses of your reverse proxy, if you have one'),
          ],
          ports: [described(`${app.containerPort}`, 'Web interface')],
          volumes: [described(app.dataFolder, 'Database, pictures and the secret key')],
        },
      },
      ownership: ownershipService(app, source),
    },
    'x-casaos': metadata(app, published),
  };
}

function metadata(app: StoreApp, published: string) {
  const { publisher } = app;
  return {
    id: app.appId,
    main: app.id,
    index: '/',
    port_map: published,
    scheme: 'http',
    icon: `${publisher.website}/icon.svg`,
    title: { en_US: app.name },
    tagline: { en_US: app.tagline },
    description: { en_US: app.paragraphs.join('\n\n') },
    author: publisher.maintainer,
    developer: publisher.developer,
    category: 'Finance',
    architectures: app.architectures,
    version: app.version,
    tips: {
      before_install: {
        en_US: [
          'Set PUBLIC_URL to the address that you and your customers will open, before you install the app.',
          `After the start, open the log of the app, or the file /DATA/AppData/${app.id}/data/setup-link.`,
          'The link there creates the first account. It works once, for 24 hours after a start.',
          'The data folder holds the database and its secret key. Back it up, and keep the backup private.',
        ].join('\n'),
      },
    },
    website: publisher.website,
    repo: publisher.repository,
    support: publisher.support,
    docs: publisher.documentation,
  };
}

function described(container: string, text: string) {
  return { container, description: { en_US: text } };
}
