// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice Checks a signature: by the key while the account has no code, by the code (ERC-1271) otherwise.
library SignatureCheck {
    uint256 private constant HALF_ORDER = 0x7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF5D576E7357A4501DDFE92F46681B20A0;

    function isValid(address signer, bytes32 digest, bytes memory signature) internal view returns (bool) {
        return signer.code.length == 0
            ? recover(digest, signature) == signer
            : _isValidContractSignature(signer, digest, signature);
    }

    /// @notice Accepts a signature by the account's code, or by its key even if it has code (EIP-7702).
    function isByCodeOrKey(address signer, bytes32 digest, bytes memory signature) internal view returns (bool) {
        if (signer.code.length > 0 && _isValidContractSignature(signer, digest, signature)) return true;
        return recover(digest, signature) == signer;
    }

    function recover(bytes32 digest, bytes memory signature) internal pure returns (address signer) {
        require(signature.length == 65, "ECRecover: invalid signature length");
        bytes32 r;
        bytes32 s;
        uint8 v;
        assembly ("memory-safe") {
            r := mload(add(signature, 32))
            s := mload(add(signature, 64))
            v := byte(0, mload(add(signature, 96)))
        }
        require(uint256(s) <= HALF_ORDER, "ECRecover: invalid signature 's' value");
        require(v == 27 || v == 28, "ECRecover: invalid signature 'v' value");
        signer = ecrecover(digest, v, r, s);
        require(signer != address(0), "ECRecover: invalid signature");
    }

    function _isValidContractSignature(address signer, bytes32 digest, bytes memory signature)
        private
        view
        returns (bool)
    {
        (bool ok, bytes memory answer) = signer.staticcall(abi.encodeWithSelector(0x1626ba7e, digest, signature));
        return ok && answer.length >= 32 && bytes32(answer) == bytes32(bytes4(0x1626ba7e));
    }
}
