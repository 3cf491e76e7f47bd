// Printed from deploy/stores/description.json by `npm run stores`. Do not edit.
import { publicAddresses } from './addresses'
import { sdk } from './sdk'
import { settingsFile } from './settings'

const { InputSpec, Value } = sdk

export const showSetupLink = sdk.Action.withoutInput(
  'show-setup-link',
  {
    name: 'Show the set-up link',
    description: 'The link that creates the first account. It works once, for 24 hours after a start.',
    warning: null,
    allowedStatuses: 'only-running',
    group: null,
    visibility: 'enabled',
  },
  async () => {
    const link = await sdk.volumes.main.readFile('setup-link', 'utf8').catch(() => null)
    if (link === null)
      return {
        version: '1',
        title: 'No set-up link',
        message: 'There is an account already, or the service has not started yet.',
        result: null,
      }
    return {
      version: '1',
      title: 'Set-up link',
      message: 'Open it in your browser. Anyone with this link can create the first account.',
      result: { type: 'single', value: `${link}`.trim(), copyable: true, qr: false, masked: true },
    }
  },
)

export const setPublicUrl = sdk.Action.withInput(
  'set-public-url',
  {
    name: 'Set the public URL',
    description: 'The address that customers and shops open. Links and mails have it.',
    warning: null,
    allowedStatuses: 'any',
    group: null,
    visibility: 'enabled',
  },
  InputSpec.of({
    url: Value.dynamicSelect(async ({ effects }) => {
      const addresses = await publicAddresses(effects)
      return {
        name: 'Public URL',
        values: Object.fromEntries(addresses.map((address) => [address, address])),
        default: addresses[0] ?? '',
      }
    }),
  }),
  async () => ({ url: (await settingsFile.read((settings) => settings.publicUrl).once()) || undefined }),
  async ({ effects, input }) => {
    await settingsFile.merge(effects, { publicUrl: input.url })
  },
)

export const actions = sdk.Actions.of().addAction(showSetupLink).addAction(setPublicUrl)
