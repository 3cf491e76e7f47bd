// Sends a refund with a wallet of this browser: one button for each that fits the network.
import { Alert, Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Network } from '../../../../../../sdk/typescript/src/generated/api.ts';
import { sendByWallet } from '../../../../../checkout/browser/pay-by-wallet.ts';
import { discoverWallets, type Wallet, WalletRefusal } from '../../../../../checkout/browser/wallets.ts';
import { networksQuery } from '../../../../browser/queries.ts';
import { words } from '../../../../words/words.ts';
import { type ReadyRefund, walletTransfer } from './refund-transfer.ts';

export interface WalletButtonsProps {
  readonly refund: ReadyRefund;
  /** Receives the hash of the transfer. */
  readonly sent: (hash: string) => void;
}

/** Draws nothing on networks that no browser wallet supports. */
export function WalletButtons({ refund, sent }: WalletButtonsProps) {
  const { data: networks } = useQuery(networksQuery);
  const network = networks?.find(({ symbol }) => symbol === refund.network);
  if (network === undefined || network.wallet_protocol === null || refund.unsigned == null) return null;
  return <Wallets refund={refund} network={network} sent={sent} />;
}

interface WalletsProps extends WalletButtonsProps {
  readonly network: Network;
}

function Wallets(props: WalletsProps) {
  const { network } = props;
  const wallets = useWallets().filter(({ protocol }) => protocol === network.wallet_protocol);
  const { busy, problem, send } = useSending(props);
  if (wallets.length === 0) {
    return (
      <Text size="sm" className="soft">
        {words.refunds.noWallet({ network: network.name })}
      </Text>
    );
  }
  return (
    <Stack gap="xs">
      {wallets.map((wallet) => (
        <Button
          key={wallet.id}
          loading={busy === wallet.id}
          disabled={busy !== null && busy !== wallet.id}
          leftSection={wallet.icon === null ? null : <img src={wallet.icon} alt="" width="22" height="22" />}
          onClick={() => void send(wallet)}
        >
          {words.refunds.sendWith({ wallet: wallet.name })}
        </Button>
      ))}
      <Text size="sm" role="status">
        {busy === null ? '' : words.refunds.confirmIn({ wallet: nameOf(wallets, busy) })}
      </Text>
      {problem === null ? null : (
        <Alert role="alert" color="red" variant="light">
          {problem}
        </Alert>
      )}
    </Stack>
  );
}

function nameOf(wallets: readonly Wallet[], id: string): string {
  return wallets.find((wallet) => wallet.id === id)?.name ?? '';
}

function useWallets(): readonly Wallet[] {
  const [wallets, setWallets] = useState<readonly Wallet[]>([]);
  useEffect(() => discoverWallets((wallet) => setWallets((known) => [...known, wallet])), []);
  return wallets;
}

/** One request at a time. */
function useSending({ refund, network, sent }: WalletsProps) {
  const [busy, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const isBusy = useRef(false);
  const send = async (wallet: Wallet): Promise<void> => {
    if (isBusy.current) return;
    isBusy.current = true;
    setBusy(wallet.id);
    setProblem(null);
    try {
      sent(await sendByWallet(wallet, walletTransfer(refund, network)));
    } catch (error) {
      setProblem(refusalText(error));
    }
    isBusy.current = false;
    setBusy(null);
  };
  return { busy, problem, send };
}

function refusalText(error: unknown): string {
  if (error instanceof WalletRefusal) return error.say({ wallet: words.wallet });
  return error instanceof Error ? error.message : String(error);
}
