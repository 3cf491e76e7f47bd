// An endpoint that was changed past the service: what its owner may keep of it.
import { fieldProblem, type Problem } from '../../core/problem.ts';
import type { Queryable } from '../../io/db/database.ts';
import { publicKeyOf } from '../../io/outbound/webhook-signature.ts';
import { openOrNull, type Vault } from '../../io/secrets/vault.ts';
import { findSecretSealed, type Webhook } from './store.ts';
import { secretContext } from './view.ts';

export function tamperedProblem(): Problem {
  return fieldProblem('url', 'required', 'It was changed past the service. Say where events are to be sent.');
}

/**
 * The endpoint without what the change may have brought: it is sent every event, and how deliveries are signed follows
 * from its secret, which only the key of the instance opens. Throws Problem where that does not open.
 */
export async function repaired(trx: Queryable, vault: Vault, webhook: Webhook): Promise<Webhook> {
  const sealed = await findSecretSealed(trx, webhook.id);
  const secret = sealed === null ? null : openOrNull(vault, sealed, secretContext(webhook.id));
  if (secret === null)
    throw fieldProblem('url', 'tampered', 'Its secret was changed past the service. Delete it, and add another.');
  const publicKey = publicKeyOf(secret);
  const signature = publicKey === null ? 'v1' : 'v1a';
  return { ...webhook, events: null, signature, publicKey, previousUntil: null, tampered: false };
}
