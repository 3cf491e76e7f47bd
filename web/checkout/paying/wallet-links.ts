// Links that open this page in the browser of a wallet app, where one click pays. Each follows the wallet's
// documentation. No request is sent before the customer follows one.
import type { Network } from '../rules/payment-objects.ts';

export interface WalletLink {
  /** The app's name. */
  readonly name: string;
  readonly href: string;
}

/**
 * For `page`, an absolute URL. Empty for networks whose wallet apps have no browser. MetaMask:
 * https://docs.metamask.io/metamask-connect/evm/guides/metamask-exclusive/use-deeplinks/ (the URL is in the path,
 * unescaped and without its scheme). Trust Wallet:
 * https://developer.trustwallet.com/developer/develop-for-trust/deeplinking (coin_id is SLIP-44's). Coinbase Wallet:
 * https://docs.cdp.coinbase.com/coinbase-wallet/developer-guidance/mobile-dapp-integration OKX:
 * https://web3.okx.com/build/docs/waas/app-universal-link TronLink:
 * https://docs.tronlink.org/tronlink-app/deeplink/open-dapp (it has no https form).
 */
export function walletLinks(protocol: Network['wallet_protocol'], page: string): readonly WalletLink[] {
  const url = encodeURIComponent(page);
  const trust = (coin: number): WalletLink => ({
    name: 'Trust Wallet',
    href: `https://link.trustwallet.com/open_url?coin_id=${coin}&url=${url}`,
  });
  const inOkx = encodeURIComponent(`okx://wallet/dapp/url?dappUrl=${url}`);
  const okx: WalletLink = { name: 'OKX Wallet', href: `https://web3.okx.com/download?deeplink=${inOkx}` };
  if (protocol === 'eip1193')
    return [
      { name: 'MetaMask', href: `https://link.metamask.io/dapp/${page.replace(/^https?:\/\//, '')}` },
      trust(60),
      { name: 'Coinbase Wallet', href: `https://go.cb-w.com/dapp?cb_url=${url}` },
      okx,
    ];
  if (protocol === 'tronlink') {
    const asked = { url: page, action: 'open', protocol: 'tronlink', version: '1.0' };
    const param = encodeURIComponent(JSON.stringify(asked));
    return [{ name: 'TronLink', href: `tronlinkoutside://pull.activity?param=${param}` }, trust(195), okx];
  }
  return [];
}
