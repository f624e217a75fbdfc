// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {Test} from "forge-std/Test.sol";

import {Signatures} from "../../src/libraries/Signatures.sol";

/// @dev The library reads a signature by assembly; OpenZeppelin's ECDSA is the reference.
contract SignaturesTest is Test {
    uint256 private constant ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141;

    function testFuzz_signed(uint256 key, bytes32 digest, bool flip, uint8 cut) external view {
        key = bound(key, 1, ORDER - 1);
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, digest);
        if (flip) (v, s) = (v ^ 7, bytes32(ORDER - uint256(s)));
        bytes memory signature = abi.encodePacked(r, s, v);
        assertEq(this.isByKey(signature, vm.addr(key), digest), !flip);
        assertEq(this.isBy(signature, vm.addr(key), digest), !flip);
        assertFalse(this.isByKey(signature, address(uint160(vm.addr(key)) ^ 1), digest));
        cut = uint8(bound(cut, 1, 65));
        bytes memory short = new bytes(65 - cut);
        for (uint256 i = 0; i < short.length; ++i) {
            short[i] = signature[i];
        }
        assertFalse(this.isByKey(short, vm.addr(key), digest));
        assertFalse(this.isByKey(bytes.concat(signature, hex"00"), vm.addr(key), digest));
    }

    function testFuzz_arbitraryBytes(bytes32 r, bytes32 s, uint8 v, bool usual, bytes32 digest) external view {
        if (usual) (s, v) = (bytes32(uint256(s) >> 1), 27 + v % 2);
        bytes memory signature = abi.encodePacked(r, s, v);
        (address recovered, ECDSA.RecoverError failure,) = ECDSA.tryRecover(digest, signature);
        address signer = failure == ECDSA.RecoverError.NoError ? recovered : address(0xdead);
        assertEq(this.isByKey(signature, signer, digest), failure == ECDSA.RecoverError.NoError);
    }

    /// @dev A failed recovery returns zero.
    function testFuzz_zeroSigner(bytes32 r, bytes32 s, uint8 v, bytes32 digest) external view {
        assertFalse(this.isBy(abi.encodePacked(r, s, v), address(0), digest));
        assertFalse(this.isBy(abi.encodePacked(r, uint256(s) >> 1, uint8(0)), address(0), digest));
    }

    function test_zeroSigner() external view {
        assertFalse(this.isBy(new bytes(65), address(0), keccak256("digest")));
    }

    function isBy(bytes calldata signature, address signer, bytes32 digest) external view returns (bool) {
        return Signatures.isBy(signature, signer, digest);
    }

    function isByKey(bytes calldata signature, address signer, bytes32 digest) external pure returns (bool) {
        return Signatures.isByKey(signature, signer, digest);
    }
}
