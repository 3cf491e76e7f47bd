// The four roles to choose from, each with what it may do.
import { Radio, Stack } from '@mantine/core';
import { type Role, roles, roleWords } from './team.ts';

export interface RoleChoiceProps {
  readonly value: Role;
  readonly choose: (role: Role) => void;
  readonly error?: string | undefined;
}

export function RoleChoice({ value, choose, error }: RoleChoiceProps) {
  return (
    <Radio.Group label="As what" value={value} onChange={(role) => choose(role as Role)} error={error}>
      <Stack gap="sm" mt="xs">
        {roles.map((role) => (
          <Radio key={role} value={role} label={roleWords[role].name} description={roleWords[role].may} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
