// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {BridgeMessage} from "./BridgeMessage.sol";
import {SignatureCheck} from "./SignatureCheck.sol";

interface IMessageHandler {
    function handleReceiveFinalizedMessage(
        uint32 sourceDomain,
        bytes32 sender,
        uint32 finalityThresholdExecuted,
        bytes calldata messageBody
    ) external returns (bool);

    function handleReceiveUnfinalizedMessage(
        uint32 sourceDomain,
        bytes32 sender,
        uint32 finalityThresholdExecuted,
        bytes calldata messageBody
    ) external returns (bool);
}

/// @notice Sends messages as events, and delivers those that the issuer's attesters have signed, each once.
/// @dev The code is placed, not deployed: no constructor runs and no immutable exists.
/// | slot | field |
/// | 0 | owner, who holds every role; bytes 20 to 23: domain of this chain, byte 24: paused |
/// | 1 | number of signatures of an attestation |
/// | 2 | mapping attester => enabled |
/// | 3 | mapping nonce => 1 when used; zero is used from the beginning |
contract BridgeTransmitter {
    address public owner;
    uint32 public localDomain;
    bool public paused;
    uint256 public signatureThreshold;
    mapping(address attester => bool) public isEnabledAttester;
    mapping(bytes32 nonce => uint256) public usedNonces;

    uint32 public constant version = 1;
    uint256 public constant maxMessageBodySize = 8192;
    uint32 private constant FINALIZED = 2000;
    uint256 private constant SIGNATURE_LENGTH = 65;

    event MessageSent(bytes message);
    event MessageReceived(
        address indexed caller,
        uint32 sourceDomain,
        bytes32 indexed nonce,
        bytes32 sender,
        uint32 indexed finalityThresholdExecuted,
        bytes messageBody
    );
    event AttesterEnabled(address indexed attester);
    event SignatureThresholdUpdated(uint256 oldSignatureThreshold, uint256 newSignatureThreshold);
    event Pause();
    event Unpause();

    modifier onlyOwner() {
        require(msg.sender == owner, "Ownable: caller is not the owner");
        _;
    }

    modifier whenNotPaused() {
        require(!paused, "Pausable: paused");
        _;
    }

    function sendMessage(
        uint32 destinationDomain,
        bytes32 recipient,
        bytes32 destinationCaller,
        uint32 minFinalityThreshold,
        bytes calldata messageBody
    ) external whenNotPaused {
        require(destinationDomain != localDomain, "Domain is local domain");
        require(messageBody.length <= maxMessageBodySize, "Message body exceeds max size");
        require(recipient != bytes32(0), "Recipient must be nonzero");
        bytes memory head = abi.encodePacked(version, localDomain, destinationDomain, bytes32(0));
        bytes memory parties = abi.encodePacked(BridgeMessage.wordOf(msg.sender), recipient, destinationCaller);
        emit MessageSent(abi.encodePacked(head, parties, minFinalityThreshold, uint32(0), messageBody));
    }

    /// @notice Delivers a message to its recipient.
    /// @param message Bytes as attested, with nonce and finality.
    /// @param attestation Signatures of the message's hash, as many as the threshold, by ascending address of the attester.
    function receiveMessage(bytes calldata message, bytes calldata attestation)
        external
        whenNotPaused
        returns (bool success)
    {
        _requireAttested(keccak256(message), attestation);
        BridgeMessage.Message memory read = BridgeMessage.read(message);
        require(read.destinationDomain == localDomain, "Invalid destination domain");
        require(
            read.destinationCaller == bytes32(0) || read.destinationCaller == BridgeMessage.wordOf(msg.sender),
            "Invalid caller for message"
        );
        require(read.version == version, "Invalid message version");
        require(usedNonces[read.nonce] == 0, "Nonce already used");
        usedNonces[read.nonce] = 1;

        bytes calldata body = message[BridgeMessage.BODY:];
        if (read.finalityExecuted < FINALIZED) {
            require(
                IMessageHandler(read.recipient)
                    .handleReceiveUnfinalizedMessage(read.sourceDomain, read.sender, read.finalityExecuted, body),
                "handleReceiveUnfinalizedMessage() failed"
            );
        } else {
            require(
                IMessageHandler(read.recipient)
                    .handleReceiveFinalizedMessage(read.sourceDomain, read.sender, read.finalityExecuted, body),
                "handleReceiveFinalizedMessage() failed"
            );
        }
        emit MessageReceived(msg.sender, read.sourceDomain, read.nonce, read.sender, read.finalityExecuted, body);
        return true;
    }

    function enableAttester(address attester) external onlyOwner {
        isEnabledAttester[attester] = true;
        emit AttesterEnabled(attester);
    }

    function setSignatureThreshold(uint256 newSignatureThreshold) external onlyOwner {
        emit SignatureThresholdUpdated(signatureThreshold, newSignatureThreshold);
        signatureThreshold = newSignatureThreshold;
    }

    function pause() external onlyOwner {
        paused = true;
        emit Pause();
    }

    function unpause() external onlyOwner {
        paused = false;
        emit Unpause();
    }

    function _requireAttested(bytes32 digest, bytes calldata attestation) private view {
        require(attestation.length == SIGNATURE_LENGTH * signatureThreshold, "Invalid attestation length");
        address before;
        for (uint256 start = 0; start < attestation.length; start += SIGNATURE_LENGTH) {
            address attester = SignatureCheck.recover(digest, attestation[start:start + SIGNATURE_LENGTH]);
            require(attester > before, "Invalid signature order or dupe");
            require(isEnabledAttester[attester], "Invalid signature: not attester");
            before = attester;
        }
    }
}
