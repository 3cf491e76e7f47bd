// Hides whether an address has an account, by removing the differences in better-auth's responses.
import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware } from 'better-auth/api';
import type { Instance } from '../../../../instance.ts';
import { findUserByEmail } from '../../store.ts';
import { keepIdleLink } from '../attempt-store.ts';

type Dependencies = Pick<Instance, 'db' | 'clock' | 'newId' | 'mails'>;

/** An address without an account (RFC 2606 §2), to make a sign-in fail as for an unknown address. */
const nobody = 'nobody@example.invalid';

/**
 * A sign-up gets the same response for a new address and for one with an account: no session, and a mail. A sign-in to
 * an account with an unconfirmed address fails as if the account did not exist. `linkSeconds` is the lifetime of a
 * mailed link.
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
            // Writes as much as for an existing account.
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
