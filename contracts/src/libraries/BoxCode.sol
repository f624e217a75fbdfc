// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Policy} from "../types/Policy.sol";

/// @title BoxCode
/// @notice What a box carries behind its proxy code: its salt, owner hash and policy, 183 or 231 bytes that cannot change.
/// @dev The salt is here and CREATE2 gets salt zero, so a box's code alone gives its init code and with it the address that a
/// factory puts it at: code read from any other address proves nothing, since any constructor can return it.
/// @dev Packed, because a byte of code costs 200 gas to deploy. The high parts of the amounts are left out when both are zero,
/// as they are for any amount of USDC that exists: reading past the end of code gives zeros, so both forms are read alike.
///
/// | offset | bytes | field                                            |
/// | ------ | ----- | ------------------------------------------------ |
/// | 0      | 32    | salt                                             |
/// | 32     | 32    | ownerHash                                        |
/// | 64     | 32    | vaultHash                                        |
/// | 96     | 20    | token                                            |
/// | 116    | 20    | cosigner                                         |
/// | 136    | 20    | target                                           |
/// | 156    | 5     | expiry                                           |
/// | 161    | 5     | interval                                         |
/// | 166    | 1     | mode                                             |
/// | 167    | 8     | maxAmount, low 64 bits                           |
/// | 175    | 8     | perPullMax as given, low 64 bits                 |
/// | 183    | 24    | maxAmount, high 192 bits; not when both are 0    |
/// | 207    | 24    | perPullMax, high 192 bits; not when both are 0   |
library BoxCode {
    /// @dev Bytes before the owner hash: the minimal proxy (ERC-1167), 45, and the salt.
    uint256 private constant TERMS_OFFSET = 77;
    uint256 private constant TERMS_LENGTH = 199;

    /// @notice Packs salt, owner hash and policy. Different ones never make the same bytes.
    /// @param salt Any 32 bytes.
    /// @param ownerHash keccak256(abi.encode(owner)).
    /// @param p The policy.
    function encode(bytes32 salt, bytes32 ownerHash, Policy memory p) internal pure returns (bytes memory code) {
        code = abi.encodePacked(
            salt,
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
    /// @dev From the box's own code, which under `delegatecall` is that of `address(this)`. In assembly, because copying and
    /// decoding the code in Solidity costs every spend a few hundred gas more; a fuzz test compares the two.
    function read() internal view returns (bytes32 ownerHash, Policy memory p) {
        assembly ("memory-safe") {
            // Memory that is not reserved: later code may overwrite it.
            let code := mload(0x40)
            extcodecopy(address(), code, TERMS_OFFSET, TERMS_LENGTH)
            ownerHash := mload(code)
            // The last five fields, 29 bytes in all.
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
