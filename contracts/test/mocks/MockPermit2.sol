// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";

import {ISignatureTransfer} from "../../src/interfaces/ISignatureTransfer.sol";

/// @notice SignatureTransfer like Permit2's: the same typed data, unordered nonces, deadline and amount checks.
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
        bytes32 digest = permitDigest(
            permit.permitted.token, permit.permitted.amount, msg.sender, permit.nonce, permit.deadline
        );
        _move(permit, details, owner, digest, signature);
    }

    function permitWitnessTransferFrom(
        PermitTransferFrom calldata permit,
        SignatureTransferDetails calldata details,
        address owner,
        bytes32 witness,
        string calldata witnessTypeString,
        bytes calldata signature
    ) external {
        bytes32 digest = witnessDigest(permit, msg.sender, witness, witnessTypeString);
        _move(permit, details, owner, digest, signature);
    }

    function permitDigest(address token, uint256 amount, address spender, uint256 nonce, uint256 deadline)
        public
        view
        returns (bytes32)
    {
        bytes32 permitted = keccak256(abi.encode(TOKEN_PERMISSIONS_TYPEHASH, token, amount));
        return _digest(keccak256(abi.encode(PERMIT_TYPEHASH, permitted, spender, nonce, deadline)));
    }

    /// @dev The type is built from the caller's string, like in Permit2: a wrong string makes another digest.
    function witnessDigest(
        PermitTransferFrom calldata permit,
        address spender,
        bytes32 witness,
        string calldata witnessTypeString
    ) public view returns (bytes32) {
        bytes32 typeHash = keccak256(
            abi.encodePacked(
                "PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,",
                witnessTypeString
            )
        );
        bytes32 permitted =
            keccak256(abi.encode(TOKEN_PERMISSIONS_TYPEHASH, permit.permitted.token, permit.permitted.amount));
        return _digest(keccak256(abi.encode(typeHash, permitted, spender, permit.nonce, permit.deadline, witness)));
    }

    function _move(
        PermitTransferFrom calldata permit,
        SignatureTransferDetails calldata details,
        address owner,
        bytes32 digest,
        bytes calldata signature
    ) private {
        if (block.timestamp > permit.deadline) revert SignatureExpired(permit.deadline);
        if (details.requestedAmount > permit.permitted.amount) revert InvalidAmount(permit.permitted.amount);
        if (used[owner][permit.nonce]) revert InvalidNonce();
        used[owner][permit.nonce] = true;
        if (!SignatureChecker.isValidSignatureNow(owner, digest, signature)) revert InvalidSigner();
        require(IERC20(permit.permitted.token).transferFrom(owner, details.to, details.requestedAmount));
    }

    function _digest(bytes32 structHash) private view returns (bytes32) {
        bytes32 domain = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,uint256 chainId,address verifyingContract)"),
                keccak256("Permit2"),
                block.chainid,
                address(this)
            )
        );
        return keccak256(abi.encodePacked("\x19\x01", domain, structHash));
    }
}
