// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice The digests that senders and claim keys sign, built from strings only, so that it shares no constant with
/// the contract.
library TransferDigests {
    function claim(address where, uint256 chainId, uint256 id, address recipient) internal pure returns (bytes32) {
        bytes32 typeHash = keccak256("Claim(uint256 transferId,address recipient)");
        return _typed(where, chainId, keccak256(abi.encode(typeHash, id, recipient)));
    }

    function cancel(address where, uint256 chainId, uint256 id, bytes32 claimHash, uint256 deadline)
        internal
        pure
        returns (bytes32)
    {
        bytes32 typeHash = keccak256("Cancel(uint256 transferId,bytes32 claimHash,uint256 deadline)");
        return _typed(where, chainId, keccak256(abi.encode(typeHash, id, claimHash, deadline)));
    }

    function rekey(
        address where,
        uint256 chainId,
        uint256 id,
        bytes32 claimHash,
        bytes32 newClaimHash,
        uint256 deadline
    ) internal pure returns (bytes32) {
        bytes32 typeHash = keccak256(
            "Rekey(uint256 transferId,bytes32 claimHash,bytes32 newClaimHash,uint256 deadline)"
        );
        return _typed(where, chainId, keccak256(abi.encode(typeHash, id, claimHash, newClaimHash, deadline)));
    }

    function release(address where, uint256 chainId, uint256 id, address recipient, bytes32 claimHash, uint256 deadline)
        internal
        pure
        returns (bytes32)
    {
        bytes32 typeHash = keccak256("Release(uint256 transferId,address recipient,bytes32 claimHash,uint256 deadline)");
        return _typed(where, chainId, keccak256(abi.encode(typeHash, id, recipient, claimHash, deadline)));
    }

    function domain(address where, uint256 chainId) internal pure returns (bytes32) {
        return keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256("Holdfast ProtectedTransfer"),
                keccak256("1"),
                chainId,
                where
            )
        );
    }

    function _typed(address where, uint256 chainId, bytes32 structHash) private pure returns (bytes32) {
        return keccak256(abi.encodePacked("\x19\x01", domain(where, chainId), structHash));
    }
}
