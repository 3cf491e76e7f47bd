// The choice of one of four roles, each with its rights.
import { Radio, Stack } from '@mantine/core';
import { words } from '../../words/words.ts';
import { type Role, roles, wordsOfRole } from './team.ts';

export interface RoleChoiceProps {
  readonly value: Role;
  readonly choose: (role: Role) => void;
  readonly error?: string | undefined;
}

export function RoleChoice({ value, choose, error }: RoleChoiceProps) {
  return (
    <Radio.Group label={words.team.role} value={value} onChange={(role) => choose(role as Role)} error={error}>
      <Stack gap="sm" mt="xs">
        {roles.map((role) => (
          <Radio key={role} value={role} label={wordsOfRole(role).name} description={wordsOfRole(role).may} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
