// Checks the tokens of a network every ten minutes, and after a failure in one minute. A failure does not delay
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
    instance.log.warn({ network: network.symbol, err: error }, 'the tokens cannot be checked now');
  }
}
