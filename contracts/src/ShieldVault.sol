// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

import {IShieldVault} from "./interfaces/IShieldVault.sol";

/// @title ShieldVault
/// @notice See `IShieldVault`.
/// @dev Incoming money is recorded after it arrived, outgoing money before it leaves. The balance may exceed the
/// ledger's sum (any account can send it tokens, and none can take those out), but is never less.
contract ShieldVault is IShieldVault {
    using SafeERC20 for IERC20;

    IERC20 private immutable _token;

    mapping(address owner => uint256 amount) private _balances;

    /// @param token_ The token to hold.
    constructor(address token_) {
        _token = IERC20(token_);
    }

    /// @inheritdoc IShieldVault
    function deposit(uint256 amount) external {
        _deposit(msg.sender, amount);
    }

    /// @inheritdoc IShieldVault
    function depositFor(address owner, uint256 amount) external {
        if (owner == address(0)) revert ZeroOwner();
        _deposit(owner, amount);
    }

    /// @inheritdoc IShieldVault
    function fundAccount(address account, uint256 amount) external {
        _take(account, amount);
        emit AccountFunded(msg.sender, account, amount);
        _token.safeTransfer(account, amount);
    }

    /// @inheritdoc IShieldVault
    function withdraw(address to, uint256 amount) external {
        _take(to, amount);
        emit Withdrawn(msg.sender, to, amount);
        _token.safeTransfer(to, amount);
    }

    /// @inheritdoc IShieldVault
    function balanceOf(address owner) external view returns (uint256) {
        return _balances[owner];
    }

    /// @inheritdoc IShieldVault
    function token() external view returns (address) {
        return address(_token);
    }

    /// @dev The money comes first, so that the ledger never exceeds the balance, even during the token's call.
    function _deposit(address owner, uint256 amount) private {
        if (amount == 0) revert ZeroAmount();
        _token.safeTransferFrom(msg.sender, address(this), amount);
        _balances[owner] += amount;
        emit Deposited(owner, msg.sender, amount);
    }

    function _take(address to, uint256 amount) private {
        if (amount == 0) revert ZeroAmount();
        if (to == address(0) || to == address(_token) || to == address(this)) revert InvalidReceiver(to);
        uint256 balance = _balances[msg.sender];
        if (amount > balance) revert InsufficientBalance(msg.sender, amount, balance);
        unchecked {
            _balances[msg.sender] = balance - amount; // at most the balance, checked above
        }
    }
}
