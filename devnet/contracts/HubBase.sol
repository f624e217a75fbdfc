// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {SignatureCheck} from "./SignatureCheck.sol";

/// @notice What both contracts of the Hub have in common: one chain, one token, one key of the issuer, single use of
/// each spec.
/// @dev The code is placed, not deployed: no constructor runs and no immutable exists.
/// | slot | field |
/// | 0 | token, bytes 20 to 23: domain of this chain, byte 24: paused |
/// | 1 | the issuer's signer |
/// | 2 | mapping hash of a spec => used |
/// | 3 | mapping account => denied |
abstract contract HubBase {
    address internal _token;
    uint32 public domain;
    bool public paused;
    address internal _issuerSigner;
    mapping(bytes32 specHash => bool) public isTransferSpecHashUsed;
    mapping(address account => bool) public isDenylisted;

    error UnsupportedToken(address token);
    error AccountDenylisted(address account);
    error EnforcedPause();
    error TransferSpecHashUsed(bytes32 transferSpecHash);

    modifier whenNotPaused() {
        if (paused) revert EnforcedPause();
        _;
    }

    modifier supported(address token) {
        if (token != _token) revert UnsupportedToken(token);
        _;
    }

    modifier notDenied(address account) {
        if (isDenylisted[account]) revert AccountDenylisted(account);
        _;
    }

    function isTokenSupported(address token) external view returns (bool) {
        return token == _token;
    }

    function _use(bytes32 specHash) internal {
        if (isTransferSpecHashUsed[specHash]) revert TransferSpecHashUsed(specHash);
        isTransferSpecHashUsed[specHash] = true;
    }

    /// @dev The issuer signs the hash of its bytes as wallets sign text (EIP-191).
    function _isIssuers(bytes calldata data, bytes calldata signature) internal view returns (bool) {
        bytes32 digest = keccak256(abi.encodePacked("\x19Ethereum Signed Message:\n32", keccak256(data)));
        return SignatureCheck.isValid(_issuerSigner, digest, signature);
    }

    function _addressOf(bytes32 word) internal pure returns (address) {
        return address(uint160(uint256(word)));
    }
}
