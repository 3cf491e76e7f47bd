// Who works on an app, and as what.
import { Screen } from '../../parts/screen.tsx';

export function TeamScreen() {
  return <Screen title="Team" />;
}
