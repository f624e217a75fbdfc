// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IStealthAnnouncer} from "./interfaces/IStealthAnnouncer.sol";

/// @title StealthAnnouncer
/// @notice See `IStealthAnnouncer`.
contract StealthAnnouncer is IStealthAnnouncer {
    /// @inheritdoc IStealthAnnouncer
    function announce(uint256 schemeId, address stealthAddress, bytes calldata ephemeralPubKey, bytes calldata metadata)
        external
    {
        emit Announcement(schemeId, stealthAddress, msg.sender, ephemeralPubKey, metadata);
    }
}
