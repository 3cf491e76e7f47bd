// A browser wallet for the demonstration. It announces itself as EIP-6963 requires, and the demo's signer answers for
// it.

const icon =
  'data:image/svg+xml,' +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#f2b705"/>' +
      '<path d="M7 11h18v12H7z" fill="none" stroke="#191c19" stroke-width="2.5"/>' +
      '<circle cx="20.5" cy="17" r="2" fill="#191c19"/></svg>',
  );

const listeners = new Map();

const provider = {
  /** EIP-1193: resolves to the result, rejects with an error that carries a numeric code. */
  async request({ method, params = [] }) {
    const response = await fetch('/demo-wallet/rpc', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ method, params }),
    });
    const answer = await response.json();
    if (answer.error) throw Object.assign(new Error(answer.error.message), { code: answer.error.code });
    return answer.result;
  },
  on(event, listener) {
    listeners.set(event, [...(listeners.get(event) ?? []), listener]);
    return provider;
  },
  removeListener(event, listener) {
    listeners.set(
      event,
      (listeners.get(event) ?? []).filter((one) => one !== listener),
    );
    return provider;
  },
};

const detail = Object.freeze({
  info: Object.freeze({
    uuid: '4f0a6f0e-6d3c-4a53-9d7e-2b7c1f0b8a11',
    name: 'Demo wallet',
    icon,
    rdns: 'org.quittance.demo-wallet',
  }),
  provider,
});

const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
window.addEventListener('eip6963:requestProvider', announce);
announce();
