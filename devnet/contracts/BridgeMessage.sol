// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice The bytes of a message between the Bridge's chains.
/// @dev The message:
/// | offset | bytes | field |
/// | 0 | 4 | version |
/// | 4 | 4 | source domain |
/// | 8 | 4 | destination domain |
/// | 12 | 32 | nonce: zero on the source chain, given by the issuer |
/// | 44 | 32 | sender |
/// | 76 | 32 | recipient |
/// | 108 | 32 | destination caller, zero for any caller |
/// | 140 | 4 | finality asked for |
/// | 144 | 4 | finality reached: zero on the source chain, given by the issuer |
/// | 148 | | body |
///
/// The body of a burn:
/// | offset | bytes | field |
/// | 0 | 4 | version |
/// | 4 | 32 | burned token |
/// | 36 | 32 | recipient of the mint |
/// | 68 | 32 | amount |
/// | 100 | 32 | account that burned |
/// | 132 | 32 | highest fee |
/// | 164 | 32 | fee taken: zero on the source chain, given by the issuer |
/// | 196 | 32 | destination block from which it has expired, or zero; given by the issuer |
/// | 228 | | hook data |
library BridgeMessage {
    struct Message {
        uint32 version;
        uint32 sourceDomain;
        uint32 destinationDomain;
        bytes32 nonce;
        bytes32 sender;
        address recipient;
        bytes32 destinationCaller;
        uint32 finalityExecuted;
    }

    struct Burn {
        uint32 version;
        bytes32 token;
        address mintRecipient;
        uint256 amount;
        uint256 maxFee;
        uint256 feeExecuted;
        uint256 expirationBlock;
    }

    uint256 internal constant BODY = 148;
    uint256 private constant BURN_LENGTH = 228;

    function read(bytes calldata message) internal pure returns (Message memory) {
        require(message.length >= BODY, "Invalid message: too short");
        return Message({
            version: uint32(bytes4(message[0:4])),
            sourceDomain: uint32(bytes4(message[4:8])),
            destinationDomain: uint32(bytes4(message[8:12])),
            nonce: bytes32(message[12:44]),
            sender: bytes32(message[44:76]),
            recipient: addressOf(bytes32(message[76:108])),
            destinationCaller: bytes32(message[108:140]),
            finalityExecuted: uint32(bytes4(message[144:148]))
        });
    }

    function readBurn(bytes calldata body) internal pure returns (Burn memory) {
        require(body.length >= BURN_LENGTH, "Invalid burn message: too short");
        return Burn({
            version: uint32(bytes4(body[0:4])),
            token: bytes32(body[4:36]),
            mintRecipient: addressOf(bytes32(body[36:68])),
            amount: uint256(bytes32(body[68:100])),
            maxFee: uint256(bytes32(body[132:164])),
            feeExecuted: uint256(bytes32(body[164:196])),
            expirationBlock: uint256(bytes32(body[196:228]))
        });
    }

    function wordOf(address account) internal pure returns (bytes32) {
        return bytes32(uint256(uint160(account)));
    }

    function addressOf(bytes32 word) internal pure returns (address) {
        return address(uint160(uint256(word)));
    }
}
