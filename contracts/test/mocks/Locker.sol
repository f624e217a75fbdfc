// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IProtectedTransfer} from "../../src/interfaces/IProtectedTransfer.sol";

/// @notice Locks transfers as cheaply as a stranger can: five wrong codes for each, in one transaction.
contract Locker {
    function lock(IProtectedTransfer transfers, uint256 firstId, uint256 count) external {
        for (uint256 id = firstId; id < firstId + count; ++id) {
            for (uint256 attempt = 0; attempt < 5; ++attempt) {
                transfers.claim(id, "", 0);
            }
        }
    }
}
