// The facts about SVM networks that the configuration needs; their chains cannot be read yet.
import type { FamilyFacts } from '../../../core/config/family-facts.ts';

export const svmFacts: FamilyFacts = {
  name: 'SVM',
  title: 'Solana',
  isUnread: true,
  hasChainId: false,
  chainNames: [],
  hasTokens: true,
  addressesShared: false,
  showsMempool: false,
  namesSender: true,
  walletProtocol: null,
  tracesCalls: false,
  finalityTags: ['finalized', 'safe'],
  usualFinality: null,
  finalityTerm: 'final',
  nativeDecimals: 9,
  blockTimeMarginSeconds: 60,
  hashPrefix: '',
  readContract: (text) => (/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text) ? text : null),
};
