// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @notice A plain OpenZeppelin token with USDC's decimals; gas is measured with it.
contract PlainToken is ERC20("Plain", "PLAIN") {
    function decimals() public pure override returns (uint8) {
        return 6;
    }

    /// @dev The answer that the transfer contract requires from a token.
    function authorizationState(address, bytes32) external pure returns (bool) {
        return false;
    }

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }
}
