// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {MEMO_ADDRESS, MULTICALL3_FROM_ADDRESS} from "./Addresses.sol";
import {CallFromDelegate} from "./CallFromDelegate.sol";

/// @notice Calls a target with the transaction's signer as `msg.sender`, for Memo and Multicall3From only.
/// @dev The signer must carry a designator to {CallFromDelegate} while the transaction runs; the devnet's RPC front
/// sets it.
contract CallFrom {
    function callFrom(address sender, address target, bytes calldata data)
        external
        payable
        returns (bool success, bytes memory returnData)
    {
        require(msg.sender == MEMO_ADDRESS || msg.sender == MULTICALL3_FROM_ADDRESS, "unauthorized caller");
        require(msg.value == 0, "subcall precompiles do not support value transfers");
        require(sender == tx.origin, "sender spoofing requires tx.origin as sender");
        require(sender.code.length == 23, "devnet: send this transaction through the RPC front");
        return CallFromDelegate(payable(sender)).callFromHere(target, data);
    }
}
