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

export function addressTriedMail(publicUrl: string, to: string): Mail {
  return {
    to,
    subject: 'Somebody tried to sign up with your address',
    text: [
      `Somebody, perhaps you, gave ${to} for an account at ${publicUrl}. You have one there already, and it is unchanged.`,
      '',
      `If it was you: sign in at ${publicUrl}/sign-in, or ask for a new password if you have forgotten yours.`,
      'If it was not you, leave this mail alone. Whoever it was has not been told that you have an account.',
    ].join('\n'),
  };
}

export function emailChangedMail(publicUrl: string, to: string, now: string): Mail {
  return {
    to,
    subject: 'Your e-mail address was changed',
    text: [
      `Your account at ${publicUrl} now has the address ${now} instead of ${to}.`,
      '',
      'If it was not you, tell whoever runs that instance at once: somebody else can sign in to your account.',
    ].join('\n'),
  };
}

export function secondFactorOffMail(publicUrl: string, to: string): Mail {
  return {
    to,
    subject: 'Your second factor was switched off',
    text: [
      `From now on the password alone signs ${to} in at ${publicUrl}.`,
      '',
      'If it was not you, change your password at once, and switch the second factor on again.',
    ].join('\n'),
  };
}
