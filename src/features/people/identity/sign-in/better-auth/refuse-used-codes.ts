// Accepts each one-time code only once (RFC 6238 §5.2). better-auth does not check this.
import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import { symmetricDecrypt } from 'better-auth/crypto';
import type { Instance } from '../../../../instance.ts';
import { stepOfCode } from '../one-time-code.ts';
import { claimCodeStep } from '../second-factor-store.ts';

export type AuthContext = Pick<Context, 'context' | 'body' | 'getSignedCookie' | 'setCookie'>;
type Context = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

/**
 * Checks a code before better-auth does. Claims the code's time step by compare-and-set. If this step or a newer one
 * was claimed before, the code is rejected like a wrong one. better-auth rejects wrong codes.
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

/** Claims the time step of a person's code. Returns `used` if this step or a newer one was claimed before. */
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

/** Returns the person of the second factor: the signed-in one, or the one who has just entered the right password. */
async function personOf(context: Context): Promise<string | null> {
  const session = await getSessionFromCtx(context);
  if (session) return session.user.id;
  const { name } = context.context.createAuthCookie('two_factor');
  const challenge = await context.getSignedCookie(name, context.context.secret);
  if (!challenge) return null;
  return (await context.context.internalAdapter.findVerificationValue(challenge))?.value ?? null;
}
