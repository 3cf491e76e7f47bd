// Published TRON blocks, used to verify the reader and the stand-in.

/**
 * Block 66987565 of Nile, without its transactions: documentation of tronprotocol,
 * api/http/block-and-tx-query/getblock.
 */
export const publishedBlock = {
  blockID: '0000000003fe262d52bfa4b2814f816fd2e57af5b98a33d60d8630a03a908e0e',
  block_header: {
    raw_data: {
      number: 66_987_565,
      txTrieRoot: 'faf8fe3858339ead25cc892461c82a59b84dca4a51c45b026676bf3f45a352a2',
      witness_address: '41b2f713d57dbcec679d93a8849fa0cd0e4db594ba',
      parentHash: '0000000003fe262c85cd6b02033f4c3e5c1efa35de256a17bd906dc61fb1aeed',
      version: 34,
      timestamp: 1_777_445_121_000,
    },
    witness_signature: hex(
      '5b3cf6cb15d52947989f7726f4907a144b39ccd667a1a0f98707b40cdfe65b96173ddf34ae8dcc5e78f136e0cf903a15c712',
      '8984aa2191f02333209d1879d3f900',
    ),
  },
};

/**
 * Block 33801077 of a test network with its one transaction, a call: documentation of Tatum's SDK, getBlockByLatestNum.
 */
export const blockWithCall = {
  blockID: '000000000203c375c7521ef953106e9a112e1902664a91becc5f40371a7397d7',
  block_header: {
    raw_data: {
      number: 33_801_077,
      txTrieRoot: '30fe6502e11e110fa389d5c17e1cf53fa8df93f26297d9f27cd8c07d3558d722',
      witness_address: '41e71c365c9dbf284ca8c1eed2d7877638941b9011',
      parentHash: '000000000203c3741f9a08f594934bd26df95cc6c49b475d118e3a87aed5a4a4',
      version: 27,
      timestamp: 1_684_509_309_000,
    },
    witness_signature: hex(
      'cb4845bbd745f620852a1a54a955cee0d1aecc209f2f96e9b4ea53bf3d2ceb0f665fa07a5e870fcf9c6b98110a33d5bba5f3',
      '5b588cc4123394b7e9f439fe265301',
    ),
  },
  transactions: [
    {
      ret: [{ contractRet: 'SUCCESS' }],
      signature: [
        hex(
          '95874b4774ba56125dfd7bf2a99a0652d4abda98c6977e3f417852b7ea6f2b81ff2f260df473d186be9586b6bbeb74b5382d',
          '7f058593fd72fb60da5d0f77f77100',
        ),
      ],
      txID: '31370141e3345421bdb92eff72f0d69aba8d04e636317ed52745d3f97e9faabb',
      raw_data: {
        contract: [
          {
            parameter: {
              value: {
                data: '37383d0e00000000000000000000000000000000000000000000000000000188349354c9',
                owner_address: '41fcf7ab2a2fb29362babd41647a22b223f7fbedec',
                contract_address: '41c3c5115bd3f5cfe5559c634eeb250f339ae3e29c',
              },
              type_url: 'type.googleapis.com/protocol.TriggerSmartContract',
            },
            type: 'TriggerSmartContract',
          },
        ],
        ref_block_bytes: 'c362',
        ref_block_hash: '4ddf60f936a910d9',
        expiration: 1_684_509_366_000,
        fee_limit: 150_000_000,
        timestamp: 1_684_509_306_936,
      },
      raw_data_hex: hex(
        '0a02c36222084ddf60f936a910d940f0add4a483315a8e01081f1289010a31747970652e676f6f676c65617069732e636f6d',
        '2f70726f746f636f6c2e54726967676572536d617274436f6e747261637412540a1541fcf7ab2a2fb29362babd41647a22b2',
        '23f7fbedec121541c3c5115bd3f5cfe5559c634eeb250f339ae3e29c222437383d0e00000000000000000000000000000000',
        '000000000000000000000188349354c970b8e0d0a48331900180a3c347',
      ),
    },
  ],
};

/**
 * Only headers, of the main network: block 2657 (README of tron-docker), 30864544 (documentation of GetBlock,
 * /wallet/getblock) and 84940008 (dRPC's page of /wallet/getblockbylimitnext).
 */
export const publishedHeaders = [
  {
    blockID: '0000000000000a611841e6cd79f99249d7e974e41c0f5b016eb3c64e43fcb01c',
    block_header: {
      raw_data: {
        number: 2657,
        txTrieRoot: '0000000000000000000000000000000000000000000000000000000000000000',
        witness_address: '411661f25387370c9cd3a9a5d97e60ca90f4844e7e',
        parentHash: '0000000000000a6023d563b1a2e1e0eb49cb40226eb553e6dc006e723395d588',
        timestamp: 1_529_899_509_000,
      },
      witness_signature: hex(
        '1710dc914cb846f595455d2b6ace7470b26cb29c8b3b9424156b1bd8c6fc6488337cb12b5a2e72e4e8d70838e927e0fb4f2c',
        '787dc6ad2d6eaf28314c2f75b73300',
      ),
    },
  },
  {
    blockID: '0000000001d6f4a09f60c27befccff6fe3cc593b2d6c46cdc79d3fd4f55db859',
    block_header: {
      raw_data: {
        number: 30_864_544,
        parentHash: '0000000001d6f49f615231bdeeddd8b563c746188d5e270a58afc87b059f29de',
        timestamp: 1_623_055_923_000,
        txTrieRoot: 'cc12586dc14ca32175ff230931dfad4e2f57b71850948edae7ef1c7a7de08881',
        version: 21,
        witness_address: '41c81107148e5fa4b4a2edf3d5354db6c6be5b5549',
      },
      witness_signature: hex(
        '766ac978829f9c7d280e5de624162b12a8405e6e69b3955a2eac352c01ba48e20c7bcc31fa97f124a07fa68019ebcb3a93ee',
        '2f48493c5586a54bfaf978f786a601',
      ),
    },
  },
  {
    blockID: '00000000051014e80dbf5923643f955ca7b09253e84c13b59f19e347fb9ea95e',
    block_header: {
      raw_data: {
        timestamp: 1_785_490_773_000,
        txTrieRoot: '5360b488069bf1f3643c8d0504052aea2e5f7a71a51901cf69ebe57e950336fa',
        parentHash: '00000000051014e793a715af1fa52f8e4dfd1bed8aea07f41e11c9e831ef5022',
        number: 84_940_008,
        witness_address: '4114f2c09d3de3fe82a71960da65d4935a30b24e1f',
        version: 36,
      },
      witness_signature: hex(
        '0949ffe081195961539746102b3d3a2faf6eeca51eb9a46f6bec6256514f71062cbfee9759885ed06aaf99caacb62940ec9d',
        '188dac0f036bb8679d841399f7fc01',
      ),
    },
  },
];

/** Joins several pieces, so that lines stay short. */
function hex(...pieces: readonly string[]): string {
  return pieces.join('');
}
