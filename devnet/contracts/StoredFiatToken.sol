// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {FiatToken} from "./FiatToken.sol";

/// @notice The issuer's token as other chains have it: balances in its own storage, a blacklist of its own.
abstract contract StoredFiatToken is FiatToken {
    /// @dev Both live in one word, so that a transfer reads each party once.
    uint256 private constant BLACKLISTED = 1 << 255;

    function totalSupply() external view override returns (uint256) {
        return _supply;
    }

    function balanceOf(address account) public view override returns (uint256) {
        return _balances[account] & ~BLACKLISTED;
    }

    function isBlacklisted(address account) public view override returns (bool) {
        return _balances[account] & BLACKLISTED != 0;
    }

    function blacklist(address account) external onlyBlacklister {
        _balances[account] |= BLACKLISTED;
        emit Blacklisted(account);
    }

    function unBlacklist(address account) external onlyBlacklister {
        _balances[account] &= ~BLACKLISTED;
        emit UnBlacklisted(account);
    }

    function mint(address to, uint256 amount)
        external
        whenNotPaused
        onlyMinters
        notBlacklisted(msg.sender)
        notBlacklisted(to)
        returns (bool)
    {
        _spendMinterAllowance(to, amount);
        _supply += amount;
        _balances[to] += amount;
        emit Mint(msg.sender, to, amount);
        emit Transfer(address(0), to, amount);
        return true;
    }

    function burn(uint256 amount) external whenNotPaused onlyMinters notBlacklisted(msg.sender) {
        require(amount != 0, "FiatToken: burn amount not greater than 0");
        require(amount <= _balances[msg.sender], "FiatToken: burn amount exceeds balance");
        _supply -= amount;
        _balances[msg.sender] -= amount;
        emit Burn(msg.sender, amount);
        emit Transfer(msg.sender, address(0), amount);
    }

    /// @dev Neither party is blacklisted here, so their words are their balances.
    function _move(address from, address to, uint256 value) internal override {
        _balances[from] -= value;
        _balances[to] += value;
        emit Transfer(from, to, value);
    }

    function _requireClear(address from, address to) internal view override notBlacklisted(from) notBlacklisted(to) {}
}
