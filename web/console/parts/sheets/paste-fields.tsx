// Values that a user enters in other software, each under its own name and the name that the software has for it.
import { Text } from '@mantine/core';
import { CopyButton, type CopyTarget } from '../copy-button.tsx';
import { Row, RowList } from './row-list.tsx';

export interface PasteField {
  readonly name: string;
  /** The name in the other software, which is not translated; null if it is the same. */
  readonly nameThere: string | null;
  /** null if it cannot be shown anymore: the hint has the reason. */
  readonly value: string | null;
  readonly what: CopyTarget;
  readonly hint?: string;
}

export function PasteFields({ label, fields }: { readonly label: string; readonly fields: readonly PasteField[] }) {
  return (
    <RowList label={label}>
      {fields.map(({ name, nameThere, value, what, hint }) => (
        <Row
          key={name}
          title={name}
          marks={
            nameThere === null ? undefined : (
              <Text component="span" className="mono" size="sm" c="dimmed">
                {nameThere}
              </Text>
            )
          }
          detail={
            <>
              {value === null ? null : (
                <Text component="code" display="block" className="mono" c="var(--q-ink)">
                  {value}
                </Text>
              )}
              {hint}
            </>
          }
        >
          {value === null ? null : <CopyButton text={value} what={what} />}
        </Row>
      ))}
    </RowList>
  );
}
