// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {USDC} from "./Addresses.sol";

/// @notice The chain-wide blocklist.
/// @dev | slot | field |
/// | 2 | mapping account => non-zero when blocked |
contract NativeCoinControl {
    event Blocklisted(address indexed account);
    event UnBlocklisted(address indexed account);

    uint256[2] private _reserved;
    mapping(address account => uint256 blocked) private _blocked;

    function isBlocklisted(address account) external view returns (bool) {
        return _blocked[account] != 0;
    }

    function blocklist(address account) external returns (bool) {
        require(msg.sender == USDC, "Not enabled for blocklisting");
        _blocked[account] = 1;
        emit Blocklisted(account);
        return true;
    }

    function unBlocklist(address account) external returns (bool) {
        require(msg.sender == USDC, "Not enabled for blocklisting");
        _blocked[account] = 0;
        emit UnBlocklisted(account);
        return true;
    }
}
