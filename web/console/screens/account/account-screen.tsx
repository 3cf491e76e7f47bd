// The person: password, second factor, passkeys, sessions.
import { Screen } from '../../parts/screen.tsx';

export function AccountScreen() {
  return <Screen title="Account" />;
}
