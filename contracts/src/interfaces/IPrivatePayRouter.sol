// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Policy} from "../types/Policy.sol";

/// @title IPrivatePayRouter
/// @notice Creates, funds and pays out a mode 0 box in one transaction.
/// @dev It holds no money between transactions and moves by amount, never by its balance. Every signature it spends
/// names the box, and the box's address names its policy: the submitting account can change nothing.
interface IPrivatePayRouter {
    /// @notice Creates a box, funds it from the caller by Permit2, and pays its target.
    /// @param ownerHash keccak256(abi.encode(owner)) of the box.
    /// @param salt Salt of the box.
    /// @param p Policy of the box, mode 0.
    /// @param amount Pulled from the caller, put into the box, and paid; in the token's base units.
    /// @param cosignerSig The co-signer's signature over the box's `Spend` of `amount` with nonce 0 and action 0.
    /// @param nonce Any unused unordered Permit2 nonce of the caller.
    /// @param deadline Last Unix second in which the permit is valid.
    /// @param permitSig The caller's `PermitWitnessTransferFrom` with the witness `PrivatePay(address box)`.
    /// @return box The box.
    function createFundAndPay(
        bytes32 ownerHash,
        bytes32 salt,
        Policy calldata p,
        uint256 amount,
        bytes calldata cosignerSig,
        uint256 nonce,
        uint256 deadline,
        bytes calldata permitSig
    ) external returns (address box);

    /// @notice Creates a box, funds it from `from` by EIP-3009, and pays its target. Any account may submit it.
    /// @param from Who pays and signed `authSig`.
    /// @param ownerHash keccak256(abi.encode(owner)) of the box.
    /// @param salt Salt of the box.
    /// @param p Policy of the box, mode 0.
    /// @param amount Pulled from `from`, put into the box, and paid; in the token's base units.
    /// @param validAfter Unix seconds; the authorization is valid strictly after this second.
    /// @param validBefore Unix seconds; the authorization is valid strictly before this second.
    /// @param nonceSalt The authorization's nonce is keccak256(abi.encode(box, nonceSalt)).
    /// @param authSig Signature of `from` over `ReceiveWithAuthorization` to this contract.
    /// @param cosignerSig The co-signer's signature over the box's `Spend` of `amount` with nonce 0 and action 0.
    /// @return box The box.
    function createFundAndPayWithAuthorization(
        address from,
        bytes32 ownerHash,
        bytes32 salt,
        Policy calldata p,
        uint256 amount,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonceSalt,
        bytes calldata authSig,
        bytes calldata cosignerSig
    ) external returns (address box);
}
