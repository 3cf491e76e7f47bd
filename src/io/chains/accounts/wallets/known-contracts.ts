// Contracts that are known by their address: implementations of wallets, and contracts that many programs share.

/**
 * Implementations that the proxy of a wallet may point to, in lower case. They are Safe 1.0.0 to 1.5.0 with their L2
 * variants, as safe-global/safe-deployments lists them (canonical and eip155), and Coinbase Smart Wallet 1 and 1.1
 * (coinbase/smart-wallet). Other wallets are recognised by EIP-1271.
 */
export const walletImplementations: ReadonlySet<string> = new Set([
  '0xb6029ea3b2c51d09a50b53ca8012feeb05bda35a',
  '0xae32496491b53841efb51829d6f886387708f99b',
  '0x34cfac646f301356faa8b21e94227e3583fe3f5f',
  '0x6851d6fdfafd08c0295c392436245e5bc78b0185',
  '0xd9db270c1b5e3bd161e8c8503c55ceabee709552',
  '0x3e5c63644e683549055b9be8653de26e0b4cd36e',
  '0x69f4d1788e39c87893c980c06edf4b7f686e2938',
  '0xfb1bffc9d739b8d520daf37df666da4c687191ea',
  '0x41675c099f32341bf84bfc5382af534df5c7461a',
  '0x29fcb43b46531bca003ddc8fcb67ffe91900c762',
  '0xff51a5898e281db6dfc7855790607438df2ca44b',
  '0xedd160febbd92e350d4d398fb636302fccd67c7e',
  '0x000100abaad02f1cfc8bbe32bd5a564817339e72',
  '0x00000110dcdedc9581cb5ecb8467282f2926534d',
]);

/** Contracts that have the same address on most networks, or are well known on one; in lower case. */
export const sharedContracts: ReadonlySet<string> = new Set([
  // Multicall3, Multicall2.
  ...['0xca11bde05977b3631167028862be2a173976ca11', '0x5ba1e12693dc8f9c48aad8770482f4739beed696'],
  // Permit2.
  '0x000000000022d473030f116ddee9f6b43ac78ba3',
  // EntryPoint of ERC-4337, versions 0.6, 0.7 and 0.8.
  ...['0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789', '0x0000000071727de22e5e9d8baf0edac6f37da032'],
  '0x4337084d9e255ff0702461cf8895ce9e3b5ff108',
  // Factories that deploy at the same address everywhere.
  ...['0x4e59b44847b379578588920ca78fbf26c0b4956c', '0x914d7fec6aac8cd542e72bca78b30650d45643d7'],
  // The deposit contract of Ethereum's validators; EIP-4788, EIP-2935.
  '0x00000000219ab540356cbb839cbe05303d7705fa',
  ...['0x000f3df6d732807ef1319fb7b8bb8522d0beac02', '0x0000f90827f1c53a10cb7a02335b175320002935'],
  // Wrapped coins: ETH (Ethereum, Arbitrum), POL, BNB, AVAX.
  ...['0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2', '0x82af49447d8a07e3bd95bd0d56f35241523fbab1'],
  ...['0x0d500b1d8e8ef31e21c99d1db9a6444d3adf1270', '0xbb4cdb9cbd36b01bd1cbaebf2de08d9173bc095c'],
  '0xb31f66aa3c1e785363f0875a1b74e27b85fd66c7',
]);
