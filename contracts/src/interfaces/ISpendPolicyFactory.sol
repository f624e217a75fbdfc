// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Policy} from "../types/Policy.sol";

/// @title ISpendPolicyFactory
/// @notice Creates boxes at addresses that commit to owner hash, salt and every field of the policy, and to nothing
/// else: any account may create any box, and none can put another policy at its address.
interface ISpendPolicyFactory {
    /// @notice A box was created; creating it again emits nothing.
    /// @param account The box.
    /// @param ownerHash keccak256(abi.encode(owner)).
    /// @param target The only account it can pay.
    /// @param salt The salt in its code.
    /// @param policy The policy as given.
    event AccountCreated(
        address indexed account, bytes32 indexed ownerHash, address indexed target, bytes32 salt, Policy policy
    );

    /// @notice The owner hash is zero.
    error ZeroOwnerHash();

    /// @notice The policy's vault hash is zero.
    error ZeroVaultHash();

    /// @notice The policy's token is the zero address.
    error ZeroToken();

    /// @notice The policy's co-signer is the zero address.
    error ZeroCosigner();

    /// @notice The policy's target is the zero address.
    error ZeroTarget();

    /// @notice The policy's cap is zero.
    error ZeroMaxAmount();

    /// @notice The mode is neither 0 (the box pays) nor 1 (its target pulls).
    /// @param mode The given mode.
    error UnknownMode(uint8 mode);

    /// @notice A mode 0 policy was given an interval.
    /// @param interval The given interval.
    error IntervalWithoutPull(uint40 interval);

    /// @notice A mode 0 policy was given a cap of one pull.
    /// @param perPullMax The given cap.
    error PullCapWithoutPull(uint256 perPullMax);

    /// @notice A mode 1 policy was given no interval.
    error PullWithoutInterval();

    /// @notice The target is the token, where money would be lost, or the box itself.
    /// @param target The given target.
    error InvalidTarget(address target);

    /// @notice Creates a box, or returns the one that exists. Accepts an expired policy too, so that money sent to its
    /// address can be swept.
    /// @param ownerHash keccak256(abi.encode(owner)).
    /// @param salt Any 32 bytes.
    /// @param p The policy.
    /// @return account The box, at `predictAddress` of the same arguments.
    function createAccount(bytes32 ownerHash, bytes32 salt, Policy calldata p) external returns (address account);

    /// @notice Where `createAccount` puts a box; also for a policy that it would refuse.
    /// @param ownerHash keccak256(abi.encode(owner)).
    /// @param salt Any 32 bytes.
    /// @param p The policy.
    function predictAddress(bytes32 ownerHash, bytes32 salt, Policy calldata p) external view returns (address account);

    /// @notice The code behind all boxes of this factory.
    function implementation() external view returns (address);
}
