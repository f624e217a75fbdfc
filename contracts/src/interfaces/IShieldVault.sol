// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title IShieldVault
/// @notice A ledger of USDC per owner, to fund boxes from. Only an owner moves its own balance.
/// @dev Amounts are in the token's base units. The token is trusted to move exactly what it is asked to, or to fail; the
/// ledger's sum is never more than the contract holds.
interface IShieldVault {
    /// @notice Money came in.
    /// @param owner Whose balance grew.
    /// @param payer Who paid.
    /// @param amount How much.
    event Deposited(address indexed owner, address indexed payer, uint256 amount);

    /// @notice An owner moved money into an account, as a rule a box.
    /// @param owner Whose balance shrank.
    /// @param account Who was paid.
    /// @param amount How much.
    event AccountFunded(address indexed owner, address indexed account, uint256 amount);

    /// @notice An owner took money out.
    /// @param owner Whose balance shrank.
    /// @param to Who was paid.
    /// @param amount How much.
    event Withdrawn(address indexed owner, address indexed to, uint256 amount);

    /// @notice The amount is zero.
    error ZeroAmount();

    /// @notice The zero address cannot own a balance.
    error ZeroOwner();

    /// @notice Money paid to the zero address, the token or this contract would be lost.
    /// @param to What was given.
    error InvalidReceiver(address to);

    /// @notice The amount exceeds the owner's balance.
    /// @param owner The caller.
    /// @param amount What was asked for.
    /// @param balance What there is.
    error InsufficientBalance(address owner, uint256 amount, uint256 balance);

    /// @notice Deposits the caller's money in the caller's balance.
    /// @param amount From 1; needs an allowance.
    function deposit(uint256 amount) external;

    /// @notice Deposits the caller's money in another owner's balance.
    /// @param owner Whose balance grows.
    /// @param amount From 1; needs an allowance.
    function depositFor(address owner, uint256 amount) external;

    /// @notice Pays an account, as a rule a box, from the caller's balance.
    /// @param account Not zero, the token or this contract.
    /// @param amount 1 to the caller's balance.
    function fundAccount(address account, uint256 amount) external;

    /// @notice Pays out of the caller's balance.
    /// @param to Not zero, the token or this contract.
    /// @param amount 1 to the caller's balance.
    function withdraw(address to, uint256 amount) external;

    /// @notice Balance of an owner.
    /// @param owner Whose balance.
    function balanceOf(address owner) external view returns (uint256);

    /// @notice The token that the vault holds.
    function token() external view returns (address);
}
