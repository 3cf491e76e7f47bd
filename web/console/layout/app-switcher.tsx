// The selected app, and the user's other apps.
import { Badge, Button, Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useApp } from '../browser/chosen-app.ts';
import { words } from '../words/words.ts';

export function AppSwitcher() {
  const { app, apps, isKnown, choose } = useApp();
  const navigate = useNavigate();
  const start = () => void navigate({ to: '/console/start', search: { app: undefined, new: '1' } as never });
  if (isKnown && app === null) {
    return (
      <Button variant="default" fullWidth px="sm" onClick={start}>
        {words.layout.setUpShop}
      </Button>
    );
  }
  return (
    <Menu width="target" position="bottom-start">
      <Menu.Target>
        <Button variant="default" fullWidth justify="space-between" loading={!isKnown} rightSection="▾">
          <span style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>{app?.name}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {apps.map((one) => (
          <Menu.Item
            key={one.id}
            onClick={() => choose(one)}
            rightSection={<EnvironmentBadge environment={one.environment} />}
          >
            {one.name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={start}>{words.layout.newShop}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function EnvironmentBadge({ environment }: { readonly environment: 'development' | 'production' }) {
  return environment === 'development' ? (
    <Badge color="amber" size="sm">
      {words.layout.test}
    </Badge>
  ) : null;
}
