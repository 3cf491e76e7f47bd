// The mails that ask both addresses to confirm a change.
import type { Mail } from '../../../../io/mail/mailer.ts';

/** The days after which a change takes effect without a confirmation from the old address. */
export const silenceDays = 7;

export function askOldMail(publicUrl: string, to: string, newEmail: string, token: string): Mail {
  return {
    to,
    subject: 'Is your e-mail address to be changed?',
    text: [
      `Somebody who is signed in to your account at ${publicUrl} asked to change its address from ${to}`,
      `to ${newEmail}.`,
      '',
      'Agree to it here, or stop it:',
      `${publicUrl}/email-change?token=${token}`,
      '',
      `If you do nothing, the new address takes effect ${silenceDays} days from now.`,
      'If it was not you, stop it at once: another person is signed in to your account.',
    ].join('\n'),
  };
}

export function askNewMail(publicUrl: string, to: string, token: string): Mail {
  return {
    to,
    subject: 'Confirm your e-mail address',
    text: [
      `${to} was given as the new address of an account at ${publicUrl}.`,
      '',
      'Confirm it here:',
      `${publicUrl}/verify-email?token=${token}`,
      '',
      `It takes effect once the old address has agreed too, or has been silent for ${silenceDays} days.`,
      'If it was not you, ignore this mail.',
    ].join('\n'),
  };
}
