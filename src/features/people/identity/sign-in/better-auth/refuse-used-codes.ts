// A one-time code is taken once: RFC 6238 §5.2, which better-auth leaves to whoever uses it.
import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import { symmetricDecrypt } from 'better-auth/crypto';
import type { Instance } from '../../../../instance.ts';
import { stepOfCode } from '../one-time-code.ts';
import { claimCodeStep } from '../second-factor-store.ts';

export type AuthContext = Pick<Context, 'context' | 'body' | 'getSignedCookie' | 'setCookie'>;
type Context = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

/**
 * Looks at a code before better-auth does. The step that it stands for is claimed by compare-and-set; when that or a
 * newer one was claimed before, the code is refused like a wrong one. A wrong code is left to better-auth to refuse.
 */
export function refuseUsedCodes(instance: Pick<Instance, 'db' | 'clock'>): BetterAuthPlugin {
  return {
    id: 'refuse-used-codes',
    hooks: {
      before: [
        {
          matcher: (context) => context.path === '/two-factor/verify-totp',
          handler: createAuthMiddleware(async (context) => {
            const userId = await personOf(context);
            const { code } = context.body as { code?: unknown };
            if (userId === null || typeof code !== 'string') return;
            if ((await claimCode(instance, context, userId, code)) !== 'used') return;
            throw new APIError('UNAUTHORIZED', { code: 'INVALID_CODE', message: 'Invalid code' });
          }),
        },
      ],
    },
  };
}

/** Claims the step that a person's code stands for: `used` when that or a newer one was claimed before. */
export async function claimCode(
  instance: Pick<Instance, 'db' | 'clock'>,
  { context }: Pick<AuthContext, 'context'>,
  userId: string,
  code: string,
): Promise<'claimed' | 'used' | 'wrong'> {
  const held = await context.adapter.findOne<{ id: string; secret: string }>({
    model: 'twoFactor',
    where: [{ field: 'userId', value: userId }],
  });
  if (held === null) return 'wrong';
  const secret = await symmetricDecrypt({ key: context.secretConfig, data: held.secret });
  const step = stepOfCode(Buffer.from(secret), code, instance.clock.now());
  if (step === null) return 'wrong';
  return (await claimCodeStep(instance.db, held.id, step)) ? 'claimed' : 'used';
}

/** Who is about to prove a second factor: whoever is signed in, or else whoever has just given the right password. */
async function personOf(context: Context): Promise<string | null> {
  const session = await getSessionFromCtx(context);
  if (session) return session.user.id;
  const { name } = context.context.createAuthCookie('two_factor');
  const challenge = await context.getSignedCookie(name, context.context.secret);
  if (!challenge) return null;
  return (await context.context.internalAdapter.findVerificationValue(challenge))?.value ?? null;
}
