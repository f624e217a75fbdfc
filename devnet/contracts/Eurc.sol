// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {StoredFiatToken} from "./StoredFiatToken.sol";

/// @notice EURC, Circle's euro token, as the devnet places it on each chain that has it.
contract Eurc is StoredFiatToken {
    function name() public pure override returns (string memory) {
        return "EURC";
    }

    function symbol() external pure override returns (string memory) {
        return "EURC";
    }

    function currency() external pure override returns (string memory) {
        return "EUR";
    }
}
