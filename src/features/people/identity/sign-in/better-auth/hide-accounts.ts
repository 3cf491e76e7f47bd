// Nobody learns from an answer which addresses have accounts: what better-auth would answer differently is evened out
// here.
import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware } from 'better-auth/api';
import type { Instance } from '../../../../instance.ts';
import { findUserByEmail } from '../../store.ts';
import { keepIdleLink } from '../attempt-store.ts';

type Dependencies = Pick<Instance, 'db' | 'clock' | 'newId' | 'mails'>;

/** An address that nobody has (RFC 2606 §2), for a sign-in that is to fail like that of a stranger. */
const nobody = 'nobody@example.invalid';

/**
 * A sign-up answers the same for a new address and for one that has an account: no session, and a mail. An account
 * that waits for its address to be confirmed cannot be signed in to, and looks as if it were not there. linkSeconds:
 * how long a mailed link is good for.
 */
export function hideAccounts(instance: Dependencies, linkSeconds: number): BetterAuthPlugin {
  const { db, mails } = instance;
  return {
    id: 'hide-accounts',
    hooks: {
      before: [
        {
          matcher: ({ path }) => path === '/sign-in/email',
          handler: createAuthMiddleware(async ({ body }) => {
            const user = await userNamed(instance, body?.email);
            if (user?.awaitsConfirmation) return { context: { body: { ...body, email: nobody } } };
          }),
        },
        {
          matcher: ({ path }) => path === '/request-password-reset',
          handler: createAuthMiddleware(async ({ body }) => {
            if ((await userNamed(instance, body?.email)) !== null) return;
            // As much as is written for somebody who is there.
            await keepIdleLink(db, instance.newId(), instance.clock.now(), linkSeconds);
            await mails.post(db, null);
          }),
        },
      ],
    },
  };
}

async function userNamed({ db }: Dependencies, email: unknown) {
  return typeof email === 'string' && email !== '' ? findUserByEmail(db, email) : null;
}
