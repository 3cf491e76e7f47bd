// Where an app is paid.
import { Screen } from '../../parts/screen.tsx';

export function AddressesScreen() {
  return <Screen title="Addresses" />;
}
