// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";

/// @title Signatures
/// @notice How every contract of ours judges a signature.
library Signatures {
    /// @dev Half the order of secp256k1; s is at most this, so that a signature has one form.
    uint256 private constant HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0;

    /// @notice Whether `signature` over `digest` is by `signer`.
    /// @dev ECDSA first, so that an account that only delegates its code still signs with its key; ERC-1271 only when that
    /// fails and the signer has code. Signatures are 65 bytes with a low s; an account's own form is its own business.
    /// @param signer Who should have signed.
    /// @param digest What was signed.
    /// @param signature 65 bytes, or whatever the signer's own code accepts.
    function isBy(bytes calldata signature, address signer, bytes32 digest) internal view returns (bool) {
        if (signer == address(0)) return false;
        if (isByKey(signature, signer, digest)) return true;
        if (signer.code.length == 0) return false;
        return SignatureChecker.isValidERC1271SignatureNowCalldata(signer, digest, signature);
    }

    /// @notice Whether `signature` over `digest` is by the private key of `signer`; its code is never asked.
    /// @param signer Whose key should have signed; never zero, to which a failed recovery compares equal.
    /// @param digest What was signed.
    /// @param signature 65 bytes with a low s.
    function isByKey(bytes calldata signature, address signer, bytes32 digest) internal pure returns (bool) {
        if (signature.length != 65) return false;
        bytes32 r;
        bytes32 s;
        uint8 v;
        assembly ("memory-safe") {
            r := calldataload(signature.offset)
            s := calldataload(add(signature.offset, 32))
            v := byte(0, calldataload(add(signature.offset, 64)))
        }
        return uint256(s) <= HALF_ORDER && ecrecover(digest, v, r, s) == signer;
    }
}
