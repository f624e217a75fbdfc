// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";

import {ISignatureTransfer} from "../../src/interfaces/ISignatureTransfer.sol";

/// @notice SignatureTransfer as Permit2 does it: the same typed data, unordered nonces, deadline and amount checks.
contract MockPermit2 is ISignatureTransfer {
    bytes32 private constant TOKEN_PERMISSIONS_TYPEHASH = keccak256("TokenPermissions(address token,uint256 amount)");
    bytes32 private constant PERMIT_TYPEHASH = keccak256(
        "PermitTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline)TokenPermissions(address token,uint256 amount)"
    );

    error SignatureExpired(uint256 deadline);
    error InvalidAmount(uint256 maxAmount);
    error InvalidNonce();
    error InvalidSigner();

    mapping(address => mapping(uint256 => bool)) public used;

    function permitTransferFrom(
        PermitTransferFrom calldata permit,
        SignatureTransferDetails calldata details,
        address owner,
        bytes calldata signature
    ) external {
        if (block.timestamp > permit.deadline) {
            revert SignatureExpired(permit.deadline);
        }
        if (details.requestedAmount > permit.permitted.amount) revert InvalidAmount(permit.permitted.amount);
        if (used[owner][permit.nonce]) revert InvalidNonce();
        used[owner][permit.nonce] = true;
        bytes32 digest =
            permitDigest(permit.permitted.token, permit.permitted.amount, msg.sender, permit.nonce, permit.deadline);
        if (!SignatureChecker.isValidSignatureNow(owner, digest, signature)) revert InvalidSigner();
        require(IERC20(permit.permitted.token).transferFrom(owner, details.to, details.requestedAmount));
    }

    function permitDigest(address token, uint256 amount, address spender, uint256 nonce, uint256 deadline)
        public
        view
        returns (bytes32)
    {
        bytes32 domain = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,uint256 chainId,address verifyingContract)"),
                keccak256("Permit2"),
                block.chainid,
                address(this)
            )
        );
        bytes32 permitted = keccak256(abi.encode(TOKEN_PERMISSIONS_TYPEHASH, token, amount));
        bytes32 structHash = keccak256(abi.encode(PERMIT_TYPEHASH, permitted, spender, nonce, deadline));
        return keccak256(abi.encodePacked("\x19\x01", domain, structHash));
    }
}
