// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";
import {EfficientHashLib} from "solady/utils/EfficientHashLib.sol";

import {ISpendPolicyAccount} from "./interfaces/ISpendPolicyAccount.sol";
import {BoxCode} from "./libraries/BoxCode.sol";
import {Signatures} from "./libraries/Signatures.sol";
import {Policy} from "./types/Policy.sol";

/// @title SpendPolicyAccount
/// @notice See `ISpendPolicyAccount`.
/// @dev The code behind every box; a box is a minimal proxy that carries owner hash and policy behind its code
/// (`BoxCode`), so nothing needs to be initialised and nothing can be changed. Checks, then the final state, then the
/// token.
contract SpendPolicyAccount is ISpendPolicyAccount {
    using SafeERC20 for IERC20;
    using Signatures for bytes;

    /// @dev All that a box stores, one slot.
    ///
    /// | offset | bytes | field                                             |
    /// | ------ | ----- | ------------------------------------------------- |
    /// | 0      | 16    | spent, base units                                 |
    /// | 16     | 5     | lastPull, Unix seconds                            |
    /// | 21     | 6     | nonce, of the next co-signature                   |
    /// | 27     | 4     | sweepNonce, of the next signed sweep              |
    /// | 31     | 1     | closed, no spend any more                         |
    struct Progress {
        uint128 spent;
        uint40 lastPull;
        uint48 nonce;
        uint32 sweepNonce;
        bool closed;
    }

    /// @dev keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)").
    bytes32 private constant DOMAIN_TYPEHASH = 0x8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f;
    string private constant NAME = "Holdfast SpendPolicy";
    string private constant VERSION = "1";
    /// @dev Hashes of literals, which the compiler computes; it would compute the hash of a constant at each call.
    bytes32 private constant NAME_HASH = keccak256("Holdfast SpendPolicy");
    bytes32 private constant VERSION_HASH = keccak256("1");
    /// @dev What the co-signer signs.
    bytes32 private constant SPEND_TYPEHASH =
        keccak256("Spend(address target,uint256 amount,uint256 nonce,uint8 action)");
    /// @dev What the vault signs.
    bytes32 private constant SWEEP_TYPEHASH =
        keccak256("Sweep(address vault,uint256 sweepNonce,bool close,uint256 deadline)");

    uint8 private constant PAY = 0;
    uint8 private constant PULL = 1;

    /// @dev The implementation's own address, to tell it from a box.
    address private immutable _self = address(this);

    Progress private _progress;

    /// @inheritdoc ISpendPolicyAccount
    function pay(uint256 amount, bytes calldata cosignerSig) external {
        Policy memory p = _policy();
        uint256 spentNow = _spend(p, amount, PAY, cosignerSig);
        emit Paid(p.target, amount, spentNow);
        IERC20(p.token).safeTransfer(p.target, amount);
    }

    /// @inheritdoc ISpendPolicyAccount
    function pull(uint256 amount, bytes calldata cosignerSig) external {
        Policy memory p = _policy();
        uint256 spentNow = _spend(p, amount, PULL, cosignerSig);
        emit Pulled(p.target, amount, spentNow);
        IERC20(p.token).safeTransfer(p.target, amount);
    }

    /// @inheritdoc ISpendPolicyAccount
    function sweepToVault(address vault) external {
        if (msg.sender != vault) revert NotVault(msg.sender);
        _sweep(_policy(), vault, false);
    }

    /// @inheritdoc ISpendPolicyAccount
    function closeToVault(address vault) external {
        if (msg.sender != vault) revert NotVault(msg.sender);
        _sweep(_policy(), vault, true);
    }

    /// @inheritdoc ISpendPolicyAccount
    function sweepExpired(address vault) external {
        if (msg.sender != vault) revert NotVault(msg.sender);
        Policy memory p = _policy();
        if (block.timestamp <= p.expiry) revert NotExpired(p.expiry, block.timestamp);
        _sweep(p, vault, false);
    }

    /// @inheritdoc ISpendPolicyAccount
    function sweepWithSignature(address vault, bool close, uint256 deadline, bytes calldata signature) external {
        Policy memory p = _policy();
        if (block.timestamp > deadline) revert SignatureExpired(deadline, block.timestamp);
        bytes32 digest = _digest(keccak256(abi.encode(SWEEP_TYPEHASH, vault, _progress.sweepNonce, close, deadline)));
        if (!signature.isBy(vault, digest)) revert InvalidSignature(vault);
        _sweep(p, vault, close);
    }

    /// @inheritdoc ISpendPolicyAccount
    function policy() external view returns (bytes32 ownerHash, Policy memory p) {
        _requireBox();
        return BoxCode.read();
    }

    /// @inheritdoc ISpendPolicyAccount
    function token() external view returns (address) {
        return _policy().token;
    }

    /// @inheritdoc ISpendPolicyAccount
    function cosigner() external view returns (address) {
        return _policy().cosigner;
    }

    /// @inheritdoc ISpendPolicyAccount
    function vaultHash() external view returns (bytes32) {
        return _policy().vaultHash;
    }

    /// @inheritdoc ISpendPolicyAccount
    function target() external view returns (address) {
        return _policy().target;
    }

    /// @inheritdoc ISpendPolicyAccount
    function maxAmount() external view returns (uint256) {
        return _policy().maxAmount;
    }

    /// @inheritdoc ISpendPolicyAccount
    function perPullMax() external view returns (uint256) {
        return _pullCap(_policy());
    }

    /// @inheritdoc ISpendPolicyAccount
    function expiry() external view returns (uint40) {
        return _policy().expiry;
    }

    /// @inheritdoc ISpendPolicyAccount
    function interval() external view returns (uint40) {
        return _policy().interval;
    }

    /// @inheritdoc ISpendPolicyAccount
    function mode() external view returns (uint8) {
        return _policy().mode;
    }

    /// @inheritdoc ISpendPolicyAccount
    function spent() external view returns (uint256) {
        _requireBox();
        return _progress.spent;
    }

    /// @inheritdoc ISpendPolicyAccount
    function remaining() external view returns (uint256) {
        uint256 cap = _policy().maxAmount;
        return _progress.closed ? 0 : cap - _progress.spent;
    }

    /// @inheritdoc ISpendPolicyAccount
    function lastPull() external view returns (uint40) {
        _requireBox();
        return _progress.lastPull;
    }

    /// @inheritdoc ISpendPolicyAccount
    function nonce() external view returns (uint256) {
        _requireBox();
        return _progress.nonce;
    }

    /// @inheritdoc ISpendPolicyAccount
    function sweepNonce() external view returns (uint256) {
        _requireBox();
        return _progress.sweepNonce;
    }

    /// @inheritdoc ISpendPolicyAccount
    function closed() external view returns (bool) {
        _requireBox();
        return _progress.closed;
    }

    /// @inheritdoc ISpendPolicyAccount
    function spendDigest(uint256 amount, uint8 action) external view returns (bytes32) {
        return _spendDigest(_policy().target, amount, _progress.nonce, action);
    }

    /// @inheritdoc ISpendPolicyAccount
    function domainSeparator() external view returns (bytes32) {
        _requireBox();
        return _domainSeparator();
    }

    /// @inheritdoc ISpendPolicyAccount
    function eip712Domain()
        external
        view
        returns (
            bytes1 fields,
            string memory name,
            string memory version,
            uint256 chainId,
            address verifyingContract,
            bytes32 salt,
            uint256[] memory extensions
        )
    {
        _requireBox();
        return (hex"0f", NAME, VERSION, block.chainid, address(this), bytes32(0), new uint256[](0));
    }

    /// @dev Checks everything that a spend requires, and writes its final state.
    /// @param action Also the mode that allows it.
    function _spend(Policy memory p, uint256 amount, uint8 action, bytes calldata cosignerSig)
        private
        returns (uint256 spentNow)
    {
        if (p.mode != action) revert WrongMode(p.mode);
        if (amount == 0) revert ZeroAmount();
        if (block.timestamp > p.expiry) revert Expired(p.expiry, block.timestamp);
        Progress memory progress = _progress;
        if (progress.closed) revert BoxClosed();
        uint256 left;
        unchecked {
            left = p.maxAmount - progress.spent; // what it has spent never exceeds the cap
        }
        if (amount > left) revert OverLimit(amount, left);
        if (action == PULL) {
            uint256 cap = _pullCap(p);
            if (amount > cap) revert OverPullCap(amount, cap);
            uint256 notBefore = progress.lastPull == 0 ? 0 : uint256(progress.lastPull) + p.interval;
            if (block.timestamp < notBefore) revert TooSoon(notBefore, block.timestamp);
            progress.lastPull = uint40(block.timestamp);
        }
        bytes32 digest = _spendDigest(p.target, amount, progress.nonce, action);
        if (!cosignerSig.isBy(p.cosigner, digest)) revert NotCosigned(p.cosigner);

        unchecked {
            spentNow = progress.spent + amount; // at most the cap, checked above
            progress.nonce += 1; // 2^48 spends and sweeps cannot be made
        }
        progress.spent = SafeCast.toUint128(spentNow);
        _progress = progress;
    }

    /// @dev Voids every co-signature and every signed sweep that was not used.
    function _sweep(Policy memory p, address vault, bool close) private {
        if (EfficientHashLib.hash(uint160(vault)) != p.vaultHash) revert NotVault(vault);
        Progress memory progress = _progress;
        unchecked {
            progress.nonce += 1; // 2^48 spends and sweeps cannot be made
            progress.sweepNonce += 1; // nor 2^32 sweeps, which the vault alone can make or sign
        }
        if (close && !progress.closed) {
            progress.closed = true;
            emit Closed();
        }
        _progress = progress;
        uint256 balance = IERC20(p.token).balanceOf(address(this));
        emit SweptToVault(balance);
        if (balance != 0) IERC20(p.token).safeTransfer(vault, balance);
    }

    function _policy() private view returns (Policy memory p) {
        _requireBox();
        (, p) = BoxCode.read();
    }

    function _requireBox() private view {
        if (address(this) == _self) revert NotABox();
    }

    function _pullCap(Policy memory p) private pure returns (uint256) {
        return p.perPullMax == 0 || p.perPullMax > p.maxAmount ? p.maxAmount : p.perPullMax;
    }

    function _spendDigest(address target_, uint256 amount, uint256 nonce_, uint8 action)
        private
        view
        returns (bytes32)
    {
        return _digest(keccak256(abi.encode(SPEND_TYPEHASH, target_, amount, nonce_, action)));
    }

    function _digest(bytes32 structHash) private view returns (bytes32) {
        return MessageHashUtils.toTypedDataHash(_domainSeparator(), structHash);
    }

    /// @dev Computed at each call, so that a fork with another chain id has another domain.
    function _domainSeparator() private view returns (bytes32) {
        return keccak256(abi.encode(DOMAIN_TYPEHASH, NAME_HASH, VERSION_HASH, block.chainid, address(this)));
    }
}
