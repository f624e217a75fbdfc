// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice A counterfeit token: any name, any symbol, and `Transfer` events between any addresses, with no money behind
/// them. For tests and demonstrations of defences.
contract CounterfeitToken {
    event Transfer(address indexed from, address indexed to, uint256 value);

    string public name;
    string public symbol;
    uint8 public immutable decimals;
    uint256 public constant totalSupply = 1e15;

    constructor(string memory name_, string memory symbol_, uint8 decimals_) {
        name = name_;
        symbol = symbol_;
        decimals = decimals_;
    }

    /// @notice Claims that `from` paid `value` to each of `to`.
    function pretend(address from, address[] calldata to, uint256 value) external {
        for (uint256 i; i < to.length; i++) {
            emit Transfer(from, to[i], value);
        }
    }

    function balanceOf(address) external pure returns (uint256) {
        return totalSupply;
    }
}
