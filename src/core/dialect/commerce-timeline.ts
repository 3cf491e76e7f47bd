// The timeline of a charge in the dialect Coinbase Commerce. Its last entry is the charge's present state.
import { commerceWords } from './commerce-words.ts';
import type { OrderSituation } from './order-situation.ts';

/** When the steps of an invoice happened. Null for a step that did not happen, or is not known. */
export interface ChargeMoments {
  readonly createdAt: Date;
  /** The first payment was seen. */
  readonly seenAt: Date | null;
  readonly paidAt: Date | null;
  readonly expiredAt: Date | null;
  readonly canceledAt: Date | null;
  /** A payment was taken back, for the last time. */
  readonly reversedAt: Date | null;
  /** The last change. It is used for a step without a known time. */
  readonly updatedAt: Date;
}

export interface TimelineEntry {
  readonly time: Date;
  readonly status: string;
  readonly context?: string;
}

const { values, qualifier } = commerceWords.query;
const contexts: Readonly<Partial<Record<OrderSituation, string>>> = qualifier.values;

/** In the order of time. Earlier entries are steps that are still true: a payment that was taken back is not one. */
export function chargeTimeline(situation: OrderSituation, moments: ChargeMoments): TimelineEntry[] {
  const made = { time: moments.createdAt, status: values.open };
  if (situation === 'open') return [made];
  const status = values[situation];
  const context = contexts[situation];
  const steps = [
    { time: moments.seenAt, status: values.confirming },
    { time: moments.expiredAt, status: values.expired },
  ];
  const earlier = steps
    .flatMap((step) => (step.time === null || step.status === status ? [] : [{ ...step, time: step.time }]))
    .sort((one, other) => one.time.getTime() - other.time.getTime());
  const time = momentOf(situation, moments) ?? moments.updatedAt;
  const before = [made, ...earlier].map((entry) => (entry.time > time ? { ...entry, time } : entry));
  return [...before, { time, status, ...(context === undefined ? {} : { context }) }];
}

function momentOf(situation: OrderSituation, moments: ChargeMoments): Date | null {
  switch (situation) {
    case 'confirming':
    case 'partially_paid':
      return moments.seenAt;
    case 'expired':
    case 'expired_in_part':
      return moments.expiredAt;
    case 'canceled':
      return moments.canceledAt;
    case 'reversed':
    case 'reversed_in_part':
      return moments.reversedAt;
    default:
      return moments.paidAt;
  }
}
