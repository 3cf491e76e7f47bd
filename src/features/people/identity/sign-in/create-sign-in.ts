// Loads better-auth at the first request to it, because loading takes a large part of the start-up time.
import type { Instance } from '../../../instance.ts';
import { presentRequest } from './records/present-request.ts';
import { clientAddressHeader, endAccessHeader, type SignIn, type SignInRules, signInPath } from './sign-in.ts';

export function createSignIn(instance: Instance, rules: SignInRules): SignIn {
  let loading: Promise<SignIn> | null = null;
  const load = async () => {
    const { setUpSignIn } = await import('./better-auth/set-up-sign-in.ts');
    return setUpSignIn(instance, rules);
  };
  const loaded = () => {
    loading ??= load();
    return loading;
  };
  return {
    async handle(request) {
      const { handle } = await loaded();
      const path = new URL(request.url).pathname.slice(signInPath.length);
      const { headers } = request;
      const from = { ip: headers.get(clientAddressHeader), userAgent: headers.get('user-agent') };
      const endsAccess = headers.get(endAccessHeader) === 'yes';
      return presentRequest.run({ path, ...from, endsAccess }, () => handle(request));
    },
    awaitingCode: async (cookieHeader) => (await loaded()).awaitingCode(cookieHeader),
  };
}
