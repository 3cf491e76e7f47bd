// Random chains, scanned by the product and counted again by an independent method: both must find the same payments.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createPublicClient, type Hex, http, type PublicClient, parseAbiItem } from 'viem';
import { evmChain } from '../../../src/io/chains/evm/chain.ts';
import { fc } from '../../rig/chance/properties.ts';
import { type Anvil, startAnvil } from '../../rig/evm/anvil.ts';
import { scanTransfers, someAddress } from '../../rig/evm/scanning.ts';

const recipients = Array.from({ length: 6 }, (_, at) => someAddress(at));
const shops = recipients.slice(0, 3);
const transferEvent = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)');
let anvil: Anvil;
let client: PublicClient;
let tokens: Hex[];
let unlisted: Hex;
let multisend: Hex;

before(async () => {
  anvil = await startAnvil();
  client = createPublicClient({ transport: http(anvil.url) });
  tokens = [await anvil.deployToken(), await anvil.deploy('QuietToken')];
  unlisted = await anvil.deployToken();
  multisend = await anvil.deploy('Multisend');
  await anvil.call(tokens[0] as Hex, 'Token.approve', [multisend, 10n ** 30n]);
  await anvil.mine();
});

after(() => anvil.stop());

const recipient = fc.constantFrom(...recipients);
const amount = fc.bigInt({ min: 0n, max: 1_000n });
const action = fc.oneof(
  fc.record({ kind: fc.constant('native' as const), to: recipient, amount }),
  fc.record({ kind: fc.constant('token' as const), which: fc.nat(2), to: recipient, amount }),
  fc.record({ kind: fc.constant('failing' as const), to: recipient, amount }),
  fc.record({ kind: fc.constant('bunch' as const), to: fc.array(recipient, { minLength: 1, maxLength: 5 }), amount }),
);
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;

async function act(one: Action): Promise<void> {
  const [standard] = tokens as [Hex];
  if (one.kind === 'native') await anvil.send({ to: one.to, value: one.amount });
  else if (one.kind === 'token')
    await anvil.call([...tokens, unlisted][one.which] as Hex, 'Token.transfer', [one.to, one.amount]);
  else if (one.kind === 'failing')
    await anvil.call(standard, 'Token.transfer', [one.to, one.amount + 1n], {
      from: anvil.accounts[9]?.address as Hex,
    });
  else {
    const amounts = one.to.map(() => one.amount);
    await anvil.call(multisend, 'Multisend.sendTokens', [standard, one.to, amounts], { gas: 1_000_000n });
  }
}

/** Requests everything, decodes everything, and filters last. */
async function recount(first: number, last: number): Promise<string[]> {
  const found: string[] = [];
  const listed = new Set<string>(tokens);
  const wanted = new Set<string>(shops);
  for (let number = first; number <= last; number += 1) {
    const block = await client.getBlock({ blockNumber: BigInt(number), includeTransactions: true });
    for (const { hash, to, value } of block.transactions) {
      const { status } = await client.getTransactionReceipt({ hash });
      if (to !== null && wanted.has(to.toLowerCase()) && value > 0n && status === 'success')
        found.push(`${number} ${hash} native ${to} ${value}`.toLowerCase());
    }
    const blockNumber = BigInt(number);
    for (const { address, args, transactionHash } of await client.getLogs({
      event: transferEvent,
      fromBlock: blockNumber,
      toBlock: blockNumber,
    }))
      if (listed.has(address.toLowerCase()) && wanted.has(String(args.to).toLowerCase()) && (args.value ?? 0n) > 0n)
        found.push(`${number} ${transactionHash} ${address} ${args.to} ${args.value}`.toLowerCase());
  }
  return found.sort();
}

test('a scan finds exactly what a full recount finds', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(action, { maxLength: 6 }), { minLength: 1, maxLength: 8 }), async (blocks) => {
      const first = (await anvil.blockNumber()) + 1;
      for (const actions of blocks) {
        for (const one of actions) await act(one);
        await anvil.mine();
      }
      const last = await anvil.blockNumber();
      const chain = evmChain({
        symbol: 'local',
        chainId: anvil.chainId,
        endpoints: [anvil.url],
        contracts: tokens.map((address) => ({ address })),
      });
      const watched = chain.watch();
      for (const shop of shops) watched.add(shop);
      const scanned: string[] = [];
      const places = new Set<string>();
      for (let number = first; number <= last; number += 1) {
        // Scanning block by block must find the same as scanning the whole range at once.
        for (const transfer of await scanTransfers(chain, number, number, watched)) {
          places.add(`${transfer.txHash}:${transfer.position}`);
          if (transfer.succeeded)
            scanned.push(
              `${number} ${transfer.txHash} ${transfer.contract || 'native'} ${transfer.recipient} ${transfer.amount}`,
            );
        }
      }
      const together = await scanTransfers(chain, first, last, watched);
      await chain.close();
      assert.deepEqual(scanned.sort(), await recount(first, last));
      assert.equal(places.size, together.length);
      for (const { txHash, position } of together) assert.ok(places.has(`${txHash}:${position}`));
    }),
    { numRuns: 12 },
  );
});
