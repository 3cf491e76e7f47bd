// SPDX-License-Identifier: MIT
// Contracts that pay in the odd ways in which native coin can move within a call.
pragma solidity ^0.8.30;

/// Holds what it is created with.
contract Vault {
  constructor() payable {}

  receive() external payable {}
}

/// Gives all that it has to whomever it is told when it destroys itself.
contract Doomed {
  constructor() payable {}

  function end(address payable to) external {
    selfdestruct(to);
  }
}

/// A wallet that is a contract: it pays from its own balance, whoever sends the transaction.
contract SmartWallet {
  receive() external payable {}

  function pay(address to, uint256 value) external {
    (bool sent, ) = to.call{value: value}("");
    require(sent, "refused");
  }

  /// Pays, and takes back what `undo` calls of it did.
  function payAndUndo(address to, uint256 value, uint256 kept) external {
    this.pay(to, kept);
    try this.payAndRevert(to, value) {} catch {}
    this.pay(to, kept);
  }

  function payAndRevert(address to, uint256 value) external {
    this.pay(to, value);
    revert("taken back");
  }

  /// The code of another contract, run with this one's balance.
  function payByDelegate(address code, address to, uint256 value) external {
    (bool done, ) = code.delegatecall(abi.encodeCall(SmartWallet.pay, (to, value)));
    require(done, "refused");
  }
}

/// Dies while it is made, so that no code of it is ever there to be looked at.
contract Stillborn {
  constructor(address payable to) payable {
    selfdestruct(to);
  }
}

/// Makes contracts with what comes along.
contract Maker {
  function doomedTo(address payable to) external payable {
    new Doomed{value: msg.value}().end(to);
  }

  function stillbornTo(address payable to) external payable {
    new Stillborn{value: msg.value}(to);
  }

  function vaultAt(bytes32 salt) external payable {
    new Vault{salt: salt, value: msg.value}();
  }
}

/// Does what another contract's code says, as nearly all wallets that are contracts do.
contract Proxy {
  address private immutable code;

  constructor(address code_) {
    code = code_;
  }

  receive() external payable {}

  fallback() external payable {
    (bool done, ) = code.delegatecall(msg.data);
    require(done, "refused");
  }
}

/// Does one thing in the block in which it was switched on, and nothing in any other.
contract Switch {
  uint256 private onIn;

  function turnOn() external {
    onIn = block.number;
  }

  function endIfOn(Doomed doomed, address payable to) external {
    if (onIn == block.number) doomed.end(to);
  }
}
