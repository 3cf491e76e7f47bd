// How an app looks to customers, and the terms it is paid on.
import { Screen } from '../../parts/screen.tsx';

export function SettingsShopScreen() {
  return <Screen title="Shop" />;
}
