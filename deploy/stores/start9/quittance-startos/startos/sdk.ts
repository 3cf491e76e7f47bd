// Printed from deploy/stores/description.json by `npm run stores`. Do not edit.
import { StartSdk } from '@start9labs/start-sdk'
import { manifest } from './manifest'

export const sdk = StartSdk.of().withManifest(manifest).build(true)
