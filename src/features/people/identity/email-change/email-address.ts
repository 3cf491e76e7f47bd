// The e-mail addresses that better-auth accepts, so that every account's address works at the sign-in.

const emailText = /^[A-Za-z0-9_'+-]+(?:\.[A-Za-z0-9_'+-]+)*(?<!')@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

export function isEmailAddress(text: string): boolean {
  return emailText.test(text) && text.length <= 254;
}
