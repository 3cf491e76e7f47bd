// Payments that nobody could match by themselves, and what to do with each.
import { Screen } from '../../parts/screen.tsx';

export function SortOutScreen() {
  return <Screen title="To sort out" />;
}
