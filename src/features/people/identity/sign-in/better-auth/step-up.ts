// POST /api/auth/step-up: a signed-in person proves their presence again, with a proof that a thief of the session does
// not have.
import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthEndpoint, getSessionFromCtx } from 'better-auth/api';
import { verifyPassword } from '../../../../../io/secrets/password.ts';
import type { Instance } from '../../../../instance.ts';
import { auditChange } from '../../../audit/audit-change.ts';
import { takePasskeyAnswer } from '../../passkeys/sign-in-with-passkey.ts';
import { presentRequest } from '../records/present-request.ts';
import { findProofsOf, recordProof } from '../second-factor-store.ts';
import { type AuthContext, claimCode } from './refuse-used-codes.ts';

type Parts = Pick<Instance, 'db' | 'seals' | 'clock' | 'publicUrl' | 'newId' | 'newSecretId'>;
type Proof = Readonly<Record<'password' | 'code' | 'response', unknown>>;

/**
 * Accepts one of `password`, `code` and `response`. `response` answers the options of `/sign-in/passkey/options`. The
 * password is not accepted from a person with one-time codes or a passkey. Wrong proofs get 401.
 */
export function stepUp(instance: Parts): BetterAuthPlugin {
  return {
    id: 'step-up',
    endpoints: {
      stepUp: createAuthEndpoint('/step-up', { method: 'POST' }, async (context) => {
        const session = await getSessionFromCtx(context);
        if (!session) throw nobody();
        const proof = (context.body ?? {}) as Proof;
        const given = (['password', 'code', 'response'] as const).filter((name) => proof[name] !== undefined);
        if (given.length !== 1 || given[0] === undefined) {
          throw new APIError('BAD_REQUEST', {
            code: 'ONE_PROOF_NEEDED',
            message: 'Send one of password, code and response.',
          });
        }
        const [userId, sessionId] = [session.user.id, session.session.id];
        await checks[given[0]](instance, context, userId, proof);
        const origin = presentRequest.getStore();
        await instance.db.atomically(async (trx) => {
          const provedAt = instance.clock.now();
          if (!(await recordProof(trx, instance.seals, sessionId, provedAt))) throw nobody();
          const call = {
            caller: { kind: 'cookie', userId, sessionId, provedAt },
            origin: { ip: origin?.ip ?? null, userAgent: origin?.userAgent ?? null },
          } as const;
          const subject = { of: { ownerId: userId }, subjectId: sessionId, before: null, after: { by: given[0] } };
          await auditChange(trx, instance, call, { ...subject, action: 'session.stepped_up' });
        });
        return context.json({ status: true });
      }),
    },
  };
}

function nobody(): APIError {
  return new APIError('UNAUTHORIZED', { code: 'UNAUTHORIZED', message: 'You are not signed in.' });
}

type Check = (instance: Parts, context: AuthContext, userId: string, proof: Proof) => Promise<void>;

/** Each function throws APIError if the proof is not valid for this person. */
const checks: Readonly<Record<keyof Proof, Check>> = {
  async password(instance, _context, userId, { password }) {
    const held = await findProofsOf(instance, userId);
    if (held?.hasSecondFactor || held?.hasPasskey) {
      throw new APIError('FORBIDDEN', {
        code: 'STRONGER_PROOF_NEEDED',
        message:
          'The password is not enough here: send ' +
          `${held.hasSecondFactor ? 'a one-time code as code, or ' : ''}a passkey as response.`,
      });
    }
    const isRight =
      typeof password === 'string' &&
      password.length <= 128 &&
      typeof held?.passwordHash === 'string' &&
      (await verifyPassword(password, held.passwordHash));
    if (!isRight) throw new APIError('UNAUTHORIZED', { code: 'INVALID_PASSWORD', message: 'Invalid password' });
  },
  async code(instance, context, userId, { code }) {
    const held = await findProofsOf(instance, userId);
    const isRight =
      held?.hasSecondFactor === true &&
      typeof code === 'string' &&
      (await claimCode(instance, context, userId, code)) === 'claimed';
    if (!isRight) throw new APIError('UNAUTHORIZED', { code: 'INVALID_CODE', message: 'Invalid code' });
  },
  async response(instance, context, userId) {
    const passkey = await takePasskeyAnswer(instance, context);
    if (passkey?.userId === userId) return;
    throw new APIError('UNAUTHORIZED', { code: 'INVALID_PASSKEY', message: 'Invalid passkey' });
  },
};
