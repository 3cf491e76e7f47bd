// How this instance runs: networks, rates, mail, backups.
import { Screen } from '../../parts/screen.tsx';

export function OperatorScreen() {
  return <Screen title="Operator" />;
}
