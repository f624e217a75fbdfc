// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title IClaimVerifier
/// @notice Decides whether a proof releases a protected transfer.
interface IClaimVerifier {
    /// @notice Whether `proof` proves the right to have `transferId` released to its recorded recipient.
    /// @dev Called by static call. `false` is a wrong guess and is counted; five of them lock the transfer. A revert, or an
    /// answer that is not exactly one ABI-encoded bool, undoes the whole claim and counts nothing. An implementation must
    /// therefore never answer `false` because an inner call failed or ran out of gas: it reverts instead, otherwise a
    /// stranger could spend attempts by choosing a low gas limit. A stranger may also copy a valid proof out of a pending
    /// claim; that is harmless because only the recorded recipient is paid.
    /// @param transferId Id of the transfer in the calling contract.
    /// @param claimHash The hash the sender stored with the transfer; never zero.
    /// @param claimer The account that called the transfer contract.
    /// @param proof Verifier-specific bytes; hostile input.
    /// @return valid True when the proof is right.
    function verify(uint256 transferId, bytes32 claimHash, address claimer, bytes calldata proof)
        external
        view
        returns (bool valid);
}
