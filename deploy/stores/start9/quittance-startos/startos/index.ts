// Printed from deploy/stores/description.json by `npm run stores`. Do not edit.
import { buildManifest } from '@start9labs/start-sdk'
import { manifest as description } from './manifest'
import { versionGraph } from './versions'

export { actions } from './actions'
export { createBackup } from './backups'
export { init, uninit } from './init'
export { main } from './main'
export const manifest = buildManifest(versionGraph, description)
