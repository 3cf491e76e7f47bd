// SPDX-License-Identifier: MIT
// Wallets that are contracts: one that answers EIP-1271 in ways that prove nothing, and one that does not answer it.
pragma solidity ^0.8.30;

/// A wallet that lies: it takes every signature for its own, in the length that `mode` says.
contract LyingWallet {
  enum Mode {
    burnsGas,
    megabyte,
    fourBytes,
    twoWords,
    otherWord
  }
  Mode private immutable mode;

  constructor(Mode mode_) {
    mode = mode_;
  }

  function isValidSignature(bytes32, bytes calldata) external view returns (bytes4) {
    bytes32 magic = bytes32(this.isValidSignature.selector);
    if (mode == Mode.burnsGas) while (true) magic = keccak256(abi.encode(magic));
    uint256 length = mode == Mode.megabyte ? 1 << 20 : mode == Mode.fourBytes ? 4 : mode == Mode.twoWords ? 64 : 32;
    if (mode == Mode.otherWord) magic |= bytes32(uint256(1));
    assembly {
      let at := mload(0x40)
      mstore(at, magic)
      return(at, length)
    }
  }
}

/// A wallet of one owner that calls whatever it is told to, and knows no signatures.
contract PlainWallet {
  address internal immutable owner;

  constructor(address owner_) {
    owner = owner_;
  }

  receive() external payable {}

  function execute(address to, uint256 value, bytes calldata data) external {
    require(msg.sender == owner, "not the owner");
    (bool done, ) = to.call{value: value}(data);
    require(done, "refused");
  }
}

/// A wallet of one owner, whose signatures it takes for its own (EIP-1271).
contract OwnedWallet is PlainWallet {
  constructor(address owner_) PlainWallet(owner_) {}

  function pay(address to, uint256 value) external {
    require(msg.sender == owner, "not the owner");
    (bool sent, ) = to.call{value: value}("");
    require(sent, "refused");
  }

  function isValidSignature(bytes32 digest, bytes calldata signature) external view returns (bytes4) {
    require(signature.length == 65, "not a signature");
    bytes32 r = bytes32(signature[0:32]);
    bytes32 s = bytes32(signature[32:64]);
    return ecrecover(digest, uint8(signature[64]), r, s) == owner ? this.isValidSignature.selector : bytes4(0xffffffff);
  }
}
