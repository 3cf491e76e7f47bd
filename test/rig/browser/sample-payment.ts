// A complete invoice and attempt in the API's form, for tests of page code.
import type { Cryptocurrency, Invoice, Network, Transaction } from '../../../sdk/typescript/src/generated/api.ts';

const made = '2026-11-01T11:59:59.000Z';

export const sampleCoin: Cryptocurrency = {
  id: 'c',
  symbol: 'ETH',
  name: 'Ether',
  decimals: 18,
  stable: false,
  rates: {},
};

export const sampleNetwork: Network = {
  id: 'n',
  symbol: 'local',
  name: 'Local',
  type: 'EVM' as const,
  test: true,
  available: true,
  degraded: false,
  native_coin: 'ETH',
  transfer_fees: null,
  internal_transfers: null,
  names_sender: true,
  has_mempool: false,
  finality_term: 'final' as const,
  wallet_protocol: 'eip1193' as const,
};

export const sampleInvoice: Invoice = {
  id: 'i',
  app_id: 'a',
  status: 'open' as const,
  currency: 'USD',
  total: '100.00',
  paid: '0.00',
  pending: '0.00',
  refunded: '0.00',
  remaining: '100.00',
  exceptions: [],
  order: {},
  success_url: null,
  cancel_url: null,
  checkout_url: 'https://pay.shop.example/i',
  expires_at: '2026-11-01T12:10:00.000Z',
  accepted_at: null,
  paid_at: null,
  created_at: made,
  updated_at: made,
};

export const sampleTransaction: Transaction = {
  id: 't',
  invoice_id: 'i',
  from: '0x1',
  to: '0x2',
  rate: '2000',
  amount: '0.05',
  hash: null,
  block: null,
  status: 'processing' as const,
  reason: null,
  created_at: made,
  updated_at: made,
  expire_at: '2026-11-01T12:10:00.000Z',
  cryptocurrency: sampleCoin,
  network: sampleNetwork,
  received_amount: null,
  confirmations: 0,
  required_confirmations: 2,
  requires_finality: false,
  matched_by: null,
  identified_by: 'amount' as const,
  payment_uri: 'ethereum:0x2@1?value=50000000000000000',
  explorer_url: null,
  contract: null,
  claim_text: '',
};
