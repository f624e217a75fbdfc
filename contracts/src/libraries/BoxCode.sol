// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {LibClone} from "solady/utils/LibClone.sol";

import {Policy} from "../types/Policy.sol";

/// @title BoxCode
/// @notice What a box carries behind its proxy code: its owner hash and its policy, 199 bytes that cannot change.
/// @dev Packed, because a byte of code costs 200 gas to deploy.
///
/// | offset | bytes | field                          |
/// | ------ | ----- | ------------------------------ |
/// | 0      | 32    | ownerHash                      |
/// | 32     | 32    | vaultHash                      |
/// | 64     | 32    | maxAmount                      |
/// | 96     | 32    | perPullMax, as given           |
/// | 128    | 20    | token                          |
/// | 148    | 20    | cosigner                       |
/// | 168    | 20    | target                         |
/// | 188    | 5     | expiry                         |
/// | 193    | 5     | interval                       |
/// | 198    | 1     | mode                           |
library BoxCode {
    uint256 private constant LENGTH = 199;

    /// @notice Packs owner hash and policy.
    /// @param ownerHash keccak256(abi.encode(owner)).
    /// @param p The policy.
    function encode(bytes32 ownerHash, Policy calldata p) internal pure returns (bytes memory) {
        return abi.encodePacked(
            ownerHash,
            p.vaultHash,
            p.maxAmount,
            p.perPullMax,
            p.token,
            p.cosigner,
            p.target,
            p.expiry,
            p.interval,
            p.mode
        );
    }

    /// @notice Reads what the calling box carries.
    /// @dev From the box's own code, which under `delegatecall` is that of `address(this)`.
    function read() internal view returns (bytes32 ownerHash, Policy memory p) {
        bytes memory packed = LibClone.argsOnClone(address(this), 0, LENGTH);
        address token;
        address cosigner;
        bytes32 vaultHash;
        address target;
        uint256 maxAmount;
        uint256 perPullMax;
        uint256 tail;
        assembly ("memory-safe") {
            ownerHash := mload(add(packed, 0x20))
            vaultHash := mload(add(packed, 0x40))
            maxAmount := mload(add(packed, 0x60))
            perPullMax := mload(add(packed, 0x80))
            token := shr(96, mload(add(packed, 0xa0)))
            cosigner := shr(96, mload(add(packed, 0xb4)))
            target := shr(96, mload(add(packed, 0xc8)))
            // The last 11 bytes: expiry, interval, mode.
            tail := shr(168, mload(add(packed, 0xdc)))
        }
        p = Policy({
            token: token,
            cosigner: cosigner,
            vaultHash: vaultHash,
            target: target,
            maxAmount: maxAmount,
            perPullMax: perPullMax,
            expiry: uint40(tail >> 48),
            interval: uint40(tail >> 8),
            mode: uint8(tail)
        });
    }
}
