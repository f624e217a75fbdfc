// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {HubBase} from "./HubBase.sol";
import {HubIntents} from "./HubIntents.sol";

interface IMintable {
    function mint(address to, uint256 amount) external returns (bool);
}

/// @notice The Hub's destination: turns an attestation of the issuer into new USDC, once.
contract HubMinter is HubBase {
    event AttestationUsed(
        address indexed token,
        address indexed recipient,
        bytes32 indexed transferSpecHash,
        uint32 sourceDomain,
        bytes32 sourceDepositor,
        bytes32 sourceSigner,
        uint256 value
    );

    error InvalidAttestationSigner();
    error MustHaveAtLeastOneAttestation();
    error AttestationExpiredAtIndex(uint32 index, uint256 maxBlockHeight, uint256 currentBlock);
    error AttestationValueMustBePositiveAtIndex(uint32 index);
    error InvalidAttestationDestinationCallerAtIndex(uint32 index, address expected, address actual);
    error InvalidAttestationDestinationDomainAtIndex(uint32 index, uint32 expected, uint32 actual);
    error InvalidAttestationDestinationContractAtIndex(uint32 index, address expected, address actual);
    error UnsupportedTokenAtIndex(uint32 index, address token);
    error InvalidAttestationTokenAtIndex(uint32 index, address sourceToken, address destinationToken);

    /// @notice Mints what the issuer attested. Any account may call it.
    function gatewayMint(bytes calldata attestationPayload, bytes calldata signature) external whenNotPaused {
        if (!_isIssuers(attestationPayload, signature)) revert InvalidAttestationSigner();
        HubIntents.Attestation[] memory attestations = HubIntents.readAttestations(attestationPayload);
        if (attestations.length == 0) revert MustHaveAtLeastOneAttestation();
        for (uint32 i = 0; i < attestations.length; i++) {
            _mint(i, attestations[i]);
        }
    }

    function isAttestationSigner(address signer) external view returns (bool) {
        return signer == _issuerSigner;
    }

    /// @notice Tokens are minted by this contract itself.
    function tokenMintAuthority(address) external pure returns (address) {
        return address(0);
    }

    function _mint(uint32 index, HubIntents.Attestation memory attestation) private {
        HubIntents.Spec memory spec = attestation.spec;
        address recipient = _addressOf(spec.destinationRecipient);
        if (attestation.maxBlockHeight < block.number) {
            revert AttestationExpiredAtIndex(index, attestation.maxBlockHeight, block.number);
        }
        if (spec.value == 0) revert AttestationValueMustBePositiveAtIndex(index);
        if (isDenylisted[recipient]) revert AccountDenylisted(recipient);
        _requireHere(index, spec);
        _use(spec.hash);
        IMintable(_token).mint(recipient, spec.value);
        emit AttestationUsed(
            _token, recipient, spec.hash, spec.sourceDomain, spec.sourceDepositor, spec.sourceSigner, spec.value
        );
    }

    /// @dev Requires that the spec is for this caller, this chain, this contract and a token that is minted here.
    function _requireHere(uint32 index, HubIntents.Spec memory spec) private view {
        address caller = _addressOf(spec.destinationCaller);
        if (caller != address(0) && caller != msg.sender) {
            revert InvalidAttestationDestinationCallerAtIndex(index, caller, msg.sender);
        }
        if (spec.destinationDomain != domain) {
            revert InvalidAttestationDestinationDomainAtIndex(index, spec.destinationDomain, domain);
        }
        address destination = _addressOf(spec.destinationContract);
        if (destination != address(this)) {
            revert InvalidAttestationDestinationContractAtIndex(index, destination, address(this));
        }
        address token = _addressOf(spec.destinationToken);
        if (token != _token) revert UnsupportedTokenAtIndex(index, token);
        if (spec.sourceDomain == domain && spec.sourceToken != spec.destinationToken) {
            revert InvalidAttestationTokenAtIndex(index, _addressOf(spec.sourceToken), token);
        }
    }
}
