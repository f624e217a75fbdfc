// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title ISignatureTransfer
/// @notice The functions of Permit2's SignatureTransfer that our contracts call.
interface ISignatureTransfer {
    /// @notice The token and the most that may be moved of it.
    /// @param token ERC-20 token address.
    /// @param amount Most that may be moved, in the token's base units.
    struct TokenPermissions {
        address token;
        uint256 amount;
    }

    /// @notice What the owner signed; the spender in the signature is the caller.
    /// @param permitted Token and amount.
    /// @param nonce Any unused unordered nonce of the owner.
    /// @param deadline Unix seconds; the signature is valid up to and including this second.
    struct PermitTransferFrom {
        TokenPermissions permitted;
        uint256 nonce;
        uint256 deadline;
    }

    /// @notice What the spender asks for.
    /// @param to Receiver of the tokens.
    /// @param requestedAmount Amount to move, at most the permitted one.
    struct SignatureTransferDetails {
        address to;
        uint256 requestedAmount;
    }

    /// @notice Moves tokens of `owner` by its signature.
    /// @param permit What was signed.
    /// @param transferDetails What to do with it.
    /// @param owner The signer and payer.
    /// @param signature Signature over the permit.
    function permitTransferFrom(
        PermitTransferFrom calldata permit,
        SignatureTransferDetails calldata transferDetails,
        address owner,
        bytes calldata signature
    ) external;

    /// @notice Moves tokens of `owner` by its signature, which also names a witness of the spender's choice.
    /// @param permit What was signed.
    /// @param transferDetails What to do with it.
    /// @param owner The signer and payer.
    /// @param witness EIP-712 struct hash of the witness.
    /// @param witnessTypeString The witness field, and all types after the permit's own, in alphabetical order.
    /// @param signature Signature over the permit and the witness.
    function permitWitnessTransferFrom(
        PermitTransferFrom calldata permit,
        SignatureTransferDetails calldata transferDetails,
        address owner,
        bytes32 witness,
        string calldata witnessTypeString,
        bytes calldata signature
    ) external;
}
