// Which coins an app takes.
import { Screen } from '../../parts/screen.tsx';

export function CoinsScreen() {
  return <Screen title="Coins" />;
}
