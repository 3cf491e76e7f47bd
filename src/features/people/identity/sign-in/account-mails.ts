// The mails about a person's account.
import type { Mail } from '../../../../io/mail/mailer.ts';

export function resetMail(publicUrl: string, to: string, token: string): Mail {
  return {
    to,
    subject: 'Choose a new password',
    text: [
      `Somebody, most likely you, asked for a new password for ${to} at ${publicUrl}.`,
      '',
      'Choose one here within 30 minutes:',
      `${publicUrl}/reset-password?token=${encodeURIComponent(token)}`,
      '',
      'If it was not you, ignore this mail: nothing changes.',
    ].join('\n'),
  };
}

export function verificationMail(publicUrl: string, to: string, token: string): Mail {
  return {
    to,
    subject: 'Confirm your e-mail address',
    text: [
      `${to} was given as the address of an account at ${publicUrl}.`,
      '',
      'Confirm it here within 30 minutes:',
      `${publicUrl}/verify-email?token=${encodeURIComponent(token)}`,
      '',
      'If it was not you, ignore this mail.',
    ].join('\n'),
  };
}

export function addressTriedMail(publicUrl: string, to: string): Mail {
  return {
    to,
    subject: 'Somebody tried to sign up with your address',
    text: [
      `Somebody, perhaps you, gave ${to} for an account at ${publicUrl}. ` +
        'You have one there already, and it is unchanged.',
      '',
      `If it was you: sign in at ${publicUrl}/sign-in, or ask for a new password if you have forgotten yours.`,
      'If it was not you, ignore this mail. The other person did not learn that you have an account.',
    ].join('\n'),
  };
}
