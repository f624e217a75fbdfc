// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice A sender that reenters whenever the token calls it back.
contract Reentrant {
    address private immutable _target;
    bytes[] private _calls;
    uint256 public succeeded;

    constructor(address target) {
        _target = target;
    }

    function prepare(bytes[] memory calls) external {
        _calls = calls;
    }

    /// @dev The token's hook.
    function onTokenMoved() external {
        for (uint256 i = 0; i < _calls.length; ++i) {
            (bool success,) = _target.call(_calls[i]);
            if (success) ++succeeded;
        }
    }

    function execute(address target, bytes memory data) external returns (bool success) {
        (success,) = target.call(data);
    }

    /// @dev Signs everything.
    function isValidSignature(bytes32, bytes calldata) external pure returns (bytes4) {
        return 0x1626ba7e;
    }
}
