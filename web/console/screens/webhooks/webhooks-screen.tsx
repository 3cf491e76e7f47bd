// Who is told of what happens in an app, and what was answered.
import { Screen } from '../../parts/screen.tsx';

export function WebhooksScreen() {
  return <Screen title="Webhooks" />;
}
