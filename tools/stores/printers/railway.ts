// Railway: a project as code, from which a template is made, and the texts for the template. Rules:
// github.com/railwayapp/docs, infrastructure-as-code and templates/create.
import type { StoreApp } from '../description.ts';
import { printedBy, type StoreFile } from '../store-file.ts';

export function railwayFiles(app: StoreApp): StoreFile[] {
  return [
    { path: 'deploy/stores/railway/.railway/railway.ts', content: projectText(app) },
    { path: 'deploy/stores/railway/README.md', content: templateText(app) },
  ];
}

interface Variable {
  readonly name: string;
  /** In the project, as TypeScript. */
  readonly code: string;
  /** In the form of the template. */
  readonly value: string;
  readonly about: string;
}

const base64Alphabet = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/';

function variables(app: StoreApp): Variable[] {
  const fixed = (name: string, value: string, about: string) => ({ name, code: `'${value}'`, value, about });
  return [
    fixed(
      'PUBLIC_URL',
      `https://\${{RAILWAY_PUBLIC_DOMAIN}}`,
      'The address of the service. Replace it by your domain.',
    ),
    {
      name: 'DATABASE_URL',
      code: 'database.env.DATABASE_URL',
      value: `\${{Postgres.DATABASE_URL}}`,
      about: 'PostgreSQL, through the private network.',
    },
    {
      name: 'SECRET_KEY',
      code: 'preserve()',
      value: `\${{secret(43, "${base64Alphabet}")}}=`,
      about: 'Encrypts tokens. Keep a copy apart from backups of the database.',
    },
    fixed('PORT', `${app.containerPort}`, 'The port of the public domain.'),
    // Requests reach the service from this range, which is not routed on the Internet.
    fixed('TRUST_PROXY', '100.64.0.0/10', 'The addresses of the proxies of Railway.'),
    fixed('RAILWAY_RUN_UID', '0', 'Volumes belong to root.'),
    fixed('RAILWAY_DEPLOYMENT_DRAINING_SECONDS', `${app.stopSeconds}`, 'The time to stop.'),
  ];
}

function projectText(app: StoreApp): string {
  const { ready, startSeconds } = app.health;
  return [
    `// ${printedBy}`,
    '// Set SECRET_KEY of the service in Railway before the first start: openssl rand -base64 32',
    "import { defineRailway, image, postgres, preserve, project, service, volume } from 'railway/iac';",
    '',
    'export default defineRailway(() => {',
    "  const database = postgres('Postgres');",
    `  const data = volume('${app.id}-data', { sizeMB: ${app.resources.diskMegabytes} });`,
    `  const ${app.id} = service('${app.name}', {`,
    `    source: image('${app.images.service}'),`,
    `    healthcheck: '${ready}',`,
    `    healthcheckTimeout: ${startSeconds},`,
    `    volumeMounts: { '${app.dataFolder}': data },`,
    '    env: {',
    ...variables(app).map(({ name, code }) => `      ${name}: ${code},`),
    '    },',
    '  });',
    `  return project('${app.id}', { resources: [database, data, ${app.id}] });`,
    '});',
    '',
  ].join('\n');
}

function templateText(app: StoreApp): string {
  const rows = variables(app).map(({ name, value, about }) => `| \`${name}\` | \`${value}\` | ${about} |`);
  const parts = [
    `<!-- ${printedBy} -->`,
    `# Deploy and Host ${app.name} with Railway`,
    ...app.paragraphs,
    `## About Hosting ${app.name}`,
    `The template runs ${app.name} with PostgreSQL and a volume for pictures. After the deployment, open the deploy ` +
      'logs of the service. They have a link to `/set-up` that creates the first account. It works once, for 24 ' +
      'hours after a start. Then enter an endpoint of each network, the mail server and backups in the console.',
    '## Common Use Cases',
    app.features.map((feature) => `- ${feature}`).join('\n'),
    `## Dependencies for ${app.name} Hosting`,
    '- PostgreSQL 15 or newer\n- An endpoint of each network that you accept',
    '### Deployment Dependencies',
    `- [Documentation](${app.publisher.documentation})\n- [Source code](${app.publisher.repository})`,
    `### Why Deploy ${app.name} on Railway?`,
    'Railway runs the service and its database, gives the service a domain with HTTPS, and restarts it if it fails.',
    '## Variables of the template',
    `| Variable | Value | Description |\n|---|---|---|\n${rows.join('\n')}`,
  ];
  return `${parts.join('\n\n')}\n`;
}
