// Printed from deploy/stores/description.json by `npm run stores`. Do not edit.
import { hostId, interfaceId } from './addresses'
import { sdk } from './sdk'

export const setInterfaces = sdk.setupInterfaces(async ({ effects }) => {
  const origin = await sdk.MultiHost.of(effects, hostId).bindPort(3000, { protocol: 'http' })
  const ui = sdk.createInterface(effects, {
    name: 'Quittance',
    id: interfaceId,
    description: 'The console, the checkout and the API',
    type: 'ui',
    masked: false,
    schemeOverride: null,
    username: null,
    path: '',
    query: {},
  })
  return [await origin.export([ui])]
})
