// Printed from deploy/stores/description.json by `npm run stores`. Do not edit.
import { sdk } from './sdk'
import { settingsFile } from './settings'

/** A copy of the files of a running PostgreSQL would be no backup: the database is dumped. */
export const { createBackup, restoreInit } = sdk.setupBackups(async () =>
  sdk.Backups.withPgDump({
    imageId: 'postgres',
    dbVolume: 'db',
    mountpoint: '/var/lib/postgresql',
    pgdataPath: '/18/docker',
    database: 'quittance',
    user: 'quittance',
    password: async () => {
      const password = await settingsFile.read((settings) => settings.databasePassword).once()
      if (!password) throw new Error('store.json has no password of the database')
      return password
    },
    initdbArgs: ['--data-checksums'],
  })
    .addVolume('startos')
    .addVolume('main'),
)
