// What people are told by mail about their account.
import type { Mail } from '../../../io/mail/mailer.ts';

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
      'If it was not you, leave this mail alone: nothing changes.',
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
      'If it was not you, leave this mail alone.',
    ].join('\n'),
  };
}

export function passwordChangedMail(publicUrl: string, to: string): Mail {
  return {
    to,
    subject: 'Your password was changed',
    text: [
      `The password of ${to} at ${publicUrl} was changed, and every browser was signed out.`,
      '',
      'If it was not you, ask for a new password at once and look through your personal access tokens.',
    ].join('\n'),
  };
}
