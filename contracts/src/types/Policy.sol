// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice What a box may spend. Fixed when the box is created, and part of its address.
/// @param token The ERC-20 token it holds.
/// @param cosigner Account that must sign every spend: an EOA, or a contract that answers ERC-1271.
/// @param vaultHash keccak256(abi.encode(vault)) of the only account a sweep can pay; the vault shows itself when it
/// sweeps.
/// @param target The only account a spend can pay.
/// @param maxAmount Most that all spends together may pay, in the token's base units.
/// @param perPullMax Most that one pull may pay; 0, or more than `maxAmount`, means `maxAmount`.
/// @param expiry Last Unix second in which it can spend.
/// @param interval Seconds that must pass between two pulls; 0 in mode 0.
/// @param mode 0: `pay`, as often as the cap allows. 1: `pull`, at most once in `interval` seconds.
struct Policy {
    address token;
    address cosigner;
    bytes32 vaultHash;
    address target;
    uint256 maxAmount;
    uint256 perPullMax;
    uint40 expiry;
    uint40 interval;
    uint8 mode;
}
