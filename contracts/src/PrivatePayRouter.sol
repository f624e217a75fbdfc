// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

import {IERC3009Receiver} from "./interfaces/IERC3009Receiver.sol";
import {IPrivatePayRouter} from "./interfaces/IPrivatePayRouter.sol";
import {ISignatureTransfer} from "./interfaces/ISignatureTransfer.sol";
import {ISpendPolicyAccount} from "./interfaces/ISpendPolicyAccount.sol";
import {ISpendPolicyFactory} from "./interfaces/ISpendPolicyFactory.sol";
import {Policy} from "./types/Policy.sol";

/// @title PrivatePayRouter
/// @notice See `IPrivatePayRouter`.
contract PrivatePayRouter is IPrivatePayRouter {
    using SafeERC20 for IERC20;

    /// @dev What the payer's permit names besides token, amount and router.
    bytes32 private constant PRIVATE_PAY_TYPEHASH = keccak256("PrivatePay(address box)");
    /// @dev The rest of the permit's type as Permit2 wants it: the witness field, then the types in alphabetical order.
    string private constant WITNESS_TYPE =
        "PrivatePay witness)PrivatePay(address box)TokenPermissions(address token,uint256 amount)";

    ISpendPolicyFactory private immutable _factory;
    ISignatureTransfer private immutable _permit2;

    /// @param factory_ The deployed `SpendPolicyFactory`.
    /// @param permit2_ The deployed Permit2; without one, only `createFundAndPay` does not work.
    constructor(address factory_, address permit2_) {
        _factory = ISpendPolicyFactory(factory_);
        _permit2 = ISignatureTransfer(permit2_);
    }

    /// @inheritdoc IPrivatePayRouter
    function createFundAndPay(
        bytes32 ownerHash,
        bytes32 salt,
        Policy calldata p,
        uint256 amount,
        bytes calldata cosignerSig,
        uint256 nonce,
        uint256 deadline,
        bytes calldata permitSig
    ) external returns (address box) {
        box = _factory.createAccount(ownerHash, salt, p);
        _permit2.permitWitnessTransferFrom(
            ISignatureTransfer.PermitTransferFrom({
                permitted: ISignatureTransfer.TokenPermissions({token: p.token, amount: amount}),
                nonce: nonce,
                deadline: deadline
            }),
            ISignatureTransfer.SignatureTransferDetails({to: box, requestedAmount: amount}),
            msg.sender,
            keccak256(abi.encode(PRIVATE_PAY_TYPEHASH, box)),
            WITNESS_TYPE,
            permitSig
        );
        ISpendPolicyAccount(box).pay(amount, cosignerSig);
    }

    /// @inheritdoc IPrivatePayRouter
    /// @dev `authSig` is in memory, or the unoptimised build, with which coverage is measured, runs out of stack.
    function createFundAndPayWithAuthorization(
        address from,
        bytes32 ownerHash,
        bytes32 salt,
        Policy calldata p,
        uint256 amount,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonceSalt,
        bytes memory authSig,
        bytes calldata cosignerSig
    ) external returns (address box) {
        box = _factory.createAccount(ownerHash, salt, p);
        IERC3009Receiver(p.token)
            .receiveWithAuthorization(
                from, address(this), amount, validAfter, validBefore, keccak256(abi.encode(box, nonceSalt)), authSig
            );
        IERC20(p.token).safeTransfer(box, amount);
        ISpendPolicyAccount(box).pay(amount, cosignerSig);
    }
}
