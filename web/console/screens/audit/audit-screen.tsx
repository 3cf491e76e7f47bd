// Who changed what, and from where.
import { Screen } from '../../parts/screen.tsx';

export function AuditScreen() {
  return <Screen title="Audit log" />;
}
