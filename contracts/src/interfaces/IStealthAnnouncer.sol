// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title IStealthAnnouncer
/// @notice The announcer of ERC-5564, and nothing else.
interface IStealthAnnouncer {
    /// @notice An announcement; none of its values was checked.
    /// @param schemeId 1 for secp256k1 with view tags.
    /// @param stealthAddress The address it is about.
    /// @param caller Who announced it.
    /// @param ephemeralPubKey The payer's ephemeral public key.
    /// @param metadata View tag first; here then the box and its label.
    event Announcement(
        uint256 indexed schemeId,
        address indexed stealthAddress,
        address indexed caller,
        bytes ephemeralPubKey,
        bytes metadata
    );

    /// @notice Announces.
    /// @param schemeId 1 for secp256k1 with view tags.
    /// @param stealthAddress The address it is about.
    /// @param ephemeralPubKey The payer's ephemeral public key.
    /// @param metadata View tag first; here then the box and its label.
    function announce(uint256 schemeId, address stealthAddress, bytes calldata ephemeralPubKey, bytes calldata metadata)
        external;
}
