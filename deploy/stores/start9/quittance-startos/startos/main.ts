// Printed from deploy/stores/description.json by `npm run stores`. Do not edit.
import { sdk } from './sdk'
import { settingsFile } from './settings'

const ready = 'http://127.0.0.1:3000/readyz'

export const main = sdk.setupMain(async ({ effects }) => {
  const settings = await settingsFile.read().const(effects)
  if (settings === null) throw new Error('store.json is missing')
  const { publicUrl, databasePassword, secretKey } = settings
  const database = sdk.SubContainer.of(
    effects,
    { imageId: 'postgres' },
    sdk.Mounts.of().mountVolume({
      volumeId: 'db',
      subpath: null,
      mountpoint: '/var/lib/postgresql',
      readonly: false,
    }),
    'postgres',
  )
  const server = sdk.SubContainer.of(
    effects,
    { imageId: 'quittance' },
    sdk.Mounts.of().mountVolume({
      volumeId: 'main',
      subpath: null,
      mountpoint: '/data',
      readonly: false,
    }),
    'quittance',
  )
  return sdk.Daemons.of(effects)
    .addDaemon('postgres', {
      subcontainer: database,
      exec: {
        command: sdk.useEntrypoint(['-c', 'listen_addresses=127.0.0.1']),
        env: {
          POSTGRES_USER: 'quittance',
          POSTGRES_DB: 'quittance',
          POSTGRES_PASSWORD: databasePassword,
          POSTGRES_INITDB_ARGS: '--data-checksums',
        },
        sigtermTimeout: 60_000,
      },
      ready: {
        display: null,
        fn: async () => {
          const asked = await database.exec(['pg_isready', '--host=127.0.0.1', '--username=quittance'])
          return asked.exitCode === 0
            ? { result: 'success', message: null }
            : { result: 'loading', message: null }
        },
      },
      requires: [],
    })
    .addOneshot('ownership', {
      subcontainer: server,
      exec: {
        command: [
          'node',
          '-e',
          "require('node:fs').chownSync('/data', 10001, 10001)",
        ],
        user: 'root',
      },
      requires: [],
    })
    .addDaemon('server', {
      subcontainer: server,
      exec: {
        command: sdk.useEntrypoint(),
        env: {
          PUBLIC_URL: publicUrl,
          DATABASE_URL: `postgresql://quittance:${databasePassword}@127.0.0.1:5432/quittance`,
          SECRET_KEY: secretKey,
          // The proxy of StartOS.
          TRUST_PROXY: await sdk.getOsIp(effects),
        },
        sigtermTimeout: 20_000,
      },
      ready: {
        display: 'Web interface',
        gracePeriod: 90_000,
        fn: async () => {
          const answer = await fetch(ready).catch(() => null)
          return answer?.ok
            ? { result: 'success', message: 'The service is ready' }
            : { result: 'failure', message: 'The service is not ready' }
        },
      },
      requires: ['postgres', 'ownership'],
    })
})
