// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {StoredFiatToken} from "./StoredFiatToken.sol";

/// @notice USDC as every chain but the primary one has it.
contract Usdc is StoredFiatToken {
    function name() public pure override returns (string memory) {
        return "USDC";
    }

    function symbol() external pure override returns (string memory) {
        return "USDC";
    }

    function currency() external pure override returns (string memory) {
        return "USD";
    }
}
