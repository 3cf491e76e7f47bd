// Changes an e-mail address only after the old and the new one confirmed. better-auth itself asks only the new one, or
// one after the other.
import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import type { Instance } from '../../../../instance.ts';
import { askForEmailChange } from '../../email-change/change-email.ts';
import { isEmailAddress } from '../../email-change/email-address.ts';

type Parts = Pick<Instance, 'db' | 'seals' | 'clock' | 'newId' | 'mails' | 'publicUrl'>;

/**
 * Responds like better-auth, whether or not the address is free. Invalid requests are rejected here, or passed on to
 * better-auth.
 */
export function changeEmailWithBoth(instance: Parts): BetterAuthPlugin {
  return {
    id: 'change-email-with-both',
    hooks: {
      before: [
        {
          matcher: ({ path }) => path === '/change-email',
          handler: createAuthMiddleware(async (context) => {
            const session = await getSessionFromCtx(context);
            // better-auth rejects this request.
            if (!session) return;
            const { newEmail } = (context.body ?? {}) as { newEmail?: unknown };
            if (typeof newEmail !== 'string' || !isEmailAddress(newEmail)) {
              throw new APIError('BAD_REQUEST', {
                code: 'INVALID_EMAIL',
                message: 'newEmail is not an e-mail address',
              });
            }
            const wanted = newEmail.toLowerCase();
            if (wanted === session.user.email.toLowerCase()) {
              throw new APIError('BAD_REQUEST', { code: 'SAME_EMAIL', message: 'Email is the same' });
            }
            await askForEmailChange(instance, session.user, wanted);
            return context.json({ status: true });
          }),
        },
      ],
    },
  };
}
