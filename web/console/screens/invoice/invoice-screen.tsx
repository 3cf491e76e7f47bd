// One invoice: what is owed, what came, and why it stands as it does.
import { Screen } from '../../parts/screen.tsx';

export function InvoiceScreen() {
  return <Screen title="Invoice" />;
}
