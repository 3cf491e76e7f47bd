// The passkey button of the sign-in page. It is shown if the browser supports passkeys, and after a sign-in it
// continues to the next page.
const button = document.querySelector('#passkey');
const failure = document.querySelector('#passkey-failed');

if (globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON) {
  button.hidden = false;
  button.addEventListener('click', async () => {
    button.disabled = true;
    failure.hidden = true;
    try {
      const options = await ask('api/auth/sign-in/passkey/options', {});
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
      const credential = await navigator.credentials.get({ publicKey });
      await ask('api/auth/sign-in/passkey', { response: credential.toJSON() });
      // The server wrote this URL into the page, so it leads only to this instance.
      location.assign(button.dataset.next);
    } catch (error) {
      failure.textContent =
        error.name === 'NotAllowedError'
          ? 'No passkey was used. Try again, or sign in with your password.'
          : (error.detail ?? 'This passkey is not known here. Sign in with your password.');
      failure.hidden = false;
      button.disabled = false;
    }
  });
}

async function ask(path, body) {
  const headers = { 'content-type': 'application/json', accept: 'application/json' };
  const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
  const read = await answer.json().catch(() => ({}));
  if (!answer.ok) throw { name: 'Refused', detail: answer.status === 429 ? read.detail : undefined };
  return read;
}
