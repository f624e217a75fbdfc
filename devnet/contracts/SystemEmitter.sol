// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {NATIVE_COIN_AUTHORITY_ADDRESS} from "./Addresses.sol";

/// @notice Emits the system's record of a movement of the chain's coin, 18 decimals.
contract SystemEmitter {
    event Transfer(address indexed from, address indexed to, uint256 value);

    function emitTransfer(address from, address to, uint256 value) external {
        require(msg.sender == NATIVE_COIN_AUTHORITY_ADDRESS);
        emit Transfer(from, to, value);
    }
}
