// All payments of an app, and their export.
import { Screen } from '../../parts/screen.tsx';

export function PaymentsScreen() {
  return <Screen title="Payments" />;
}
