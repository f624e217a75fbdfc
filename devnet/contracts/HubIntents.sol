// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice The bytes of a Hub transfer: intents a depositor signs, attestations the issuer signs.
/// @dev Every structure begins with four bytes that name its type. Integers are big-endian and packed.
/// | structure | bytes after the first four |
/// | spec | see the offsets below, then the hook |
/// | intent | maxBlockHeight 32, maxFee 32, length of the spec 4, spec |
/// | attestation | maxBlockHeight 32, length of the spec 4, spec |
/// | set of either | count 4, members |
library HubIntents {
    bytes4 internal constant SPEC = 0xca85def7;
    bytes4 internal constant INTENT = 0x070afbc2;
    bytes4 internal constant INTENT_SET = 0xe999239b;
    bytes4 internal constant ATTESTATION = 0xff6fb334;
    bytes4 internal constant ATTESTATION_SET = 0x1e12db71;

    bytes32 private constant SPEC_TYPEHASH = keccak256(
        "TransferSpec(uint32 version,uint32 sourceDomain,uint32 destinationDomain,bytes32 sourceContract,"
        "bytes32 destinationContract,bytes32 sourceToken,bytes32 destinationToken,bytes32 sourceDepositor,"
        "bytes32 destinationRecipient,bytes32 sourceSigner,bytes32 destinationCaller,uint256 value,bytes32 salt,"
        "bytes hookData)"
    );
    bytes32 private constant INTENT_TYPEHASH = 0x8b99d17a83a2dd1add9fc2a450e22732c7e8564aa110ab99c20485a7a10ba37c;
    bytes32 private constant INTENT_SET_TYPEHASH = 0xe30760cf7d79e3521ad1553a73a6c6f8d33226ea613eaa29ceda6de148fbd07a;

    uint32 private constant SPEC_VERSION = 1;
    uint256 private constant MAGIC = 4;
    uint256 private constant SET_HEAD = 8;
    uint256 private constant SPEC_HEAD = 340;
    uint256 private constant INTENT_HEAD = 72;
    uint256 private constant ATTESTATION_HEAD = 40;

    error TransferPayloadDataTooShort(uint256 expectedMinimumLength, uint256 actualLength);
    error InvalidTransferPayloadMagic(bytes4 actualMagic);
    error TransferPayloadHeaderTooShort(uint256 expectedMinimumLength, uint256 actualLength);
    error TransferPayloadOverallLengthMismatch(uint256 expectedTotalLength, uint256 actualTotalLength);
    error TransferPayloadSetHeaderTooShort(uint256 expectedMinimumLength, uint256 actualLength);
    error TransferPayloadSetElementHeaderTooShort(uint32 index, uint256 actualSetLength, uint256 requiredOffset);
    error TransferPayloadSetElementTooShort(uint32 index, uint256 actualSetLength, uint256 requiredOffset);
    error TransferPayloadSetInvalidElementMagic(uint32 index, bytes4 actualMagic);
    error TransferPayloadSetOverallLengthMismatch(uint256 expectedTotalLength, uint256 actualTotalLength);
    error InvalidTransferSpecMagic(bytes4 actualMagic);
    error TransferSpecHeaderTooShort(uint256 expectedMinimumLength, uint256 actualLength);
    error InvalidTransferSpecVersion(uint32 actualVersion);
    error TransferSpecOverallLengthMismatch(uint256 expectedTotalLength, uint256 actualTotalLength);

    /// @notice A transfer.
    struct Spec {
        uint32 version;
        uint32 sourceDomain;
        uint32 destinationDomain;
        bytes32 sourceContract;
        bytes32 destinationContract;
        bytes32 sourceToken;
        bytes32 destinationToken;
        bytes32 sourceDepositor;
        bytes32 destinationRecipient;
        bytes32 sourceSigner;
        bytes32 destinationCaller;
        uint256 value;
        bytes32 salt;
        bytes hookData;
        /// Hash of the encoded bytes; each can be used once.
        bytes32 hash;
    }

    struct Intent {
        uint256 maxBlockHeight;
        uint256 maxFee;
        Spec spec;
    }

    struct Attestation {
        uint256 maxBlockHeight;
        Spec spec;
    }

    /// @notice One intent, or the members of a set.
    function readIntents(bytes calldata data) internal pure returns (Intent[] memory intents) {
        (uint256 count, uint256 offset) = _validate(data, INTENT, INTENT_SET, INTENT_HEAD);
        intents = new Intent[](count);
        for (uint256 i; i < count; i++) {
            (bytes calldata head, bytes calldata spec) = _member(data, offset, INTENT_HEAD);
            intents[i] = Intent(uint256(bytes32(head[4:36])), uint256(bytes32(head[36:68])), _readSpec(spec));
            offset += INTENT_HEAD + spec.length;
        }
    }

    /// @notice One attestation, or the members of a set.
    function readAttestations(bytes calldata data) internal pure returns (Attestation[] memory attestations) {
        (uint256 count, uint256 offset) = _validate(data, ATTESTATION, ATTESTATION_SET, ATTESTATION_HEAD);
        attestations = new Attestation[](count);
        for (uint256 i; i < count; i++) {
            (bytes calldata head, bytes calldata spec) = _member(data, offset, ATTESTATION_HEAD);
            attestations[i] = Attestation(uint256(bytes32(head[4:36])), _readSpec(spec));
            offset += ATTESTATION_HEAD + spec.length;
        }
    }

    /// @notice EIP-712 struct hash of an encoded intent or set: as shown by the depositor's wallet.
    function structHash(bytes calldata data) internal pure returns (bytes32) {
        Intent[] memory intents = readIntents(data);
        bytes32[] memory hashes = new bytes32[](intents.length);
        for (uint256 i; i < intents.length; i++) {
            hashes[i] = _structHash(intents[i]);
        }
        if (bytes4(data) != INTENT_SET) return hashes[0];
        return keccak256(abi.encode(INTENT_SET_TYPEHASH, keccak256(abi.encodePacked(hashes))));
    }

    function _structHash(Intent memory intent) private pure returns (bytes32) {
        Spec memory spec = intent.spec;
        bytes memory places = abi.encode(
            SPEC_TYPEHASH,
            spec.version,
            spec.sourceDomain,
            spec.destinationDomain,
            spec.sourceContract,
            spec.destinationContract,
            spec.sourceToken,
            spec.destinationToken
        );
        bytes memory parties = abi.encode(
            spec.sourceDepositor,
            spec.destinationRecipient,
            spec.sourceSigner,
            spec.destinationCaller,
            spec.value,
            spec.salt,
            keccak256(spec.hookData)
        );
        bytes32 specHash = keccak256(bytes.concat(places, parties));
        return keccak256(abi.encode(INTENT_TYPEHASH, intent.maxBlockHeight, intent.maxFee, specHash));
    }

    /// @return count How many members there are.
    /// @return first Where the first of them begins.
    function _validate(bytes calldata data, bytes4 one, bytes4 set, uint256 headLength)
        private
        pure
        returns (uint256 count, uint256 first)
    {
        if (data.length < MAGIC) revert TransferPayloadDataTooShort(MAGIC, data.length);
        bytes4 magic = bytes4(data);
        if (magic == set) return (_validateSet(data, one, headLength), SET_HEAD);
        if (magic != one) revert InvalidTransferPayloadMagic(magic);
        if (data.length < headLength) revert TransferPayloadHeaderTooShort(headLength, data.length);
        uint256 expected = headLength + _uint32At(data, headLength - 4);
        if (data.length != expected) revert TransferPayloadOverallLengthMismatch(expected, data.length);
        _validateSpec(data[headLength:]);
        return (1, 0);
    }

    function _validateSet(bytes calldata data, bytes4 one, uint256 headLength) private pure returns (uint32 count) {
        if (data.length < SET_HEAD) revert TransferPayloadSetHeaderTooShort(SET_HEAD, data.length);
        count = _uint32At(data, 4);
        uint256 offset = SET_HEAD;
        for (uint32 i; i < count; i++) {
            uint256 specAt = offset + headLength;
            if (data.length < specAt) revert TransferPayloadSetElementHeaderTooShort(i, data.length, specAt);
            uint256 end = specAt + _uint32At(data, specAt - 4);
            if (data.length < end) revert TransferPayloadSetElementTooShort(i, data.length, end);
            bytes4 magic = bytes4(data[offset:]);
            if (magic != one) revert TransferPayloadSetInvalidElementMagic(i, magic);
            _validateSpec(data[specAt:end]);
            offset = end;
        }
        if (offset != data.length) revert TransferPayloadSetOverallLengthMismatch(offset, data.length);
    }

    function _validateSpec(bytes calldata spec) private pure {
        if (bytes4(spec) != SPEC) revert InvalidTransferSpecMagic(bytes4(spec));
        if (spec.length < SPEC_HEAD) revert TransferSpecHeaderTooShort(SPEC_HEAD, spec.length);
        uint32 version = _uint32At(spec, 4);
        if (version != SPEC_VERSION) revert InvalidTransferSpecVersion(version);
        uint256 expected = SPEC_HEAD + _uint32At(spec, 336);
        if (spec.length != expected) revert TransferSpecOverallLengthMismatch(expected, spec.length);
    }

    /// @return head The member's bytes before its spec.
    /// @return spec The encoded spec.
    function _member(bytes calldata data, uint256 offset, uint256 headLength)
        private
        pure
        returns (bytes calldata head, bytes calldata spec)
    {
        uint256 specAt = offset + headLength;
        return (data[offset:specAt], data[specAt:specAt + _uint32At(data, specAt - 4)]);
    }

    function _readSpec(bytes calldata data) private pure returns (Spec memory spec) {
        spec.version = _uint32At(data, 4);
        spec.sourceDomain = _uint32At(data, 8);
        spec.destinationDomain = _uint32At(data, 12);
        spec.sourceContract = bytes32(data[16:48]);
        spec.destinationContract = bytes32(data[48:80]);
        spec.sourceToken = bytes32(data[80:112]);
        spec.destinationToken = bytes32(data[112:144]);
        spec.sourceDepositor = bytes32(data[144:176]);
        spec.destinationRecipient = bytes32(data[176:208]);
        spec.sourceSigner = bytes32(data[208:240]);
        spec.destinationCaller = bytes32(data[240:272]);
        spec.value = uint256(bytes32(data[272:304]));
        spec.salt = bytes32(data[304:336]);
        spec.hookData = data[SPEC_HEAD:];
        spec.hash = keccak256(data);
    }

    function _uint32At(bytes calldata data, uint256 offset) private pure returns (uint32) {
        return uint32(bytes4(data[offset:offset + 4]));
    }
}
