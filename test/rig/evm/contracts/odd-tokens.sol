// SPDX-License-Identifier: MIT
// Tokens that stand on the edge of the standard, or over it, as some on the public networks do.
pragma solidity ^0.8.30;

import {Token} from "token.sol";

/// Wears another token's name and tells of transfers that never were.
contract LookAlikeToken is Token {
  constructor(string memory name_, string memory symbol_, uint8 decimals_) Token(name_, symbol_, decimals_, 10 ** 30) {}

  function forge(address from, address to, uint256 value) external {
    emit Transfer(from, to, value);
  }

  /// Many logs in one call, for floods.
  function forgeMany(address from, address to, uint256 value, uint256 times) external {
    for (uint256 i = 0; i < times; i++) emit Transfer(from, to, value);
  }
}

/// Answers false instead of reverting, and moves nothing.
contract FalseToken is Token {
  constructor() Token("False", "FALSE", 18, 10 ** 30) {}

  function transfer(address, uint256) external pure override returns (bool) {
    return false;
  }

  function transferFrom(address, address, uint256) external pure override returns (bool) {
    return false;
  }
}

/// Logs the whole amount but delivers 2 % less.
contract FeeToken is Token {
  constructor() Token("Fee", "FEE", 18, 10 ** 30) {}

  function move(address from, address to, uint256 value) internal override {
    require(balanceOf[from] >= value, "balance");
    balanceOf[from] -= value;
    balanceOf[to] += value - value / 50;
    emit Transfer(from, to, value);
  }
}

/// Returns nothing at all from transfer, as the oldest tokens do.
contract QuietToken {
  uint8 public constant decimals = 6;
  mapping(address => uint256) public balanceOf;

  event Transfer(address indexed from, address indexed to, uint256 value);

  constructor() {
    balanceOf[msg.sender] = 10 ** 30;
    emit Transfer(address(0), msg.sender, 10 ** 30);
  }

  function transfer(address to, uint256 value) external {
    require(balanceOf[msg.sender] >= value, "balance");
    balanceOf[msg.sender] -= value;
    balanceOf[to] += value;
    emit Transfer(msg.sender, to, value);
  }
}

/// Says Transfer with the amount indexed too (four topics, no data), as collectibles do.
contract Collectible {
  event Transfer(address indexed from, address indexed to, uint256 indexed id);

  function give(address to, uint256 id) external {
    emit Transfer(msg.sender, to, id);
  }
}

/// As FeeToken, with decimals to choose.
contract SkimToken is Token {
  constructor(uint8 decimals_) Token("Skim", "SKIM", decimals_, 10 ** 30) {}

  function move(address from, address to, uint256 value) internal override {
    require(balanceOf[from] >= value, "balance");
    balanceOf[from] -= value;
    balanceOf[to] += value - value / 50;
    emit Transfer(from, to, value);
  }
}

/// Its issuer can stop all transfers.
contract PausableToken is Token {
  bool public paused;

  constructor(uint8 decimals_) Token("Pausable", "PAUSE", decimals_, 10 ** 30) {}

  function setPaused(bool paused_) external {
    paused = paused_;
  }

  function move(address from, address to, uint256 value) internal override {
    require(!paused, "paused");
    super.move(from, to, value);
  }
}

/// Its issuer can block addresses, as Tether's first one: what is blocked can still receive, and not send.
contract BlacklistToken is Token {
  mapping(address => bool) public isBlackListed;

  constructor(uint8 decimals_) Token("Blacklist", "BLACK", decimals_, 10 ** 30) {}

  function getBlackListStatus(address account) external view returns (bool) {
    return isBlackListed[account];
  }

  function setBlocked(address account, bool blocked) external {
    isBlackListed[account] = blocked;
  }

  function move(address from, address to, uint256 value) internal override {
    require(!isBlackListed[from], "blocked");
    super.move(from, to, value);
  }
}

/// Its issuer can block addresses, as Circle's: what is blocked neither sends nor receives.
contract DenylistToken is Token {
  mapping(address => bool) internal denied;

  constructor(uint8 decimals_) Token("Denylist", "DENY", decimals_, 10 ** 30) {}

  function isBlacklisted(address account) external view returns (bool) {
    return denied[account];
  }

  function setBlocked(address account, bool blocked) external {
    denied[account] = blocked;
  }

  function move(address from, address to, uint256 value) internal override {
    require(!denied[from] && !denied[to], "blocked");
    super.move(from, to, value);
  }
}

/// Answers yes to whatever it is asked, as some proxies and traps do: that is no blocklist.
contract YesToken is Token {
  constructor(uint8 decimals_) Token("Yes", "YES", decimals_, 10 ** 30) {}

  fallback() external {
    assembly {
      mstore(0, 1)
      return(0, 32)
    }
  }
}

/// Gives out more than any book holds.
contract BoundlessToken is Token {
  constructor(uint8 decimals_) Token("Tether USD", "USDT", decimals_, 10 ** 30) {}

  function give(address to, uint256 value) external {
    unchecked {
      balanceOf[to] += value;
    }
    emit Transfer(address(0), to, value);
  }
}
