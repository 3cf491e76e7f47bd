// Names or changes the address that a refund goes to.
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Refund } from '../../../../../sdk/typescript/src/generated/api.ts';
import { api } from '../../../browser/api.ts';
import { useAct } from '../../../browser/use-act.ts';
import { fieldErrors, ProblemNote } from '../../../parts/problem-note.tsx';
import { words } from '../../../words/words.ts';
import { AddressField, isUnsure } from './address-field.tsx';
import { refundQuery } from './refund-queries.ts';

export interface RefundDialogProps {
  readonly refund: Refund;
  readonly opened: boolean;
  readonly close: () => void;
}

export function ChangeAddress(props: RefundDialogProps) {
  const { refund, opened, close } = props;
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={refund.to === null ? words.refunds.enterAddress : words.refunds.changeAddress}
      closeButtonProps={{ 'aria-label': words.common.close }}
    >
      <AddressForm {...props} />
    </Modal>
  );
}

function AddressForm({ refund, close }: RefundDialogProps) {
  const [values, setValues] = useState({ to: '', isChecked: false });
  // Only the answer about one refund has the sender of the payment.
  const { data: whole } = useQuery(refundQuery(refund));
  const save = useAct({
    act: () =>
      api.put(`/refund/${refund.id}`, { to: values.to.trim(), ...(values.isChecked ? { confirm: true } : {}) }),
    said: words.refunds.addressSaved,
    refreshes: [['invoice', refund.invoice_id], ['refunds']],
    showsProblem: true,
    done: close,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.run();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        {refund.to === null ? null : <Text className="soft">{words.refunds.addressStays}</Text>}
        <ProblemNote problem={save.problem} shown={['to']} />
        <AddressField
          networkName={refund.network_name}
          sender={whole?.suggested_to ?? null}
          isStated={whole?.suggested_by === 'payer'}
          values={values}
          set={(more) => setValues((now) => ({ ...now, ...more }))}
          error={fieldErrors(save.problem).to}
          isUnsure={isUnsure(save.problem)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {words.common.keep}
          </Button>
          <Button type="submit" loading={save.isRunning} disabled={values.to.trim() === ''}>
            {words.common.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
