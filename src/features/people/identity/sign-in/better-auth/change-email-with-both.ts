// An e-mail address changes once the old and the new one agreed: better-auth's own change would ask the new one alone,
// or one after the other.
import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import type { Instance } from '../../../../instance.ts';
import { askForEmailChange } from '../../email-change/change-email.ts';
import { isEmailAddress } from '../../email-change/email-address.ts';

type Parts = Pick<Instance, 'db' | 'seals' | 'clock' | 'newId' | 'mails' | 'publicUrl'>;

/** Answers as better-auth does, whether the address is free or not. What it would refuse is left to it, or refused. */
export function changeEmailWithBoth(instance: Parts): BetterAuthPlugin {
  return {
    id: 'change-email-with-both',
    hooks: {
      before: [
        {
          matcher: ({ path }) => path === '/change-email',
          handler: createAuthMiddleware(async (context) => {
            const session = await getSessionFromCtx(context);
            // Refused by better-auth.
            if (!session) return;
            const { newEmail } = (context.body ?? {}) as { newEmail?: unknown };
            if (typeof newEmail !== 'string' || !isEmailAddress(newEmail)) {
              throw new APIError('BAD_REQUEST', { code: 'INVALID_EMAIL', message: 'newEmail is no e-mail address' });
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
