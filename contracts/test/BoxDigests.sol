// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice The digests that co-signer and vault of a box sign, built from strings only, so that it shares no constant
/// with the contracts.
library BoxDigests {
    function spend(address box, uint256 chainId, address target, uint256 amount, uint256 nonce, uint8 action)
        internal
        pure
        returns (bytes32)
    {
        bytes32 typeHash = keccak256("Spend(address target,uint256 amount,uint256 nonce,uint8 action)");
        return _typed(box, chainId, keccak256(abi.encode(typeHash, target, amount, nonce, action)));
    }

    function sweep(address box, uint256 chainId, address vault, uint256 sweepNonce, bool close, uint256 deadline)
        internal
        pure
        returns (bytes32)
    {
        bytes32 typeHash = keccak256("Sweep(address vault,uint256 sweepNonce,bool close,uint256 deadline)");
        return _typed(box, chainId, keccak256(abi.encode(typeHash, vault, sweepNonce, close, deadline)));
    }

    function domain(address box, uint256 chainId) internal pure returns (bytes32) {
        return keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256("Holdfast SpendPolicy"),
                keccak256("1"),
                chainId,
                box
            )
        );
    }

    function _typed(address box, uint256 chainId, bytes32 structHash) private pure returns (bytes32) {
        return keccak256(abi.encodePacked("\x19\x01", domain(box, chainId), structHash));
    }
}
