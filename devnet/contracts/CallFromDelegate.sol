// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {CALL_FROM_ADDRESS} from "./Addresses.sol";

/// @notice The code that an account temporarily has during one Memo or Multicall3From transaction. For every caller but
/// {CallFrom} it behaves like an account without code, and it accepts the account's own signatures, because USDC and
/// Permit2 use ERC-1271 as soon as there is code.
contract CallFromDelegate {
    bytes4 private constant VALID = 0x1626ba7e;
    uint256 private constant HALF_ORDER = 0x7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF5D576E7357A4501DDFE92F46681B20A0;

    fallback() external payable {}

    receive() external payable {}

    function callFromHere(address target, bytes calldata data) external returns (bool, bytes memory) {
        if (msg.sender != CALL_FROM_ADDRESS) return (false, "");
        return target.call(data);
    }

    function isValidSignature(bytes32 digest, bytes calldata signature) external view returns (bytes4) {
        if (signature.length != 65) return 0;
        bytes32 r = bytes32(signature[:32]);
        bytes32 s = bytes32(signature[32:64]);
        if (uint256(s) > HALF_ORDER) return 0;
        address signer = ecrecover(digest, uint8(signature[64]), r, s);
        return signer != address(0) && signer == address(this) ? VALID : bytes4(0);
    }
}
