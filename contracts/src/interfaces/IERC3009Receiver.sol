// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title IERC3009Receiver
/// @notice The EIP-3009 functions of USDC that our contracts call, in their `bytes signature` form.
interface IERC3009Receiver {
    /// @notice Moves `value` from `from` to `to` by the signature of `from`; the caller must be `to`.
    /// @param from Payer and signer; a payer with code is asked by ERC-1271.
    /// @param to Payee, which must be the caller.
    /// @param value Amount in the token's base units.
    /// @param validAfter Unix seconds; valid strictly after this second.
    /// @param validBefore Unix seconds; valid strictly before this second.
    /// @param nonce Any unused 32 bytes of the payer.
    /// @param signature Signature over the authorization.
    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes calldata signature
    ) external;

    /// @notice Whether a nonce of a payer is used or cancelled.
    /// @param authorizer The payer.
    /// @param nonce Any 32 bytes.
    function authorizationState(address authorizer, bytes32 nonce) external view returns (bool);
}
