// Checks a network's tokens every ten minutes, or in a minute where they cannot be asked: no reason to hold up
// payments.
import { ChainFault } from '../../../../io/chains/chain.ts';
import { isBudgetUsed, urgentFrom } from '../../../../io/chains/endpoint-health.ts';
import type { SyncContext } from '../sync-session.ts';
import { checkBlocklists } from './check-blocklists.ts';
import { checkTokens } from './check-tokens.ts';

const retryMillis = 60_000;

export async function checkTokensWhenDue({ instance, session }: SyncContext): Promise<void> {
  const { network, chain, tokens } = session;
  if (!tokens.pace.isDue || isBudgetUsed(chain.endpoints, urgentFrom)) return;
  try {
    await checkTokens(instance, network, chain);
    tokens.blocklistPlace = await checkBlocklists(instance, { network, chain }, tokens.blocklistPlace);
    tokens.pace.restart();
  } catch (error) {
    if (!(error instanceof ChainFault)) throw error;
    tokens.pace.restart(retryMillis);
    instance.log.warn({ network: network.symbol, err: error }, 'its tokens cannot be asked right now');
  }
}
