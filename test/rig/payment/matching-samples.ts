// A payment on a shared address and an attempt that it pays, as the starting point for tests of matching.
import type { Candidate, Incoming } from '../../../src/core/payment/evidence/matching.ts';

export const shared: Incoming = {
  txHash: '0x1',
  assetId: 'eth',
  sender: 'ann',
  amount: 100n,
  isOneTimeAddress: false,
  conflicts: [],
  firstSeenSeconds: 1_000,
  recordedSeconds: 1_002,
  isSharedSender: false,
};

export const base: Candidate = {
  id: 'a',
  invoiceId: 'invoice-a',
  invoiceIsCanceled: false,
  assetId: 'eth',
  sender: 'ann',
  amount: 100n,
  isLeased: false,
  status: 'processing',
  hash: null,
  isMined: false,
  isUnconfirmed: false,
  isInTime: true,
  createdSeconds: 900,
  isProved: false,
  isClaimed: false,
  hadIt: false,
};
