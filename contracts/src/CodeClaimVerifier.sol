// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IClaimVerifier} from "./interfaces/IClaimVerifier.sol";
import {CodeProof} from "./libraries/CodeProof.sol";

/// @title CodeClaimVerifier
/// @notice The built-in verifier: the proof is `abi.encode(bytes32 salt, string code)` with
/// `keccak256(abi.encodePacked(salt, code)) == claimHash`.
/// @dev Stateless and pure. A malformed proof is a wrong one; this function never reverts on its input.
contract CodeClaimVerifier is IClaimVerifier {
    /// @inheritdoc IClaimVerifier
    function verify(uint256, bytes32 claimHash, address, bytes calldata proof) external pure returns (bool valid) {
        return CodeProof.matches(claimHash, proof);
    }
}
