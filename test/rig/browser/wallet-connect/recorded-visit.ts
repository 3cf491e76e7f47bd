// A page's visit to a wallet with nothing left to chance, so that it sends the same bytes each time: it is recorded
// with the makers' client (tools/wallet-connect/record.ts) and replayed by wallet-connect.test.ts.
import { createHash } from 'node:crypto';
import { inviteWallet } from '../../../../web/checkout/browser/wallet-connect/session.ts';

/** As on the wire; `page` sends the first one. */
export interface Frame {
  readonly from: 'page' | 'relay';
  readonly text: string;
}

/** The visit as the page sees it. */
export interface VisitOutcome {
  readonly link: string;
  readonly accounts?: readonly string[];
  readonly wallet?: object;
  readonly answer?: unknown;
  /** The wallet's error. */
  readonly refused?: unknown;
}

export interface RecordedVisit {
  readonly name: string;
  readonly frames: readonly Frame[];
  readonly outcome: VisitOutcome;
}

export interface Recording {
  /** The package that the wallet ran, with its version. */
  readonly wallet: string;
  /** The page's clock, in milliseconds since 1970. It does not move. */
  readonly now: number;
  readonly visits: readonly RecordedVisit[];
}

export const recordingFile = new URL('recorded-visits.json', import.meta.url);
export const projectId = '0123456789abcdef0123456789abcdef';
export const chainId = 31_337;

/** The payment that the wallet is asked for. */
const call = { from: `0x${'1'.repeat(40)}`, to: `0x${'2'.repeat(40)}`, value: '0x2386f26fc10000', data: '0x' };

/** The clock must be the recording's. `invite` is given the link for the wallet. */
export async function visitWallet(relay: string, name: string, invite: (link: string) => void): Promise<VisitOutcome> {
  const over = new AbortController();
  let link = '';
  const inviting = {
    settings: { relay, project_id: projectId },
    chain: `eip155:${chainId}`,
    methods: ['eth_sendTransaction'],
    page: { name: 'Corner Shop', url: 'https://pay.example' },
    random: countedRandom(name),
    invite: (made: string) => {
      link = made;
      invite(made);
    },
  };
  try {
    const { accounts, wallet, request } = await inviteWallet(inviting, over);
    if (accounts.length === 0) return { link, accounts, wallet };
    return { link, accounts, wallet, answer: await request('eth_sendTransaction', [call]) };
  } catch (refused) {
    return { link, refused };
  } finally {
    over.abort('The page was left.');
  }
}

/** The same bytes for the same name. */
function countedRandom(name: string): (length: number) => Uint8Array {
  let count = 0;
  return (length) => {
    count += 1;
    return new Uint8Array(createHash('sha256').update(`${name} ${count}`).digest().subarray(0, length));
  };
}
