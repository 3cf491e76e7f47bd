// SPDX-License-Identifier: MIT
// Tether's contract on TRON in one respect: it moves the money and answers false.
pragma solidity ^0.8.30;

import {Token} from "token.sol";

contract UnsureToken is Token {
  constructor() Token("Unsure", "UNSURE", 6, 10 ** 30) {}

  function transfer(address to, uint256 value) external override returns (bool) {
    move(msg.sender, to, value);
    return false;
  }
}
