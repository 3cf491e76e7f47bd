// The invoices of an app: search, filters, and a new one.
import { Screen } from '../../parts/screen.tsx';

export function InvoicesScreen() {
  return <Screen title="Invoices" />;
}
