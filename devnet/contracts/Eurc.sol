// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {FiatToken} from "./FiatToken.sol";

/// @notice EURC: the same token with ordinary stored balances and a blacklist of its own.
contract Eurc is FiatToken {
    function name() public pure override returns (string memory) {
        return "EURC";
    }

    function symbol() external pure override returns (string memory) {
        return "EURC";
    }

    function currency() external pure override returns (string memory) {
        return "EUR";
    }

    function totalSupply() external view override returns (uint256) {
        return _supply;
    }

    function balanceOf(address account) public view override returns (uint256) {
        return _balances[account];
    }

    function isBlacklisted(address account) public view override returns (bool) {
        return _blacklisted[account];
    }

    function blacklist(address account) external onlyBlacklister {
        _blacklisted[account] = true;
        emit Blacklisted(account);
    }

    function unBlacklist(address account) external onlyBlacklister {
        _blacklisted[account] = false;
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

    function _move(address from, address to, uint256 value) internal override {
        _balances[from] -= value;
        _balances[to] += value;
        emit Transfer(from, to, value);
    }

    function _requireClear(address from, address to) internal view override notBlacklisted(from) notBlacklisted(to) {}
}
