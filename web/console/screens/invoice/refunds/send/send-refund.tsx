// Sends a refund from the merchant's own wallet: by code, by copy, with the browser's wallet, or by a PSBT.
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Refund } from '../../../../../../sdk/typescript/src/generated/api.ts';
import type { Act } from '../../../../browser/use-act.ts';
import { HashLine } from '../../../../evidence/hash-line.tsx';
import { RefundBadge } from '../../../../evidence/refund-badge.tsx';
import { Address } from '../../../../parts/address.tsx';
import { CopyButton } from '../../../../parts/copy-button.tsx';
import { Coin } from '../../../../parts/money.tsx';
import { Awaited, NotAnswered } from '../../../../parts/screen.tsx';
import { QrCode } from '../../../../parts/sheets/qr-code.tsx';
import { Time } from '../../../../parts/time.tsx';
import { joined } from '../../../../words/text-with-elements.ts';
import { words } from '../../../../words/words.ts';
import type { RefundDialogProps } from '../change-address.tsx';
import { RemovedNotice } from '../refund-notices.tsx';
import { isReported, isToSend, refundQuery } from '../refund-queries.ts';
import { PsbtButtons } from './psbt-buttons.tsx';
import type { ReadyRefund } from './refund-transfer.ts';
import { ReportHash } from './report-hash.tsx';
import { isHeld, SendNotices } from './send-notices.tsx';
import { useReport } from './use-report.ts';
import { WalletButtons } from './wallet-buttons.tsx';

export function SendRefund({ refund, opened, close }: RefundDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={words.refunds.send}
      closeButtonProps={{ 'aria-label': words.common.close }}
    >
      <Newest refund={refund} />
    </Modal>
  );
}

/** Reads the refund anew, so that its amount is held while the wallet is open. */
function Newest({ refund }: Pick<RefundDialogProps, 'refund'>) {
  const { data, error, refetch, isFetchedAfterMount } = useQuery({ ...refundQuery(refund), refetchOnMount: 'always' });
  if (data === undefined && error !== null) return <NotAnswered error={error} again={() => void refetch()} />;
  if (data === undefined || !isFetchedAfterMount) return <Awaited lines={6} />;
  const { to, amount } = data;
  if (!isToSend(data) || to === null || amount === null) return <Standing refund={data} />;
  return <Ready refund={{ ...data, to, amount }} />;
}

/** The transfer was seen, or the refund was canceled, while the dialog was open. */
function Standing({ refund }: { readonly refund: Refund }) {
  return (
    <Stack align="flex-start" aria-live="polite">
      <RefundBadge refund={refund} />
      {refund.hash === null ? null : <HashLine hash={refund.hash} explorer={refund.explorer_url} />}
    </Stack>
  );
}

function Ready({ refund }: { readonly refund: ReadyRefund }) {
  const report = useReport(refund);
  const [sentHash, setSentHash] = useState<string | null>(null);
  /** The reported hash that the wallet gave up. */
  const [failedHash, setFailedHash] = useState<string | null>(null);
  const sent = (hash: string) => {
    setSentHash(hash);
    report.run(hash);
  };
  const reported = isReported(refund) ? (refund.reported_hash ?? null) : null;
  if (reported !== null && reported !== failedHash) {
    const again = () => {
      setSentHash(null);
      setFailedHash(reported);
    };
    return <Reported refund={refund} hash={reported} again={again} />;
  }
  if (sentHash === null) return <ToSend refund={refund} sent={sent} report={report} />;
  if (report.problem === null) return <Awaited lines={3} />;
  return (
    <Stack>
      <Alert role="alert" color="amber" variant="light">
        {words.refunds.notReported}
      </Alert>
      <ReportHash report={report} sentHash={sentHash} />
    </Stack>
  );
}

interface ToSendProps {
  readonly refund: ReadyRefund;
  readonly sent: (hash: string) => void;
  readonly report: Act<string>;
}

function ToSend({ refund, sent, report }: ToSendProps) {
  return (
    <Stack>
      <SendNotices refund={refund} />
      {isHeld(refund) ? null : <Transfer refund={refund} sent={sent} />}
      <ReportHash report={report} sentHash="" />
    </Stack>
  );
}

function Transfer({ refund, sent }: Omit<ToSendProps, 'report'>) {
  const { to, amount, cryptocurrency: symbol, network_name: network, payment_uri: link } = refund;
  return (
    <>
      <Text>{words.refunds.sendMore({ network })}</Text>
      {link == null ? null : <QrCode text={link} label={words.refunds.qr} />}
      <Group justify="space-between">
        <Text size="xl" fw={600}>
          <Coin amount={amount} symbol={symbol} />
        </Text>
        <CopyButton text={amount} what="amount" />
      </Group>
      <Address value={to} />
      {refund.quoted_until == null ? null : (
        <Text size="sm" className="soft">
          {joined(words.refunds.held({ time: <Time at={refund.quoted_until} /> }))}
        </Text>
      )}
      <WalletButtons refund={refund} sent={sent} />
      <PsbtButtons refund={refund} />
    </>
  );
}

interface ReportedProps {
  readonly refund: Refund;
  readonly hash: string;
  readonly again: () => void;
}

function Reported({ refund, hash, again }: ReportedProps) {
  return (
    <Stack>
      <RemovedNotice refund={refund} />
      <Alert color="blue" variant="light" role="status">
        {words.refunds.reported} {words.refunds.reportedMore}
      </Alert>
      <HashLine hash={hash} />
      <div>
        <Button variant="default" size="compact-sm" onClick={again}>
          {words.refunds.sendAgain}
        </Button>
        <Text size="sm" className="soft" mt={4}>
          {words.refunds.sendAgainMore}
        </Text>
      </div>
    </Stack>
  );
}
