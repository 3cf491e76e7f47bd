// From nothing to a first payment: the steps, each ticked when it is done.
import { Screen } from '../../parts/screen.tsx';

export function FirstRunScreen() {
  return <Screen title="Set up your shop" />;
}
