// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {NATIVE_COIN_AUTHORITY_ADDRESS, NATIVE_COIN_CONTROL_ADDRESS} from "./Addresses.sol";
import {FiatToken} from "./FiatToken.sol";
import {NativeCoinAuthority} from "./NativeCoinAuthority.sol";
import {NativeCoinControl} from "./NativeCoinControl.sol";

/// @notice USDC of the primary chain: an ERC-20 interface with 6 decimals to the chain's native coin, which has 18.
contract NativeUsdc is FiatToken {
    uint256 public constant DECIMALS_SCALING_FACTOR = 1e12;
    address public constant NATIVE_COIN_AUTHORITY = NATIVE_COIN_AUTHORITY_ADDRESS;
    address public constant NATIVE_COIN_CONTROL = NATIVE_COIN_CONTROL_ADDRESS;

    function name() public pure override returns (string memory) {
        return "USDC";
    }

    function symbol() external pure override returns (string memory) {
        return "USDC";
    }

    function currency() external pure override returns (string memory) {
        return "USD";
    }

    function totalSupply() external view override returns (uint256) {
        return NativeCoinAuthority(NATIVE_COIN_AUTHORITY_ADDRESS).totalSupply() / DECIMALS_SCALING_FACTOR;
    }

    function balanceOf(address account) public view override returns (uint256) {
        return account.balance / DECIMALS_SCALING_FACTOR;
    }

    function isBlacklisted(address account) public view override returns (bool) {
        return NativeCoinControl(NATIVE_COIN_CONTROL_ADDRESS).isBlocklisted(account);
    }

    function blacklist(address account) external onlyBlacklister {
        NativeCoinControl(NATIVE_COIN_CONTROL_ADDRESS).blocklist(account);
        emit Blacklisted(account);
    }

    function unBlacklist(address account) external onlyBlacklister {
        NativeCoinControl(NATIVE_COIN_CONTROL_ADDRESS).unBlocklist(account);
        emit UnBlacklisted(account);
    }

    function mint(address to, uint256 amount) external whenNotPaused onlyMinters returns (bool) {
        _spendMinterAllowance(to, amount);
        NativeCoinAuthority(NATIVE_COIN_AUTHORITY_ADDRESS).mint(to, amount * DECIMALS_SCALING_FACTOR);
        emit Mint(msg.sender, to, amount);
        emit Transfer(address(0), to, amount);
        return true;
    }

    function burn(uint256 amount) external whenNotPaused onlyMinters {
        require(amount != 0, "FiatToken: burn amount not greater than 0");
        require(amount <= balanceOf(msg.sender), "FiatToken: burn amount exceeds balance");
        NativeCoinAuthority(NATIVE_COIN_AUTHORITY_ADDRESS).burn(msg.sender, amount * DECIMALS_SCALING_FACTOR);
        emit Burn(msg.sender, amount);
        emit Transfer(msg.sender, address(0), amount);
    }

    function _move(address from, address to, uint256 value) internal override {
        NativeCoinAuthority(NATIVE_COIN_AUTHORITY_ADDRESS).transfer(from, to, value * DECIMALS_SCALING_FACTOR);
        emit Transfer(from, to, value);
    }

    function _requireClear(address from, address to) internal view override {}
}
