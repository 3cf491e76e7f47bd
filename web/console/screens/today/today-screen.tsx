// What needs a human, how the shop does, and the last payments.
import { Screen } from '../../parts/screen.tsx';

export function TodayScreen() {
  return <Screen title="Today" />;
}
