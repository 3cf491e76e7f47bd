// Printed from deploy/stores/description.json by `npm run stores`. Do not edit.
import { setupManifest } from '@start9labs/start-sdk'

export const manifest = setupManifest({
  id: 'quittance',
  title: 'Quittance',
  license: 'MIT',
  packageRepo: 'https://git.example/quittance/quittance',
  upstreamRepo: 'https://git.example/quittance/quittance',
  marketingUrl: 'https://quittance.example',
  donationUrl: null,
  description: {
    short: { en_US: 'Take cryptocurrency payments straight to your own addresses' },
    long: {
      en_US:
        'Quittance takes payments in Bitcoin, Litecoin, Dogecoin, on TRON, on Ethereum and on networks compatible with it. Customers pay straight to your own addresses. The service never holds your keys or your money.',
    },
  },
  volumes: ['main', 'db', 'startos'],
  images: {
    'quittance': { source: { dockerTag: 'quittance:0.1.0' }, arch: ['x86_64', 'aarch64'] },
    postgres: { source: { dockerTag: 'docker.io/library/postgres:18-bookworm' }, arch: ['x86_64', 'aarch64'] },
  },
  hardwareRequirements: { ram: 512 },
  dependencies: {},
})
