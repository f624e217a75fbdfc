// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {CALL_FROM_ADDRESS} from "./Addresses.sol";
import {CallFrom} from "./CallFrom.sol";

/// @notice Runs a call as the signer and records a note next to it.
/// @dev Not named Memo, because its event has that name.
contract MemoBook {
    event BeforeMemo(uint256 indexed memoIndex);
    event Memo(
        address indexed sender,
        address indexed target,
        bytes32 callDataHash,
        bytes32 indexed memoId,
        bytes memo,
        uint256 memoIndex
    );

    error MemoFailed(bytes returnData);

    address public constant CALL_FROM = CALL_FROM_ADDRESS;

    uint256 public memoIndex;

    function memo(address target, bytes calldata data, bytes32 memoId, bytes calldata memoData) external {
        uint256 index = memoIndex++;
        emit BeforeMemo(index);
        (bool ok, bytes memory returnData) = CallFrom(CALL_FROM_ADDRESS).callFrom(msg.sender, target, data);
        if (!ok) revert MemoFailed(returnData);
        emit Memo(msg.sender, target, keccak256(data), memoId, memoData, index);
    }
}
