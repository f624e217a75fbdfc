// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {LibClone} from "solady/utils/LibClone.sol";

import {ISpendPolicyFactory} from "./interfaces/ISpendPolicyFactory.sol";
import {BoxCode} from "./libraries/BoxCode.sol";
import {Policy} from "./types/Policy.sol";

/// @title SpendPolicyFactory
/// @notice See `ISpendPolicyFactory`.
/// @dev A box is a minimal proxy with salt, owner hash and policy appended to its code, so its CREATE2 address (salt zero)
/// commits to them, its code proves where it comes from, and creating one writes no storage.
contract SpendPolicyFactory is ISpendPolicyFactory {
    uint8 private constant MODE_PUSH = 0;
    uint8 private constant MODE_PULL = 1;

    address private immutable _implementation;

    /// @param implementation_ The deployed `SpendPolicyAccount`.
    constructor(address implementation_) {
        _implementation = implementation_;
    }

    /// @inheritdoc ISpendPolicyFactory
    function createAccount(bytes32 ownerHash, bytes32 salt, Policy memory p) external returns (address account) {
        if (ownerHash == bytes32(0)) revert ZeroOwnerHash();
        if (p.vaultHash == bytes32(0)) revert ZeroVaultHash();
        if (p.token == address(0)) revert ZeroToken();
        if (p.cosigner == address(0)) revert ZeroCosigner();
        if (p.target == address(0)) revert ZeroTarget();
        if (p.maxAmount == 0) revert ZeroMaxAmount();
        if (p.mode > MODE_PULL) revert UnknownMode(p.mode);
        if (p.mode == MODE_PUSH && p.interval != 0) revert IntervalWithoutPull(p.interval);
        if (p.mode == MODE_PUSH && p.perPullMax != 0) revert PullCapWithoutPull(p.perPullMax);
        if (p.mode == MODE_PULL && p.interval == 0) revert PullWithoutInterval();

        bool exists;
        (exists, account) = LibClone.createDeterministicClone(_implementation, BoxCode.encode(salt, ownerHash, p), 0);
        if (p.target == p.token || p.target == account) revert InvalidTarget(p.target);
        if (!exists) emit AccountCreated(account, ownerHash, p.target, salt, p);
    }

    /// @inheritdoc ISpendPolicyFactory
    function predictAddress(bytes32 ownerHash, bytes32 salt, Policy memory p) external view returns (address account) {
        return
            LibClone.predictDeterministicAddress(_implementation, BoxCode.encode(salt, ownerHash, p), 0, address(this));
    }

    /// @inheritdoc ISpendPolicyFactory
    function implementation() external view returns (address) {
        return _implementation;
    }
}
