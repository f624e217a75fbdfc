// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IProtectedTransfer} from "../../src/interfaces/IProtectedTransfer.sol";
import {Base} from "../Base.t.sol";
import {TransferDigests} from "../TransferDigests.sol";
import {ContractSigner} from "../mocks/ContractSigner.sol";

contract ClaimWithKeyTest is Base {
    function testFuzz_paysTheRecordedRecipient(address caller, bool needsRelease, uint32 elapsed) external {
        uint256 id = _openKeyed(needsRelease ? releaseConfig : keyConfig, recipient);
        vm.warp(block.timestamp + bound(elapsed, 0, WINDOW));
        vm.expectEmit(address(transfers));
        emit IProtectedTransfer.RecipientVerified(sender, recipient, id);
        vm.expectEmit(address(transfers));
        emit IProtectedTransfer.TransferClaimed(id, recipient, caller, AMOUNT, 0);
        bytes memory signature = _keySignature(id, recipient);
        vm.prank(caller);
        transfers.claimWithKey(id, recipient, signature);
        assertEq(token.balanceOf(recipient), AMOUNT);
        _assertStatus(id, IProtectedTransfer.TransferStatus.CLAIMED);
        assertEq(transfers.getTransfer(id).claimHash, keyHash);
        assertTrue(transfers.isVerifiedRecipient(sender, recipient));
    }

    function test_fee() external {
        uint256 id = _openKeyed(keyFeeConfig, recipient);
        transfers.claimWithKey(id, recipient, _keySignature(id, recipient));
        assertEq(token.balanceOf(feeTaker), AMOUNT / 100);
        assertEq(token.balanceOf(recipient), AMOUNT - AMOUNT / 100);
    }

    /// @dev A sender once paid a lookalike of its payee and told the payee the code: the payee's own claim must not pay it.
    function testFuzz_error_OtherRecipient(address other) external {
        vm.assume(other != recipient);
        _refuses(other);
    }

    function test_error_anotherThanTheRecorded() external {
        _refuses(stranger);
    }

    function test_recordedRecipientNeedsNoRelease() external {
        uint256 id = _openKeyed(releaseConfig, recipient);
        transfers.claimWithKey(id, recipient, _keySignature(id, recipient));
        assertEq(token.balanceOf(recipient), AMOUNT);
        assertTrue(transfers.isVerifiedRecipient(sender, recipient));
    }

    function testFuzz_openTransferPaysWhomTheKeySignedFor(address to, address caller) external {
        vm.assume(to != address(0) && to != sender && to != address(transfers) && to != address(token));
        vm.assume(token.balanceOf(to) == 0);
        uint256 id = _openKeyed(keyConfig, address(0));
        assertEq(transfers.getTransfer(id).to, address(0));
        bytes memory signature = _keySignature(id, to);
        vm.recordLogs();
        vm.prank(caller);
        transfers.claimWithKey(id, to, signature);
        assertEq(token.balanceOf(to), AMOUNT);
        assertEq(transfers.getTransfer(id).to, to, "the claim records who was paid");
        _assertStatus(id, IProtectedTransfer.TransferStatus.CLAIMED);
        // The sender has not confirmed the holder of the link: no verification in storage, no event.
        assertFalse(transfers.isVerifiedRecipient(sender, to));
        assertEq(vm.getRecordedLogs().length, 2, "TransferClaimed and the token's Transfer");
    }

    function test_openTransferVerifiesNoPair() external {
        uint256 id = _openKeyed(keyConfig, address(0));
        transfers.claimWithKey(id, recipient, _keySignature(id, recipient));
        assertEq(token.balanceOf(recipient), AMOUNT);
        assertEq(transfers.getTransfer(id).to, recipient);
        assertFalse(transfers.isVerifiedRecipient(sender, recipient));
    }

    function test_openTransferOfAKnownPairStaysVerified() external {
        uint256 first = _openKeyed(keyConfig, recipient);
        transfers.claimWithKey(first, recipient, _keySignature(first, recipient));
        uint256 id = _openKeyed(keyFeeConfig, address(0));
        transfers.claimWithKey(id, recipient, _keySignature(id, recipient));
        assertTrue(transfers.isVerifiedRecipient(sender, recipient));
        assertEq(token.balanceOf(feeTaker), AMOUNT / 100);
    }

    /// @dev A claim copied from the pool can only pay the same recipient.
    function testFuzz_error_copiedSignature(address thief) external {
        vm.assume(thief != recipient && thief != address(0) && thief != sender);
        vm.assume(thief != address(transfers) && thief != address(token));
        uint256 id = _openKeyed(keyConfig, address(0));
        _refused(id, thief, _keySignature(id, recipient));
    }

    function test_error_forbiddenRecipientsOfAnOpenTransfer() external {
        uint256 id = _openKeyed(keyConfig, address(0));
        address[4] memory to = [address(0), sender, address(transfers), address(token)];
        bytes[4] memory errors = [
            abi.encodeWithSelector(IProtectedTransfer.ZeroRecipient.selector),
            abi.encodeWithSelector(IProtectedTransfer.SelfTransfer.selector, sender),
            abi.encodeWithSelector(IProtectedTransfer.ForbiddenRecipient.selector, address(transfers)),
            abi.encodeWithSelector(IProtectedTransfer.ForbiddenRecipient.selector, address(token))
        ];
        for (uint256 i = 0; i < to.length; ++i) {
            bytes memory signature = _keySignature(id, to[i]);
            vm.expectRevert(errors[i]);
            transfers.claimWithKey(id, to[i], signature);
        }
        _untouched(id);
    }

    function test_error_ReleaseRequired() external {
        uint256 id = _openKeyed(releaseConfig, address(0));
        bytes memory signature = _keySignature(id, recipient);
        vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.ReleaseRequired.selector, id));
        transfers.claimWithKey(id, recipient, signature);
        _untouched(id);
    }

    /// @dev Wrong signatures count nothing, so no caller can lock a keyed transfer.
    function testFuzz_error_anotherKey(uint256 key) external {
        key = bound(key, 1, CURVE_ORDER - 1);
        vm.assume(key != claimKeyKey);
        uint256 id = _openKeyed(keyConfig, recipient);
        bytes memory signature = _sign(key, TransferDigests.claim(address(transfers), block.chainid, id, recipient));
        for (uint256 i = 0; i < 6; ++i) {
            _refused(id, recipient, signature);
        }
        transfers.claimWithKey(id, recipient, _keySignature(id, recipient));
    }

    function test_error_otherValues() external {
        uint256 id = _openKeyed(keyConfig, recipient);
        uint256 other = _openKeyed(keyConfig, recipient);
        address where = address(transfers);
        _refused(id, recipient, _keySignature(other, recipient));
        _refused(id, recipient, _keySignature(id, stranger));
        _refused(id, recipient, _sign(claimKeyKey, TransferDigests.claim(where, block.chainid + 1, id, recipient)));
        _refused(id, recipient, _sign(claimKeyKey, TransferDigests.claim(address(token), block.chainid, id, recipient)));
        bytes memory before = _keySignature(id, recipient);
        vm.chainId(99_999);
        _refused(id, recipient, before);
    }

    function test_error_otherEncodings() external {
        uint256 id = _openKeyed(keyConfig, recipient);
        bytes[] memory forms =
            _otherEncodings(claimKeyKey, TransferDigests.claim(address(transfers), block.chainid, id, recipient));
        for (uint256 i = 0; i < forms.length; ++i) {
            _refused(id, recipient, forms[i]);
        }
    }

    function testFuzz_error_randomBytes(bytes calldata signature) external {
        _refused(_openKeyed(keyConfig, recipient), recipient, signature);
    }

    /// @dev Only the claim key's own signature counts; code at its address is never called.
    function test_error_keyWithCode() external {
        (address session, uint256 sessionKey) = makeAddrAndKey("session key");
        vm.etch(claimKey, address(new ContractSigner(session)).code);
        uint256 id = _openKeyed(keyConfig, recipient);
        _refused(
            id, recipient, _sign(sessionKey, TransferDigests.claim(address(transfers), block.chainid, id, recipient))
        );
        transfers.claimWithKey(id, recipient, _keySignature(id, recipient));
    }

    function test_error_rekeyedSince() external {
        uint256 id = _openKeyed(keyConfig, address(0));
        bytes memory signature = _keySignature(id, recipient);
        (address newKey, uint256 newKeyKey) = makeAddrAndKey("new claim key");
        vm.prank(sender);
        transfers.rekey(id, bytes32(uint256(uint160(newKey))));
        vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.InvalidSignature.selector, newKey));
        transfers.claimWithKey(id, recipient, signature);
        transfers.claimWithKey(
            id, recipient, _sign(newKeyKey, TransferDigests.claim(address(transfers), block.chainid, id, recipient))
        );
    }

    /// @dev Functions of one mode on a transfer of another revert and count nothing.
    function test_error_WrongClaimMode() external {
        uint256 coded = _open();
        bytes memory signature = _keySignature(coded, recipient);
        vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.WrongClaimMode.selector, coded, MODE_CODE));
        transfers.claimWithKey(coded, recipient, signature);
        uint256 withFee = _open(feeConfig);
        vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.WrongClaimMode.selector, withFee, MODE_CODE));
        transfers.claimWithKey(withFee, recipient, signature);
        uint256 judged = _open(transfers.createConfigWithVerifier(WINDOW, address(codeVerifier), 0, address(0)));
        vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.WrongClaimMode.selector, judged, MODE_VERIFIER));
        transfers.claimWithKey(judged, recipient, signature);

        bytes32[3] memory keyed = [keyConfig, keyFeeConfig, releaseConfig];
        for (uint256 i = 0; i < keyed.length; ++i) {
            uint256 id = _openKeyed(keyed[i], recipient);
            uint8 mode = i == 2 ? MODE_KEY_RELEASE : MODE_KEY;
            bytes memory failure = abi.encodeWithSelector(IProtectedTransfer.WrongClaimMode.selector, id, mode);
            vm.expectRevert(failure);
            transfers.claim(id, CODE, SALT);
            vm.expectRevert(failure);
            transfers.claimTo(id, recipient, CODE, SALT);
            vm.expectRevert(failure);
            transfers.claimWithProof(id, abi.encode(SALT, CODE));
            vm.expectRevert(failure);
            transfers.claimToWithProof(id, recipient, abi.encode(SALT, CODE));
            _untouched(id);
        }
    }

    function test_error_unknownSettledOrLate() external {
        vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.UnknownTransfer.selector, 1));
        transfers.claimWithKey(1, recipient, "");
        uint256 id = _openKeyed(keyConfig, recipient);
        bytes memory signature = _keySignature(id, recipient);
        uint256 deadline = transfers.getTransfer(id).deadline;
        vm.warp(deadline + 1);
        vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.DeadlinePassed.selector, id, deadline, deadline + 1));
        transfers.claimWithKey(id, recipient, signature);
        vm.warp(deadline);
        transfers.claimWithKey(id, recipient, signature);
        vm.expectRevert(
            abi.encodeWithSelector(
                IProtectedTransfer.TransferSettled.selector, id, IProtectedTransfer.TransferStatus.CLAIMED
            )
        );
        transfers.claimWithKey(id, recipient, signature);
    }

    function test_error_blockedRecipient() external {
        uint256 id = _openKeyed(keyConfig, address(0));
        _block(recipient);
        bytes memory signature = _keySignature(id, recipient);
        vm.expectRevert("Blocked address");
        transfers.claimWithKey(id, recipient, signature);
        _untouched(id);
        // The link's holder can name another account.
        transfers.claimWithKey(id, stranger, _keySignature(id, stranger));
    }

    function _refused(uint256 id, address to, bytes memory signature) private {
        vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.InvalidSignature.selector, claimKey));
        transfers.claimWithKey(id, to, signature);
        _untouched(id);
    }

    function _untouched(uint256 id) private view {
        IProtectedTransfer.Transfer memory t = transfers.getTransfer(id);
        assertEq(uint8(t.status), uint8(IProtectedTransfer.TransferStatus.PENDING));
        assertEq(t.attempts, 0);
        assertEq(transfers.attemptsRemaining(id), 5);
        assertTrue(transfers.isClaimable(id));
    }

    /// @dev A claim to another address than the recorded one.
    function _refuses(address other) private {
        uint256 id = _openKeyed(keyConfig, recipient);
        bytes memory signature = _keySignature(id, other);
        vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.OtherRecipient.selector, id, other, recipient));
        transfers.claimWithKey(id, other, signature);
        _untouched(id);
    }
}
