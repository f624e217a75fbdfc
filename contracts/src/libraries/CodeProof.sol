// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title CodeProof
/// @notice The built-in proof: knowledge of a claim code and its salt.
/// @dev The transfer contract checks code configs with this library directly, without a call; `CodeClaimVerifier` wraps it
/// for other callers. Both must agree on every input.
library CodeProof {
    /// @dev Bytes before the code in `abi.encode(bytes32 salt, string code)`: salt, offset, length.
    uint256 private constant HEAD_LENGTH = 96;

    /// @dev Offset of the string in `abi.encode(bytes32 salt, string code)`.
    uint256 private constant CODE_OFFSET = 64;

    /// @notice Whether `claimHash` is the hash of `salt` and `code`.
    /// @param claimHash keccak256 of salt and code packed together.
    /// @param salt 32 bytes derived from the claim secret.
    /// @param code The claim code's bytes.
    /// @return True when they match.
    function matches(bytes32 claimHash, bytes32 salt, bytes calldata code) internal pure returns (bool) {
        return keccak256(abi.encodePacked(salt, code)) == claimHash;
    }

    /// @notice Whether `proof` is `abi.encode(bytes32 salt, string code)` of a pair that opens `claimHash`.
    /// @dev Never reverts: a malformed proof does not match. Bytes after the code (its padding) are not read.
    /// @param claimHash keccak256 of salt and code packed together.
    /// @param proof Any bytes, also hostile ones.
    /// @return True when the proof is well formed and matches.
    function matches(bytes32 claimHash, bytes calldata proof) internal pure returns (bool) {
        if (proof.length < HEAD_LENGTH) return false;
        if (uint256(bytes32(proof[32:64])) != CODE_OFFSET) return false;
        uint256 length = uint256(bytes32(proof[64:HEAD_LENGTH]));
        if (length > proof.length - HEAD_LENGTH) return false;
        return matches(claimHash, bytes32(proof[:32]), proof[HEAD_LENGTH:HEAD_LENGTH + length]);
    }
}
