// SPDX-License-Identifier: MIT
// As much of Multicall3 as is asked here: the same functions, to be put at its well-known address.
pragma solidity ^0.8.30;

contract Multicall {
  struct Call3 {
    address target;
    bool allowFailure;
    bytes callData;
  }

  struct Result {
    bool success;
    bytes returnData;
  }

  function aggregate3(Call3[] calldata calls) external payable returns (Result[] memory results) {
    results = new Result[](calls.length);
    for (uint256 at = 0; at < calls.length; at++) {
      (results[at].success, results[at].returnData) = calls[at].target.call(calls[at].callData);
      require(results[at].success || calls[at].allowFailure, "call failed");
    }
  }

  function getEthBalance(address of_) external view returns (uint256) {
    return of_.balance;
  }
}
