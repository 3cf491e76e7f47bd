// Printed from deploy/stores/description.json by `npm run stores`. Do not edit.
import { FileHelper, z } from '@start9labs/start-sdk'
import { sdk } from './sdk'

/** Written at the installation. The key opens what the service encrypts in its database. */
export const settingsFile = FileHelper.json(
  { base: sdk.volumes.startos, subpath: './store.json' },
  z.object({
    publicUrl: z.string().catch(''),
    databasePassword: z.string(),
    secretKey: z.string(),
  }),
)
