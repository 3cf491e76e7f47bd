// SPDX-License-Identifier: MIT
// Contracts through which money is sent: in bunches, through inner calls, or not at all.
pragma solidity ^0.8.30;

import {Token} from "token.sol";

/// Sends to many in one transaction; tokens need an approval first.
contract Multisend {
  function sendTokens(Token token, address[] calldata to, uint256[] calldata values) external {
    for (uint256 i = 0; i < to.length; i++) require(token.transferFrom(msg.sender, to[i], values[i]), "refused");
  }

  function sendNative(address[] calldata to, uint256[] calldata values) external payable {
    for (uint256 i = 0; i < to.length; i++) {
      (bool sent, ) = to[i].call{value: values[i]}("");
      require(sent, "refused");
    }
  }
}

/// Passes value on in an inner call, which can be made to revert while the outer call succeeds.
contract Forwarder {
  receive() external payable {
    revert("not this way");
  }

  function forward(address to) public payable {
    (bool sent, ) = to.call{value: msg.value}("");
    require(sent, "refused");
  }

  function forwardThenRevert(address to) external payable {
    forward(to);
    revert("taken back");
  }

  /// Succeeds, although the forwarding inside it is taken back.
  function swallow(address to) external payable {
    try this.forwardThenRevert{value: msg.value}(to) {} catch {}
  }

  /// Takes a token call that fails inside, and succeeds all the same.
  function swallowToken(Token token, address from, address to, uint256 value) external {
    try token.transferFrom(from, to, value) {} catch {}
  }
}
