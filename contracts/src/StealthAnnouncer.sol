// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IStealthAnnouncer} from "./interfaces/IStealthAnnouncer.sol";

/// @title StealthAnnouncer
/// @notice See `IStealthAnnouncer`.
contract StealthAnnouncer is IStealthAnnouncer {
    /// @inheritdoc IStealthAnnouncer
    function announce(uint256 schemeId, address stealthAddress, bytes calldata ephemeralPubKey, bytes calldata metadata)
        external
    {
        bytes32 topic = IStealthAnnouncer.Announcement.selector;
        // `emit` by hand: the two byte strings go from calldata into the event without a second copy.
        assembly ("memory-safe") {
            let data := mload(0x40)
            let padded := and(add(ephemeralPubKey.length, 31), not(31))
            let second := add(data, add(padded, 0x60))
            mstore(data, 0x40)
            mstore(add(data, 0x20), add(padded, 0x60))
            mstore(add(data, 0x40), ephemeralPubKey.length)
            // Copied into memory that nothing has written, so the padding behind each is zero.
            calldatacopy(add(data, 0x60), ephemeralPubKey.offset, ephemeralPubKey.length)
            mstore(second, metadata.length)
            calldatacopy(add(second, 0x20), metadata.offset, metadata.length)
            let end := and(add(add(second, metadata.length), 0x3f), not(31))
            log4(data, sub(end, data), topic, schemeId, stealthAddress, caller())
        }
    }
}
