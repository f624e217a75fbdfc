// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Policy} from "../types/Policy.sol";

/// @title BoxCode
/// @notice What a box carries behind its proxy code: its owner hash and its policy, 151 or 199 bytes that cannot change.
/// @dev Packed, because a byte of code costs 200 gas to deploy. The high parts of the amounts are left out when both are zero,
/// as they are for any amount of USDC there can be: reading past the end of code gives zeros, so a reader need not know.
///
/// | offset | bytes | field                                            |
/// | ------ | ----- | ------------------------------------------------ |
/// | 0      | 32    | ownerHash                                        |
/// | 32     | 32    | vaultHash                                        |
/// | 64     | 20    | token                                            |
/// | 84     | 20    | cosigner                                         |
/// | 104    | 20    | target                                           |
/// | 124    | 5     | expiry                                           |
/// | 129    | 5     | interval                                         |
/// | 134    | 1     | mode                                             |
/// | 135    | 8     | maxAmount, low 64 bits                           |
/// | 143    | 8     | perPullMax as given, low 64 bits                 |
/// | 151    | 24    | maxAmount, high 192 bits; not when both are 0    |
/// | 175    | 24    | perPullMax, high 192 bits; not when both are 0   |
library BoxCode {
    /// @dev Bytes of the minimal proxy (ERC-1167) before it.
    uint256 private constant PROXY_LENGTH = 45;
    uint256 private constant FULL_LENGTH = 199;

    /// @notice Packs owner hash and policy. Different ones never make the same bytes.
    /// @param ownerHash keccak256(abi.encode(owner)).
    /// @param p The policy.
    function encode(bytes32 ownerHash, Policy memory p) internal pure returns (bytes memory code) {
        code = abi.encodePacked(
            ownerHash,
            p.vaultHash,
            p.token,
            p.cosigner,
            p.target,
            p.expiry,
            p.interval,
            p.mode,
            uint64(p.maxAmount),
            uint64(p.perPullMax)
        );
        if ((p.maxAmount | p.perPullMax) >> 64 != 0) {
            code = abi.encodePacked(code, uint192(p.maxAmount >> 64), uint192(p.perPullMax >> 64));
        }
    }

    /// @notice Reads what the calling box carries.
    /// @dev From the box's own code, which under `delegatecall` is that of `address(this)`. By hand, because a copy of the
    /// code and a decoding of it in Solidity cost every spend some hundred gas; a fuzz test compares it with one.
    function read() internal view returns (bytes32 ownerHash, Policy memory p) {
        assembly ("memory-safe") {
            // Beyond the free memory pointer, and not kept.
            let code := mload(0x40)
            extcodecopy(address(), code, PROXY_LENGTH, FULL_LENGTH)
            ownerHash := mload(code)
            // The five fields from offset 124 on, 29 bytes in all.
            let tail := mload(add(code, 124))
            // In the order of the struct.
            mstore(p, shr(96, mload(add(code, 64))))
            mstore(add(p, 0x20), shr(96, mload(add(code, 84))))
            mstore(add(p, 0x40), mload(add(code, 32)))
            mstore(add(p, 0x60), shr(96, mload(add(code, 104))))
            mstore(add(p, 0x80), or(shl(64, shr(64, mload(add(code, 151)))), and(shr(104, tail), 0xffffffffffffffff)))
            mstore(add(p, 0xa0), or(shl(64, shr(64, mload(add(code, 175)))), and(shr(40, tail), 0xffffffffffffffff)))
            mstore(add(p, 0xc0), shr(216, tail))
            mstore(add(p, 0xe0), and(shr(176, tail), 0xffffffffff))
            mstore(add(p, 0x100), and(shr(168, tail), 0xff))
        }
    }
}
