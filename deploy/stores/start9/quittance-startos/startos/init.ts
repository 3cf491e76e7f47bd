// Printed from deploy/stores/description.json by `npm run stores`. Do not edit.
import { utils } from '@start9labs/start-sdk'
import { actions, showSetupLink } from './actions'
import { publicAddresses } from './addresses'
import { restoreInit } from './backups'
import { setInterfaces } from './interfaces'
import { sdk } from './sdk'
import { settingsFile } from './settings'
import { versionGraph } from './versions'

/** Makes the secrets once. A later start or a restored backup keeps them. */
const makeSecrets = sdk.setupOnInit(async (effects, kind) => {
  if (kind !== 'install') return
  await settingsFile.write(effects, {
    publicUrl: '',
    databasePassword: utils.getDefaultString({ charset: 'a-z,A-Z,0-9', len: 32 }),
    // 43 characters of base64 are a key of 32 bytes.
    secretKey: utils.getDefaultString({ charset: 'a-z,A-Z,0-9,+,/', len: 43 }),
  })
  await sdk.action.createOwnTask(effects, showSetupLink, 'important', {
    reason: 'Start the service and open the link, to create the first account',
  })
})

/** The first address is the one of the local network. The owner chooses another by an action. */
const chooseFirstAddress = sdk.setupOnInit(async (effects) => {
  const chosen = await settingsFile.read((settings) => settings.publicUrl).const(effects)
  const addresses = await publicAddresses(effects)
  if (chosen || addresses.length === 0) return
  const publicUrl = addresses.find((address) => address.includes('.local')) ?? addresses[0]
  await settingsFile.merge(effects, { publicUrl }, { allowWriteAfterConst: true })
})

const setDependencies = sdk.setupDependencies(async () => ({}))

export const init = sdk.setupInit(
  restoreInit,
  versionGraph,
  makeSecrets,
  setInterfaces,
  setDependencies,
  actions,
  chooseFirstAddress,
)

export const uninit = sdk.setupUninit(versionGraph)
