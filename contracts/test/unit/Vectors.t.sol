// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {stdJson} from "forge-std/StdJson.sol";

import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

import {ProtectedTransfer} from "../../src/ProtectedTransfer.sol";
import {IClaimVerifier} from "../../src/interfaces/IClaimVerifier.sol";
import {IERC3009Receiver} from "../../src/interfaces/IERC3009Receiver.sol";
import {IProtectedTransfer as I} from "../../src/interfaces/IProtectedTransfer.sol";
import {ISignatureTransfer} from "../../src/interfaces/ISignatureTransfer.sol";
import {Base} from "../Base.t.sol";

/// @notice The vectors that Solidity and TypeScript share, against the contracts.
contract VectorsTest is Base {
    using stdJson for string;

    string private _json;

    function setUp() public override {
        super.setUp();
        _json = vm.readFile("vectors/protected-transfer.json");
    }

    function test_claimSecrets() external {
        uint256 count;
        for (; _json.keyExists(_at("claimSecrets", count, "")); ++count) {
            string memory code = _json.readString(_at("claimSecrets", count, ".code"));
            bytes32 salt = _json.readBytes32(_at("claimSecrets", count, ".salt"));
            bytes32 claimHash = _json.readBytes32(_at("claimSecrets", count, ".claimHash"));
            bytes memory proof = _json.readBytes(_at("claimSecrets", count, ".proof"));
            assertEq(vm.replace(_json.readString(_at("claimSecrets", count, ".secret")), "-", ""), code);
            assertEq(keccak256(bytes(string.concat("holdfast:salt:v1", code))), salt);
            assertEq(abi.encode(salt, code), proof);
            assertTrue(codeVerifier.verify(1, claimHash, stranger, proof));
            assertTrue(transfers.claim(_open(plainConfig, recipient, AMOUNT, claimHash), code, salt));
        }
        assertGt(count, 3);
    }

    function test_configIds() external {
        uint256 count;
        for (; _json.keyExists(_at("configIds", count, "")); ++count) {
            address verifier = _json.readAddress(_at("configIds", count, ".verifier"));
            uint8 mode = uint8(_json.readUint(_at("configIds", count, ".claimMode")));
            uint32 window = uint32(_json.readUint(_at("configIds", count, ".recallWindow")));
            uint16 feeBps = uint16(_json.readUint(_at("configIds", count, ".feeBps")));
            address feeRecipient = _json.readAddress(_at("configIds", count, ".feeRecipient"));
            transfers = _deploy(address(token), verifier, address(permit2));
            vm.etch(verifier, address(codeVerifier).code);
            vm.prank(_json.readAddress(_at("configIds", count, ".caller")));
            bytes32 id = mode == 0
                ? transfers.createConfig(window, mode, feeBps, feeRecipient)
                : transfers.createConfigWithVerifier(window, verifier, feeBps, feeRecipient);
            assertEq(id, _json.readBytes32(_at("configIds", count, ".configId")));
        }
        assertGt(count, 3);
    }

    function test_authorizationNonces() external {
        uint256 count;
        for (; _json.keyExists(_at("authorizationNonces", count, "")); ++count) {
            bytes32 nonce = _json.readBytes32(_at("authorizationNonces", count, ".nonce"));
            address to = _json.readAddress(_at("authorizationNonces", count, ".to"));
            bytes32 claimHash = _json.readBytes32(_at("authorizationNonces", count, ".claimHash"));
            bytes32 nonceSalt = _json.readBytes32(_at("authorizationNonces", count, ".nonceSalt"));
            bytes32 configId = _json.readBytes32(_at("authorizationNonces", count, ".configId"));
            // The vector's config belongs to nobody here, so its one slot is written as if it had been created.
            vm.store(address(transfers), keccak256(abi.encode(configId, uint256(2))), bytes32(uint256(WINDOW)));
            vm.expectCall(
                address(token),
                abi.encodeCall(
                    IERC3009Receiver.receiveWithAuthorization,
                    (sender, address(transfers), AMOUNT, 0, type(uint256).max, nonce, hex"5a")
                )
            );
            vm.mockCall(address(token), abi.encodeWithSelector(IERC3009Receiver.receiveWithAuthorization.selector), "");
            transfers.sendProtectedWithAuthorization(
                sender, configId, to, AMOUNT, claimHash, 0, type(uint256).max, nonceSalt, hex"5a"
            );
        }
        assertEq(count, 3);
    }

    function test_cancelDigests() external {
        assertEq(keccak256(bytes(_json.readString(".cancel.type"))), _json.readBytes32(".cancel.typeHash"));
        uint256 count;
        for (; _json.keyExists(_at("cancel.digests", count, "")); ++count) {
            uint256 id = vm.parseUint(_json.readString(_at("cancel.digests", count, ".transferId")));
            uint256 deadline = vm.parseUint(_json.readString(_at("cancel.digests", count, ".deadline")));
            address at = _json.readAddress(_at("cancel.digests", count, ".verifyingContract"));
            bytes32 digest = _json.readBytes32(_at("cancel.digests", count, ".digest"));
            vm.chainId(_json.readUint(_at("cancel.digests", count, ".chainId")));
            assertEq(_cancelDigest(id, deadline, block.chainid, at), digest);
            // The contract itself, put at that address and made to number its next transfer `id`.
            deployCodeTo(
                "ProtectedTransfer.sol:ProtectedTransfer",
                abi.encode(address(token), address(codeVerifier), address(permit2)),
                at
            );
            transfers = ProtectedTransfer(at);
            vm.store(at, bytes32(0), bytes32(id));
            bytes32 config = transfers.createConfig(WINDOW, 0, 0, address(0));
            vm.prank(sender);
            token.approve(at, AMOUNT);
            assertEq(_open(config), id);
            transfers.cancelWithSignature(id, deadline, _sign(senderKey, digest));
        }
        assertEq(count, 3);
    }

    function test_selectors() external {
        _selector("createConfig(uint32,uint8,uint16,address)", I.createConfig.selector);
        _selector("createConfigWithVerifier(uint32,address,uint16,address)", I.createConfigWithVerifier.selector);
        _selector("sendProtected(bytes32,address,uint256,bytes32)", I.sendProtected.selector);
        _selector(
            "sendProtectedWithPermit(bytes32,address,uint256,bytes32,uint256,uint256,bytes)",
            I.sendProtectedWithPermit.selector
        );
        _selector(
            "sendProtectedWithAuthorization(address,bytes32,address,uint256,bytes32,uint256,uint256,bytes32,bytes)",
            I.sendProtectedWithAuthorization.selector
        );
        _selector("claim(uint256,string,bytes32)", I.claim.selector);
        _selector("claimWithProof(uint256,bytes)", I.claimWithProof.selector);
        _selector("cancel(uint256)", I.cancel.selector);
        _selector("cancelWithSignature(uint256,uint256,bytes)", I.cancelWithSignature.selector);
        _selector("rekey(uint256,bytes32)", I.rekey.selector);
        _selector("reclaimExpired(uint256)", I.reclaimExpired.selector);
        _selector("reclaimExpiredBatch(uint256[])", I.reclaimExpiredBatch.selector);
        _selector("getTransfer(uint256)", I.getTransfer.selector);
        _selector("isVerifiedRecipient(address,address)", I.isVerifiedRecipient.selector);
        _selector("isClaimable(uint256)", I.isClaimable.selector);
        _selector("attemptsRemaining(uint256)", I.attemptsRemaining.selector);
        _selector("configs(bytes32)", I.configs.selector);
        _selector("nextTransferId()", I.nextTransferId.selector);
        _selector("usdc()", I.usdc.selector);
        _selector("codeVerifier()", I.codeVerifier.selector);
        _selector("permit2()", I.permit2.selector);
        _selector("eip712Domain()", transfers.eip712Domain.selector);
        _selector("verify(uint256,bytes32,address,bytes)", IClaimVerifier.verify.selector);
        _selector(
            "permitTransferFrom(((address,uint256),uint256,uint256),(address,uint256),address,bytes)",
            ISignatureTransfer.permitTransferFrom.selector
        );
        _selector(
            "receiveWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)",
            IERC3009Receiver.receiveWithAuthorization.selector
        );
        _complete("selectors");
    }

    function test_topics() external {
        _topic("ConfigCreated(bytes32,address,uint32,uint8,uint16,address,address)", I.ConfigCreated.selector);
        _topic("TransferCreated(uint256,address,address,uint256,bytes32,uint64,bytes32)", I.TransferCreated.selector);
        _topic("TransferClaimed(uint256,address,address,uint256,uint256)", I.TransferClaimed.selector);
        _topic("TransferCancelled(uint256,address,uint256)", I.TransferCancelled.selector);
        _topic("TransferReclaimed(uint256,address,address,uint256)", I.TransferReclaimed.selector);
        _topic("ClaimAttemptFailed(uint256,address,uint8)", I.ClaimAttemptFailed.selector);
        _topic("TransferLocked(uint256)", I.TransferLocked.selector);
        _topic("TransferRekeyed(uint256,bytes32)", I.TransferRekeyed.selector);
        _topic("RecipientVerified(address,address,uint256)", I.RecipientVerified.selector);
        _complete("topics");
    }

    function test_errors() external {
        _error("UnknownConfig(bytes32)", I.UnknownConfig.selector);
        _error("UnsupportedClaimMode(uint8)", I.UnsupportedClaimMode.selector);
        _error("ZeroRecallWindow()", I.ZeroRecallWindow.selector);
        _error("RecallWindowTooLong(uint32,uint32)", I.RecallWindowTooLong.selector);
        _error("FeeTooHigh(uint16,uint16)", I.FeeTooHigh.selector);
        _error("FeeWithoutRecipient(uint16)", I.FeeWithoutRecipient.selector);
        _error("ForbiddenFeeRecipient(address)", I.ForbiddenFeeRecipient.selector);
        _error("VerifierWithoutCode(address)", I.VerifierWithoutCode.selector);
        _error("ZeroRecipient()", I.ZeroRecipient.selector);
        _error("SelfTransfer(address)", I.SelfTransfer.selector);
        _error("ForbiddenRecipient(address)", I.ForbiddenRecipient.selector);
        _error("ZeroAmount()", I.ZeroAmount.selector);
        _error("AmountTooLarge(uint256,uint256)", I.AmountTooLarge.selector);
        _error("EmptyClaimHash()", I.EmptyClaimHash.selector);
        _error("UnknownTransfer(uint256)", I.UnknownTransfer.selector);
        _error("TransferSettled(uint256,uint8)", I.TransferSettled.selector);
        _error("ClaimLocked(uint256)", I.ClaimLocked.selector);
        _error("DeadlinePassed(uint256,uint256,uint256)", I.DeadlinePassed.selector);
        _error("DeadlineNotPassed(uint256,uint256,uint256)", I.DeadlineNotPassed.selector);
        _error("NotSender(uint256,address,address)", I.NotSender.selector);
        _error("SignatureExpired(uint256,uint256)", I.SignatureExpired.selector);
        _error("InvalidSignature(address)", I.InvalidSignature.selector);
        _error("VerifierReverted(address)", I.VerifierReverted.selector);
        _error("InvalidVerifierAnswer(address)", I.InvalidVerifierAnswer.selector);
        _error("InsufficientBatchGas(uint256,uint256)", I.InsufficientBatchGas.selector);
        _error("SafeERC20FailedOperation(address)", SafeERC20.SafeERC20FailedOperation.selector);
        _complete("errors");
    }

    uint256 private _checked;

    function _selector(string memory signature, bytes4 actual) private {
        _check("selectors", signature, abi.encodePacked(actual));
    }

    function _topic(string memory signature, bytes32 actual) private {
        _check("topics", signature, abi.encodePacked(actual));
    }

    function _error(string memory signature, bytes4 actual) private {
        _check("errors", signature, abi.encodePacked(actual));
    }

    function _check(string memory group, string memory signature, bytes memory actual) private {
        bytes memory expected = _json.readBytes(string.concat(".", group, "['", signature, "']"));
        assertEq(actual, expected, signature);
        ++_checked;
    }

    /// @dev No vector of the group went unread.
    function _complete(string memory group) private view {
        assertEq(_checked, vm.parseJsonKeys(_json, string.concat(".", group)).length);
    }

    function _at(string memory group, uint256 index, string memory field) private pure returns (string memory) {
        return string.concat(".", group, "[", vm.toString(index), "]", field);
    }
}
