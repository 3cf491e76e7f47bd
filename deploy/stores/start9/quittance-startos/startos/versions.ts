// Printed from deploy/stores/description.json by `npm run stores`. Do not edit.
import { IMPOSSIBLE, VersionGraph, VersionInfo } from '@start9labs/start-sdk'

// The service migrates its database at its start.
const current = VersionInfo.of({
  version: '0.1.0:0',
  releaseNotes: { en_US: 'Quittance 0.1.0. The changes are in its changelog: https://git.example/quittance/quittance' },
  migrations: { up: async () => {}, down: IMPOSSIBLE },
})

export const versionGraph = VersionGraph.of({ current, other: [] })
