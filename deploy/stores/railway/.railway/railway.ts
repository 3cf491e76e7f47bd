// Printed from deploy/stores/description.json by `npm run stores`. Do not edit.
// Set SECRET_KEY of the service in Railway before the first start: openssl rand -base64 32
import { defineRailway, image, postgres, preserve, project, service, volume } from 'railway/iac';

export default defineRailway(() => {
  const database = postgres('Postgres');
  const data = volume('quittance-data', { sizeMB: 1024 });
  const quittance = service('Quittance', {
    source: image('quittance:0.1.0'),
    healthcheck: '/readyz',
    healthcheckTimeout: 90,
    volumeMounts: { '/data': data },
    env: {
      PUBLIC_URL: 'https://${{RAILWAY_PUBLIC_DOMAIN}}',
      DATABASE_URL: database.env.DATABASE_URL,
      SECRET_KEY: preserve(),
      PORT: '3000',
      TRUST_PROXY: '100.64.0.0/10',
      RAILWAY_RUN_UID: '0',
      RAILWAY_DEPLOYMENT_DRAINING_SECONDS: '20',
    },
  });
  return project('quittance', { resources: [database, data, quittance] });
});
