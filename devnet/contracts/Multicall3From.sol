// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {CALL_FROM_ADDRESS} from "./Addresses.sol";
import {CallFrom} from "./CallFrom.sol";

/// @notice Multicall3 whose inner calls see the signer as `msg.sender`. Nothing in it is payable.
contract Multicall3From {
    struct Call {
        address target;
        bytes callData;
    }

    struct Call3 {
        address target;
        bool allowFailure;
        bytes callData;
    }

    struct Result {
        bool success;
        bytes returnData;
    }

    address public constant CALL_FROM = CALL_FROM_ADDRESS;

    function aggregate(Call[] calldata calls) external returns (uint256 blockNumber, bytes[] memory returnData) {
        blockNumber = block.number;
        returnData = new bytes[](calls.length);
        for (uint256 i; i < calls.length; i++) {
            returnData[i] = _call(calls[i].target, false, calls[i].callData).returnData;
        }
    }

    function aggregate3(Call3[] calldata calls) external returns (Result[] memory returnData) {
        returnData = new Result[](calls.length);
        for (uint256 i; i < calls.length; i++) {
            returnData[i] = _call(calls[i].target, calls[i].allowFailure, calls[i].callData);
        }
    }

    function tryAggregate(bool requireSuccess, Call[] calldata calls) external returns (Result[] memory returnData) {
        return _tryAggregate(requireSuccess, calls);
    }

    function blockAndAggregate(Call[] calldata calls)
        external
        returns (uint256 blockNumber, bytes32 blockHash, Result[] memory returnData)
    {
        return (block.number, blockhash(block.number), _tryAggregate(true, calls));
    }

    function tryBlockAndAggregate(bool requireSuccess, Call[] calldata calls)
        external
        returns (uint256 blockNumber, bytes32 blockHash, Result[] memory returnData)
    {
        return (block.number, blockhash(block.number), _tryAggregate(requireSuccess, calls));
    }

    function getBlockHash(uint256 blockNumber) external view returns (bytes32 blockHash) {
        return blockhash(blockNumber);
    }

    function getLastBlockHash() external view returns (bytes32 blockHash) {
        return blockhash(block.number - 1);
    }

    function getBlockNumber() external view returns (uint256 blockNumber) {
        return block.number;
    }

    function getCurrentBlockCoinbase() external view returns (address coinbase) {
        return block.coinbase;
    }

    function getCurrentBlockDifficulty() external view returns (uint256 difficulty) {
        return block.prevrandao;
    }

    function getCurrentBlockGasLimit() external view returns (uint256 gaslimit) {
        return block.gaslimit;
    }

    function getCurrentBlockTimestamp() external view returns (uint256 timestamp) {
        return block.timestamp;
    }

    function getEthBalance(address account) external view returns (uint256 balance) {
        return account.balance;
    }

    function getBasefee() external view returns (uint256 basefee) {
        return block.basefee;
    }

    function getChainId() external view returns (uint256 chainid) {
        return block.chainid;
    }

    function _tryAggregate(bool requireSuccess, Call[] calldata calls) private returns (Result[] memory returnData) {
        returnData = new Result[](calls.length);
        for (uint256 i; i < calls.length; i++) {
            returnData[i] = _call(calls[i].target, !requireSuccess, calls[i].callData);
        }
    }

    /// @dev A revert of the precompile itself is a failed result too. A failure that is not allowed reverts with its data.
    function _call(address target, bool allowFailure, bytes calldata data) private returns (Result memory result) {
        bytes memory answer;
        (result.success, answer) = CALL_FROM_ADDRESS.call(abi.encodeCall(CallFrom.callFrom, (msg.sender, target, data)));
        if (result.success) (result.success, result.returnData) = abi.decode(answer, (bool, bytes));
        else result.returnData = answer;
        if (!result.success && !allowFailure) {
            bytes memory reason = result.returnData;
            assembly ("memory-safe") {
                revert(add(reason, 32), mload(reason))
            }
        }
    }
}
