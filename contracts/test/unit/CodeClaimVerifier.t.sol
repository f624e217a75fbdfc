// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Base} from "../Base.t.sol";

contract CodeClaimVerifierTest is Base {
    function testFuzz_acceptsItsEncoding(uint256 id, address claimer, bytes32 salt, string calldata code)
        external
        view
    {
        assertTrue(codeVerifier.verify(id, keccak256(abi.encodePacked(salt, code)), claimer, abi.encode(salt, code)));
    }

    function testFuzz_refusesOtherPairs(bytes32 claimHash, bytes32 salt, string calldata code) external view {
        vm.assume(claimHash != keccak256(abi.encodePacked(salt, code)));
        assertFalse(codeVerifier.verify(1, claimHash, stranger, abi.encode(salt, code)));
    }

    /// @dev The hash is computed from the bytes themselves, so only the form can be wrong.
    function testFuzz_neverReverts(bytes32 claimHash, bytes calldata proof) external view {
        codeVerifier.verify(1, claimHash, stranger, proof);
    }

    function testFuzz_headIsChecked(uint256 offset, uint256 length) external view {
        vm.assume(offset != 64 || length != 16);
        bytes memory tail = abi.encodePacked(CODE, bytes16(0));
        // The hash of what a lax decoder would read from these bytes.
        bytes memory proof = abi.encodePacked(SALT, offset, length, tail);
        bool inBounds = offset == 64 && length <= 32;
        bytes memory read = new bytes(inBounds ? length : 0);
        for (uint256 i = 0; i < read.length; ++i) {
            read[i] = tail[i];
        }
        bool expected = inBounds;
        assertEq(codeVerifier.verify(1, keccak256(abi.encodePacked(SALT, read)), stranger, proof), expected);
    }

    function test_lengths() external view {
        bytes memory proof = abi.encode(SALT, CODE);
        assertTrue(_verify(proof));
        assertTrue(_verify(abi.encodePacked(proof, "trailing bytes are not read")));
        assertTrue(_verify(_cut(proof, 112)), "padding may be missing");
        assertFalse(_verify(_cut(proof, 111)));
        assertFalse(_verify(_cut(proof, 96)));
        assertFalse(_verify(_cut(proof, 95)));
        assertFalse(_verify(""));
        assertFalse(_verify(abi.encodePacked(SALT, uint256(64), type(uint256).max, CODE)));
        assertFalse(_verify(abi.encodePacked(SALT, type(uint256).max, uint256(16), CODE)));
        assertFalse(_verify(abi.encodePacked(SALT, uint256(96), uint256(0), uint256(16), CODE)), "lax offset");
    }

    function test_emptyCode() external view {
        bytes32 hash = keccak256(abi.encodePacked(SALT));
        assertTrue(codeVerifier.verify(1, hash, stranger, abi.encode(SALT, "")));
    }

    function _verify(bytes memory proof) private view returns (bool) {
        return codeVerifier.verify(1, CLAIM_HASH, stranger, proof);
    }

    function _cut(bytes memory data, uint256 length) private pure returns (bytes memory cut) {
        cut = new bytes(length);
        for (uint256 i = 0; i < length; ++i) {
            cut[i] = data[i];
        }
    }
}
