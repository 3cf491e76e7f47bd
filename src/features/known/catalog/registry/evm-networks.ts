// The built-in EVM networks. To add a network, add an entry.
import type { NetworkEntry } from '../../../../core/config/network-entry.ts';
import { at, dai, ether, eurc, usdc, usdt, usdt0 } from './evm-coins.ts';
import { evmTestNetworks } from './evm-test-networks.ts';

// Contract addresses come from their issuers (looked up in November 2026): developers.circle.com for USDC and EURC,
// tether.to for USDT, and Sky's chainlog and bridges for DAI. A token is listed only if its issuer issues it on the
// network. Each exception is explained in its entry. Bridged USDC ("USDC.e") is not Circle's token and is not listed.
// The operator configures the endpoints. A network without one is shown as not available.
//
// Finality follows each network's own rule (looked up in November 2026). An entry names the block tag and the time
// without progress after which the network counts as stalled. Every payment needs `confirmations`. An app can require
// finality for large amounts.

const mainNetworks: readonly NetworkEntry[] = [
  {
    symbol: 'ethereum',
    name: 'Ethereum',
    family: 'EVM',
    chainId: 1,
    params: null,
    rpc: [],
    test: false,
    // The deepest reorg since the beacon chain started had 7 blocks (25 May 2022).
    confirmations: 12,
    // Two epochs of 32 slots of 12 s: about 13 minutes, advancing every 6.4 minutes (ethereum.org, proof-of-stake,
    // finality).
    finality: { tag: 'finalized', stalledAfterSeconds: 1_800 },
    explorerTransaction: 'https://etherscan.io/tx/{hash}',
    pollIntervalMs: 4_000,
    // Starts at the beacon chain's genesis (ethereum.org, proof-of-stake: MIN_GENESIS_TIME plus the actual delay).
    slots: { seconds: 12, from: 1_606_824_023 },
    reorgDepth: 256,
    native: ether,
    tokens: [
      at('0xdAC17F958D2ee523a2206206994597C13D831ec7', usdt),
      at('0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', usdc),
      at('0x6B175474E89094C44Da98b954EedeAC495271d0F', dai),
      at('0x1aBaEA1f7C830bD89Acc67eC4af516284b1bC33c', eurc),
    ],
  },
  {
    symbol: 'base',
    name: 'Base',
    family: 'EVM',
    chainId: 8453,
    params: null,
    rpc: [],
    test: false,
    // A single sequencer makes a block every 2 s. It reverts one only if it fails before writing the block to Ethereum.
    confirmations: 15,
    // A block is final once the Ethereum block with its data is final (docs.optimism.io, transaction finality).
    finality: { tag: 'finalized', stalledAfterSeconds: 3_600 },
    explorerTransaction: 'https://basescan.org/tx/{hash}',
    pollIntervalMs: 1_000,
    reorgDepth: 1_024,
    native: ether,
    tokens: [
      at('0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', usdc),
      // Bridged from Ethereum by Base's own bridge. Base has no other DAI.
      at('0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb', dai),
      at('0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42', eurc),
    ],
  },
  {
    symbol: 'arbitrum',
    name: 'Arbitrum One',
    family: 'EVM',
    chainId: 42_161,
    params: null,
    rpc: [],
    test: false,
    // A single sequencer makes a block every 0.25 s, so this is 5 s.
    confirmations: 20,
    // Final once the Ethereum block with its batch is final (docs.arbitrum.io, transaction lifecycle): about 4,000
    // blocks.
    finality: { tag: 'finalized', stalledAfterSeconds: 3_600 },
    explorerTransaction: 'https://arbiscan.io/tx/{hash}',
    pollIntervalMs: 500,
    reorgDepth: 8_192,
    native: ether,
    tokens: [
      at('0xaf88d065e77c8cC2239327C5EDb3A432268e5831', usdc),
      // This contract was the bridged USDT until January 2025.
      at('0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9', usdt0),
      // Sky's own bridge.
      at('0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1', dai),
    ],
  },
  {
    symbol: 'optimism',
    name: 'OP Mainnet',
    family: 'EVM',
    chainId: 10,
    params: null,
    rpc: [],
    test: false,
    // Same as Base: it runs the same software with its own sequencer.
    confirmations: 15,
    finality: { tag: 'finalized', stalledAfterSeconds: 3_600 },
    explorerTransaction: 'https://optimistic.etherscan.io/tx/{hash}',
    pollIntervalMs: 1_000,
    reorgDepth: 1_024,
    native: ether,
    tokens: [
      at('0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85', usdc),
      // Sky's own bridge.
      at('0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1', dai),
    ],
  },
  {
    symbol: 'polygon',
    name: 'Polygon PoS',
    family: 'EVM',
    chainId: 137,
    params: null,
    rpc: [],
    test: false,
    // A reorg of 157 blocks happened in February 2023, before milestones existed. 64 blocks of 2 s contain many
    // milestones.
    confirmations: 64,
    // Milestones make blocks final within seconds (PIP-11). They stalled for 10 to 15 minutes on 10 September 2025.
    // During a stall, no payment that needs finality is credited.
    finality: { tag: 'finalized', stalledAfterSeconds: 300 },
    explorerTransaction: 'https://polygonscan.com/tx/{hash}',
    pollIntervalMs: 1_000,
    reorgDepth: 1_024,
    native: { symbol: 'POL', name: 'POL', decimals: 18 },
    tokens: [
      at('0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359', usdc),
      // This contract was the bridged USDT until 2025.
      at('0xc2132D05D31c914a87C6611C10748AEb04B58e8F', usdt0),
      // Bridged from Ethereum by Polygon's PoS bridge. Polygon has no other DAI.
      at('0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063', dai),
    ],
  },
  {
    symbol: 'bsc',
    name: 'BNB Smart Chain',
    family: 'EVM',
    chainId: 56,
    params: null,
    rpc: [],
    test: false,
    // If votes fail, this covers one turn of all 21 validators, half of which agree, with blocks of less than a second.
    confirmations: 15,
    // Validators vote a block final two blocks later (BEP-126; docs.bnbchain.org, finality API).
    finality: { tag: 'finalized', stalledAfterSeconds: 120 },
    explorerTransaction: 'https://bscscan.com/tx/{hash}',
    pollIntervalMs: 750,
    reorgDepth: 1_024,
    native: { symbol: 'BNB', name: 'BNB', decimals: 18 },
    // Neither Tether nor Circle issues tokens here. These tokens are Binance's own, backed by its reserves on other
    // networks: BSC-USD and Binance-Peg USD Coin. Both have 18 decimals, not 6.
    tokens: [
      at('0x55d398326f99059fF775485246999027B3197955', { ...usdt, name: 'Binance-Peg BSC-USD', decimals: 18 }),
      at('0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d', { ...usdc, name: 'Binance-Peg USD Coin', decimals: 18 }),
    ],
  },
  {
    symbol: 'avalanche',
    name: 'Avalanche C-Chain',
    family: 'EVM',
    chainId: 43_114,
    params: null,
    rpc: [],
    test: false,
    // Snowman consensus never reverts an accepted block, and nodes show only accepted blocks. The extra confirmations
    // protect against a node that lies.
    confirmations: 3,
    // `finalized` is the newest accepted block (build.avax.network, C-Chain API).
    finality: { tag: 'finalized', stalledAfterSeconds: 120 },
    explorerTransaction: 'https://snowtrace.io/tx/{hash}',
    pollIntervalMs: 1_000,
    reorgDepth: 256,
    native: { symbol: 'AVAX', name: 'Avalanche', decimals: 18 },
    tokens: [
      at('0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7', usdt),
      at('0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E', usdc),
      at('0xC891EB4cbdEFf6e073e859e987815Ed1505c2ACD', eurc),
    ],
  },
  {
    symbol: 'gnosis',
    name: 'Gnosis',
    family: 'EVM',
    chainId: 100,
    params: null,
    rpc: [],
    test: false,
    // A beacon chain like Ethereum's, with slots of 5 s.
    confirmations: 20,
    // Two epochs of 16 slots: about three minutes (docs.gnosischain.com, consensus).
    finality: { tag: 'finalized', stalledAfterSeconds: 900 },
    explorerTransaction: 'https://gnosisscan.io/tx/{hash}',
    pollIntervalMs: 2_000,
    reorgDepth: 256,
    native: { symbol: 'XDAI', name: 'xDAI', decimals: 18 },
    // No issuer is known to issue a dollar or euro token here itself. The existing tokens are bridged.
    tokens: [],
  },
  {
    symbol: 'linea',
    name: 'Linea',
    family: 'EVM',
    chainId: 59_144,
    params: null,
    rpc: [],
    test: false,
    // A single sequencer, which does not revert a published block (docs.linea.build, transaction finality).
    confirmations: 15,
    // A block becomes final only by a proof on Ethereum, which takes hours. An app that requires finality here has to
    // wait as long.
    finality: { tag: 'finalized', stalledAfterSeconds: 129_600 },
    explorerTransaction: 'https://lineascan.build/tx/{hash}',
    pollIntervalMs: 1_000,
    reorgDepth: 1_024,
    native: ether,
    tokens: [at('0x176211869cA2b568f2A7D4EE941E073a821EE1ff', usdc)],
  },
];

export const evmNetworks: readonly NetworkEntry[] = [...mainNetworks, ...evmTestNetworks];
