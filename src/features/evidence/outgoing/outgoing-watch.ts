// The interface through which the block reader calls outgoing money. An ordinary payment uses none of it.
import { confirmExpected } from './confirm-expected.ts';
import {
  firstExpectedAt,
  firstRegisteredAt,
  listAwaited,
  listAwaitedDestinations,
  listDestinationsSince,
  listExpectedAt,
} from './expected-store.ts';
import { observeTransfers, removeOutgoing, revertOutgoing } from './observe-transfers.ts';
import { listOutgoingBetween, listOutgoingIn } from './outgoing-store.ts';

export const outgoingWatch = {
  observe: observeTransfers,
  revert: revertOutgoing,
  remove: removeOutgoing,
  confirm: confirmExpected,
  listDestinationsSince,
  listAwaitedDestinations,
  listExpectedAt,
  firstExpectedAt,
  firstRegisteredAt,
  listAwaited,
  listIn: listOutgoingIn,
  listBetween: listOutgoingBetween,
} as const;

export type OutgoingWatch = typeof outgoingWatch;
