// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {stdJson} from "forge-std/StdJson.sol";

import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

import {ProtectedTransfer} from "../../src/ProtectedTransfer.sol";
import {IClaimVerifier} from "../../src/interfaces/IClaimVerifier.sol";
import {IERC3009Receiver} from "../../src/interfaces/IERC3009Receiver.sol";
import {IProtectedTransfer as I} from "../../src/interfaces/IProtectedTransfer.sol";
import {ISignatureTransfer} from "../../src/interfaces/ISignatureTransfer.sol";
import {Base} from "../Base.t.sol";
import {TransferDigests} from "../TransferDigests.sol";

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
            if (verifier != address(0)) vm.etch(verifier, address(codeVerifier).code);
            vm.prank(_json.readAddress(_at("configIds", count, ".caller")));
            bytes32 id = mode != MODE_VERIFIER
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
            _plantConfig(configId, MODE_CODE);
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
            vm.mockCall(
                address(permit2), abi.encodeWithSelector(ISignatureTransfer.permitWitnessTransferFrom.selector), ""
            );
            _expectWitness(
                AMOUNT,
                _json.readBytes32(_at("authorizationNonces", count, ".witness")),
                "ProtectedSend witness)ProtectedSend(bytes32 configId,address to,bytes32 claimHash)TokenPermissions(address token,uint256 amount)"
            );
            transfers.sendProtectedWithWitness(sender, configId, to, AMOUNT, claimHash, 7, 8, hex"5a");
        }
        assertEq(count, 3);
    }

    function test_claimKeys() external {
        uint256 count;
        for (; _json.keyExists(_at("claimSecrets", count, "")); ++count) {
            string memory code = _json.readString(_at("claimSecrets", count, ".code"));
            uint256 key = uint256(_json.readBytes32(_at("claimSecrets", count, ".claimKey")));
            assertEq(uint256(keccak256(bytes(string.concat("holdfast:claim-key:v1", code)))), key);
            _claimsWith(key, _json.readAddress(_at("claimSecrets", count, ".claimKeyAddress")));
        }
        assertGt(count, 3);
        for (count = 0; _json.keyExists(_at("linkKeys", count, "")); ++count) {
            bytes32 secret = _json.readBytes32(_at("linkKeys", count, ".secret"));
            uint256 key = uint256(_json.readBytes32(_at("linkKeys", count, ".claimKey")));
            assertEq(uint256(keccak256(abi.encodePacked("holdfast:link-key:v1", secret))), key);
            _claimsWith(key, _json.readAddress(_at("linkKeys", count, ".claimKeyAddress")));
        }
        assertEq(count, 3);
    }

    function _claimsWith(uint256 key, address where) private {
        uint256 id = _open(keyConfig, recipient, AMOUNT, bytes32(uint256(uint160(where))));
        bytes32 digest = TransferDigests.claim(address(transfers), block.chainid, id, recipient);
        transfers.claimWithKey(id, recipient, _sign(key, digest));
    }

    function test_types() external view {
        string[] memory types = vm.parseJsonKeys(_json, ".types");
        assertEq(types.length, 9);
        for (uint256 i = 0; i < types.length; ++i) {
            assertEq(keccak256(bytes(types[i])), _json.readBytes32(string.concat(".types['", types[i], "']")));
        }
    }

    /// @dev The contract accepts a signature over each digest and executes it.
    function test_typedData() external {
        uint256 count;
        for (; _json.keyExists(_at("typedData", count, "")); ++count) {
            string memory kind = _json.readString(_at("typedData", count, ".primaryType"));
            uint256 id = vm.parseUint(_json.readString(_at("typedData", count, ".message.transferId")));
            address where = _json.readAddress(_at("typedData", count, ".verifyingContract"));
            vm.chainId(_json.readUint(_at("typedData", count, ".chainId")));
            assertEq(
                TransferDigests.domain(where, block.chainid),
                _json.readBytes32(_at("typedData", count, ".domainSeparator"))
            );
            _placeAt(where, id);
            if (_is(kind, "Claim")) _claimed(count, id);
            else if (_is(kind, "Cancel")) _cancelled(count, id);
            else if (_is(kind, "Rekey")) _rekeyed(count, id);
            else _released(count, id);
        }
        assertEq(count, 12);
    }

    function _claimed(uint256 i, uint256 id) private {
        address to = _json.readAddress(_at("typedData", i, ".message.recipient"));
        assertEq(_openKeyed(keyConfig, address(0)), id);
        transfers.claimWithKey(id, to, _sign(claimKeyKey, _json.readBytes32(_at("typedData", i, ".digest"))));
        assertEq(transfers.getTransfer(id).to, to);
    }

    function _cancelled(uint256 i, uint256 id) private {
        bytes32 claimHash = _json.readBytes32(_at("typedData", i, ".message.claimHash"));
        assertEq(_open(plainConfig, recipient, AMOUNT, claimHash), id);
        transfers.cancelWithSignature(id, _deadlineAt(i), _signatureAt(i));
        _assertStatus(id, I.TransferStatus.CANCELLED);
    }

    function _rekeyed(uint256 i, uint256 id) private {
        bytes32 claimHash = _json.readBytes32(_at("typedData", i, ".message.claimHash"));
        bytes32 newHash = _json.readBytes32(_at("typedData", i, ".message.newClaimHash"));
        assertEq(_open(keyConfig, recipient, AMOUNT, claimHash), id);
        transfers.rekeyWithSignature(id, newHash, _deadlineAt(i), _signatureAt(i));
        assertEq(transfers.getTransfer(id).claimHash, newHash);
    }

    function _released(uint256 i, uint256 id) private {
        bytes32 claimHash = _json.readBytes32(_at("typedData", i, ".message.claimHash"));
        address to = _json.readAddress(_at("typedData", i, ".message.recipient"));
        assertEq(_open(releaseConfig, address(0), AMOUNT, claimHash), id);
        transfers.releaseWithSignature(id, to, _deadlineAt(i), _signatureAt(i));
        assertEq(transfers.getTransfer(id).to, to);
    }

    function _deadlineAt(uint256 i) private view returns (uint256) {
        return vm.parseUint(_json.readString(_at("typedData", i, ".message.deadline")));
    }

    function _signatureAt(uint256 i) private view returns (bytes memory) {
        return _sign(senderKey, _json.readBytes32(_at("typedData", i, ".digest")));
    }

    /// @dev The contract itself, placed at that address, with `id` as its next transfer.
    function _placeAt(address where, uint256 id) private {
        deployCodeTo(
            "ProtectedTransfer.sol:ProtectedTransfer",
            abi.encode(address(token), address(codeVerifier), address(permit2)),
            where
        );
        transfers = ProtectedTransfer(where);
        vm.store(where, bytes32(0), bytes32(id));
        vm.startPrank(integrator);
        plainConfig = transfers.createConfig(WINDOW, MODE_CODE, 0, address(0));
        keyConfig = transfers.createConfig(WINDOW, MODE_KEY, 0, address(0));
        releaseConfig = transfers.createConfig(WINDOW, MODE_KEY_RELEASE, 0, address(0));
        vm.stopPrank();
        vm.prank(sender);
        token.approve(where, type(uint256).max);
    }

    /// @dev The contract's calls to token and Permit2 for each batch.
    function test_batches() external {
        vm.mockCall(address(token), abi.encodeWithSelector(IERC3009Receiver.receiveWithAuthorization.selector), "");
        vm.mockCall(address(permit2), abi.encodeWithSelector(ISignatureTransfer.permitWitnessTransferFrom.selector), "");
        uint256 count;
        for (; _json.keyExists(_at("batches", count, "")); ++count) {
            I.Item[] memory items = _itemsAt(count);
            uint256 total = _json.readUint(_at("batches", count, ".total"));
            bytes32 nonceSalt = _json.readBytes32(_at("batches", count, ".nonceSalt"));
            vm.expectCall(
                address(token),
                abi.encodeCall(
                    IERC3009Receiver.receiveWithAuthorization,
                    (
                        sender,
                        address(transfers),
                        total,
                        0,
                        type(uint256).max,
                        _json.readBytes32(_at("batches", count, ".nonce")),
                        hex"5a"
                    )
                )
            );
            transfers.sendProtectedBatchWithAuthorization(sender, items, 0, type(uint256).max, nonceSalt, hex"5a");
            _expectWitness(
                total,
                _json.readBytes32(_at("batches", count, ".witness")),
                "ProtectedBatch witness)Item(bytes32 configId,address to,uint256 amount,bytes32 claimHash)ProtectedBatch(Item[] items)TokenPermissions(address token,uint256 amount)"
            );
            transfers.sendProtectedBatchWithWitness(sender, items, 7, 8, hex"5a");
        }
        assertEq(count, 3);
    }

    function _expectWitness(uint256 amount, bytes32 witness, string memory witnessType) private {
        vm.expectCall(
            address(permit2),
            abi.encodeCall(
                ISignatureTransfer.permitWitnessTransferFrom,
                (
                    ISignatureTransfer.PermitTransferFrom(
                        ISignatureTransfer.TokenPermissions(address(token), amount), 7, 8
                    ),
                    ISignatureTransfer.SignatureTransferDetails(address(transfers), amount),
                    sender,
                    witness,
                    witnessType,
                    hex"5a"
                )
            )
        );
    }

    function _itemsAt(uint256 i) private returns (I.Item[] memory items) {
        uint256 size;
        while (_json.keyExists(_itemAt(i, size, ""))) ++size;
        items = new I.Item[](size);
        for (uint256 k = 0; k < size; ++k) {
            items[k] = I.Item(
                _json.readBytes32(_itemAt(i, k, ".configId")),
                _json.readAddress(_itemAt(i, k, ".to")),
                _json.readUint(_itemAt(i, k, ".amount")),
                _json.readBytes32(_itemAt(i, k, ".claimHash"))
            );
            _plantConfig(items[k].configId, MODE_KEY);
        }
    }

    function _itemAt(uint256 i, uint256 k, string memory field) private pure returns (string memory) {
        return _at("batches", i, string.concat(".items[", vm.toString(k), "]", field));
    }

    /// @dev A config of another creator: its one slot is written as if it had been created.
    function _plantConfig(bytes32 configId, uint256 mode) private {
        uint256 path = mode == MODE_KEY ? 4 : 0;
        bytes32 slot = keccak256(abi.encode(configId, uint256(2)));
        vm.store(address(transfers), slot, bytes32(WINDOW | (mode << 32) | (path << 248)));
    }

    function _is(string memory a, string memory b) private pure returns (bool) {
        return keccak256(bytes(a)) == keccak256(bytes(b));
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
        _selector("cancelBatch(uint256[])", I.cancelBatch.selector);
        _selector("claimTo(uint256,address,string,bytes32)", I.claimTo.selector);
        _selector("claimToWithProof(uint256,address,bytes)", I.claimToWithProof.selector);
        _selector("claimWithKey(uint256,address,bytes)", I.claimWithKey.selector);
        _selector("claimWithKeyBatch((uint256,address,bytes)[])", I.claimWithKeyBatch.selector);
        _selector("rekeyWithSignature(uint256,bytes32,uint256,bytes)", I.rekeyWithSignature.selector);
        _selector("release(uint256,address)", I.release.selector);
        _selector("releaseWithSignature(uint256,address,uint256,bytes)", I.releaseWithSignature.selector);
        _selector("requestRelease(uint256,address,bytes)", I.requestRelease.selector);
        _selector("sendProtectedBatch((bytes32,address,uint256,bytes32)[])", I.sendProtectedBatch.selector);
        _selector(
            "sendProtectedBatchWithAuthorization(address,(bytes32,address,uint256,bytes32)[],uint256,uint256,bytes32,bytes)",
            I.sendProtectedBatchWithAuthorization.selector
        );
        _selector(
            "sendProtectedBatchWithWitness(address,(bytes32,address,uint256,bytes32)[],uint256,uint256,bytes)",
            I.sendProtectedBatchWithWitness.selector
        );
        _selector(
            "sendProtectedWithWitness(address,bytes32,address,uint256,bytes32,uint256,uint256,bytes)",
            I.sendProtectedWithWitness.selector
        );
        _selector(
            "permitWitnessTransferFrom(((address,uint256),uint256,uint256),(address,uint256),address,bytes32,string,bytes)",
            ISignatureTransfer.permitWitnessTransferFrom.selector
        );
        _selector("authorizationState(address,bytes32)", IERC3009Receiver.authorizationState.selector);
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
        _topic("ReleaseRequested(uint256,address)", I.ReleaseRequested.selector);
        _topic("TransferReleased(uint256,address)", I.TransferReleased.selector);
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
        _error("BatchItemFailed(uint256,bytes)", I.BatchItemFailed.selector);
        _error("InvalidBatchSize(uint256,uint256)", I.InvalidBatchSize.selector);
        _error("InvalidClaimKey(bytes32)", I.InvalidClaimKey.selector);
        _error("OtherRecipient(uint256,address,address)", I.OtherRecipient.selector);
        _error("RecipientRecorded(uint256,address)", I.RecipientRecorded.selector);
        _error("ReleaseRequired(uint256)", I.ReleaseRequired.selector);
        _error("SameClaimHash(bytes32)", I.SameClaimHash.selector);
        _error("TokenWithoutAuthorizations(address)", I.TokenWithoutAuthorizations.selector);
        _error("WrongClaimMode(uint256,uint8)", I.WrongClaimMode.selector);
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

    /// @dev Every vector of the group was read.
    function _complete(string memory group) private view {
        assertEq(_checked, vm.parseJsonKeys(_json, string.concat(".", group)).length);
    }

    function _at(string memory group, uint256 index, string memory field) private pure returns (string memory) {
        return string.concat(".", group, "[", vm.toString(index), "]", field);
    }
}
