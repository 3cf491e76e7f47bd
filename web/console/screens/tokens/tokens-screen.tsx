// What may act for the app, and for the person.
import { Screen } from '../../parts/screen.tsx';

export function TokensScreen() {
  return <Screen title="Tokens" />;
}
