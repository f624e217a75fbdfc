// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";

/// @title Signatures
/// @notice How every contract of ours judges a signature.
library Signatures {
    /// @notice Whether `signature` over `digest` is by `signer`.
    /// @dev ECDSA first, so that an account that only delegates its code still signs with its key; ERC-1271 only when that
    /// fails and the signer has code. Signatures are 65 bytes with a low s; an account's own form is its own business.
    /// @param signer Who should have signed; never zero, which no signature recovers to.
    /// @param digest What was signed.
    /// @param signature 65 bytes, or whatever the signer's own code accepts.
    function isBy(bytes calldata signature, address signer, bytes32 digest) internal view returns (bool) {
        if (isByKey(signature, signer, digest)) return true;
        if (signer.code.length == 0) return false;
        return SignatureChecker.isValidERC1271SignatureNowCalldata(signer, digest, signature);
    }

    /// @notice Whether `signature` over `digest` is by the private key of `signer`; its code is never asked.
    /// @param signer Whose key should have signed; never zero.
    /// @param digest What was signed.
    /// @param signature 65 bytes with a low s.
    function isByKey(bytes calldata signature, address signer, bytes32 digest) internal pure returns (bool) {
        (address recovered, ECDSA.RecoverError error,) = ECDSA.tryRecoverCalldata(digest, signature);
        return error == ECDSA.RecoverError.NoError && recovered == signer;
    }
}
