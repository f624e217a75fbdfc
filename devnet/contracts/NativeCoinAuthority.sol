// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {NATIVE_COIN_CONTROL_ADDRESS, NATIVE_TRANSFER, SYSTEM_EMITTER_ADDRESS, USDC} from "./Addresses.sol";
import {NativeCoinControl} from "./NativeCoinControl.sol";
import {SystemEmitter} from "./SystemEmitter.sol";

/// @notice Moves, mints and burns the chain's coin on behalf of USDC, with the refusals of the real precompile.
/// @dev A contract cannot create coins, so mints come out of, and burns go into, this contract's own balance.
/// | slot | field |
/// | 2 | total supply, 18 decimals |
contract NativeCoinAuthority {
    uint256[2] private _reserved;
    uint256 private _totalSupply;

    /// @notice Native supply, 18 decimals.
    function totalSupply() external view returns (uint256) {
        return _totalSupply;
    }

    /// @notice Moves `amount` wei. A zero amount passes without a log.
    function transfer(address from, address to, uint256 amount) external returns (bool) {
        require(msg.sender == USDC, "Not enabled for native coin transfers");
        require(from != address(0) && to != address(0), "Zero address not allowed");
        _requireNotBlocked(from);
        _requireNotBlocked(to);
        if (amount == 0) return true;
        require(from.balance >= amount, "Insufficient funds");
        _move(from, to, amount);
        // The hash of an account is zero only with balance 0, no code and nonce 0: this is how the nonce shows.
        require(from.balance != 0 || from.codehash != 0, "Cannot clear balance of empty account");
        if (from != to) SystemEmitter(SYSTEM_EMITTER_ADDRESS).emitTransfer(from, to, amount);
        return true;
    }

    /// @notice Adds `amount` wei to the supply.
    function mint(address to, uint256 amount) external returns (bool) {
        require(msg.sender == USDC, "Not enabled native coin minter");
        require(to != address(0), "Zero address not allowed");
        _requireNotBlocked(to);
        _totalSupply += amount;
        _move(address(this), to, amount);
        SystemEmitter(SYSTEM_EMITTER_ADDRESS).emitTransfer(address(0), to, amount);
        return true;
    }

    /// @notice Takes `amount` wei out of the supply.
    function burn(address from, uint256 amount) external returns (bool) {
        require(msg.sender == USDC, "Not enabled native coin burner");
        require(from != address(0), "Zero address not allowed");
        _requireNotBlocked(from);
        require(from.balance >= amount, "Insufficient funds");
        _totalSupply -= amount;
        _move(from, address(this), amount);
        require(from.balance != 0 || from.codehash != 0, "Cannot clear balance of empty account");
        SystemEmitter(SYSTEM_EMITTER_ADDRESS).emitTransfer(from, address(0), amount);
        return true;
    }

    function _requireNotBlocked(address account) private view {
        require(!NativeCoinControl(NATIVE_COIN_CONTROL_ADDRESS).isBlocklisted(account), "Blocked address");
    }

    function _move(address from, address to, uint256 amount) private {
        (bool ok,) = NATIVE_TRANSFER.call(abi.encode(from, to, amount));
        require(ok, "Insufficient funds");
    }
}
