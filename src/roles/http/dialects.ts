// The dialects that this instance supports in addition to the API. Each has its own module and one line here.
import { commerceDialect } from '../../features/dialects/commerce/commerce-dialect.ts';
import { commerceForm } from '../../features/dialects/commerce/commerce-form.ts';
import { epayDialect } from '../../features/dialects/epay/epay-dialect.ts';
import { epayForm } from '../../features/dialects/epay/epay-form.ts';
import { epusdtDialect } from '../../features/dialects/epusdt/epusdt-dialect.ts';
import { epusdtForm } from '../../features/dialects/epusdt/epusdt-form.ts';
import { greenfieldDialect } from '../../features/dialects/greenfield/greenfield-dialect.ts';
import { greenfieldForm } from '../../features/dialects/greenfield/greenfield-form.ts';
import type { DeliveryForms } from '../../features/events/deliveries/delivery-form.ts';
import type { Instance } from '../../features/instance.ts';
import { attemptMaker } from '../../features/money/transactions/make-attempt.ts';
import type { Dialect } from '../../io/http/dialects/dialect.ts';
import { type Authenticate, doorAuthenticator } from './caller-authenticator.ts';

/** `authenticate` recognizes the API's tokens, under any name that the dialect has for them. */
export type MakeDialect = (instance: Instance, authenticate: Authenticate) => Dialect;

export function dialects(instance: Instance): Dialect[] {
  const parts = { makeAttempt: attemptMaker(instance), callerOf: doorAuthenticator(instance) };
  return [
    epayDialect(instance, parts),
    epusdtDialect(instance, parts),
    greenfieldDialect(instance, parts),
    commerceDialect(instance, parts),
  ];
}

/** How endpoints of each dialect are notified. */
export function deliveryForms(instance: Instance): DeliveryForms {
  return {
    epay: epayForm(instance),
    epusdt: epusdtForm(instance),
    greenfield: greenfieldForm(instance),
    commerce: commerceForm(instance),
  };
}
