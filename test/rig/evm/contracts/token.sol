// SPDX-License-Identifier: MIT
// A plain ERC-20 token: what the demo and most tests pay with.
pragma solidity ^0.8.30;

contract Token {
  string public name;
  string public symbol;
  uint8 public immutable decimals;
  uint256 public totalSupply;
  mapping(address => uint256) public balanceOf;
  mapping(address => mapping(address => uint256)) public allowance;

  event Transfer(address indexed from, address indexed to, uint256 value);
  event Approval(address indexed owner, address indexed spender, uint256 value);

  /// The whole supply goes to whoever deploys.
  constructor(string memory name_, string memory symbol_, uint8 decimals_, uint256 supply) {
    name = name_;
    symbol = symbol_;
    decimals = decimals_;
    totalSupply = supply;
    balanceOf[msg.sender] = supply;
    emit Transfer(address(0), msg.sender, supply);
  }

  function transfer(address to, uint256 value) external virtual returns (bool) {
    move(msg.sender, to, value);
    return true;
  }

  function approve(address spender, uint256 value) external returns (bool) {
    allowance[msg.sender][spender] = value;
    emit Approval(msg.sender, spender, value);
    return true;
  }

  /// As the standard wants, a transfer of nothing needs no allowance: that is how address poisoning works.
  function transferFrom(address from, address to, uint256 value) external virtual returns (bool) {
    uint256 allowed = allowance[from][msg.sender];
    require(allowed >= value, "allowance");
    if (allowed != type(uint256).max) allowance[from][msg.sender] = allowed - value;
    move(from, to, value);
    return true;
  }

  function move(address from, address to, uint256 value) internal virtual {
    require(balanceOf[from] >= value, "balance");
    balanceOf[from] -= value;
    balanceOf[to] += value;
    emit Transfer(from, to, value);
  }
}
