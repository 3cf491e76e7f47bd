// Printed from deploy/stores/description.json by `npm run stores`. Do not edit.
import type { T } from '@start9labs/start-sdk'
import { sdk } from './sdk'

export const hostId = 'main'
export const interfaceId = 'ui'

/** The addresses under which browsers reach the service. */
export function publicAddresses(effects: T.Effects): Promise<string[]> {
  return sdk.host
    .getOwn(effects, hostId, (host) => {
      const interfaces = Object.values(host?.bindings ?? {}).flatMap((binding) =>
        Object.values(binding.interfaces),
      )
      const ui = interfaces.find(({ id }) => id === interfaceId)
      return ui?.addressInfo.nonLocal.format() ?? []
    })
    .const()
}
