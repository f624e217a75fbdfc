// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IProtectedTransfer} from "../../src/interfaces/IProtectedTransfer.sol";
import {Base} from "../Base.t.sol";
import {TransferDigests} from "../TransferDigests.sol";
import {ContractSigner} from "../mocks/ContractSigner.sol";

contract ReleaseTest is Base {
    uint256 private constant FOREVER = type(uint256).max;

    function testFuzz_request(address caller, address to) external {
        vm.assume(to != address(0) && to != sender && to != address(transfers) && to != address(token));
        uint256 id = _openKeyed(releaseConfig, address(0));
        bytes memory signature = _keySignature(id, to);
        vm.record();
        for (uint256 i = 0; i < 2; ++i) {
            vm.expectEmit(address(transfers));
            emit IProtectedTransfer.ReleaseRequested(id, to);
            vm.prank(caller);
            transfers.requestRelease(id, to, signature);
        }
        (, bytes32[] memory writes) = vm.accesses(address(transfers));
        assertEq(writes.length, 0, "it stores nothing");
        _assertStatus(id, IProtectedTransfer.TransferStatus.PENDING);
        assertEq(token.balanceOf(address(transfers)), AMOUNT);
    }

    function test_error_requestWithoutTheKey() external {
        uint256 id = _openKeyed(releaseConfig, address(0));
        bytes memory signature = _keySignature(id, stranger);
        vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.InvalidSignature.selector, claimKey));
        transfers.requestRelease(id, recipient, signature);
        vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.InvalidSignature.selector, claimKey));
        transfers.requestRelease(id, recipient, "");
    }

    function testFuzz_error_requestByAnother(bytes calldata signature) external {
        uint256 id = _openKeyed(releaseConfig, address(0));
        vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.InvalidSignature.selector, claimKey));
        transfers.requestRelease(id, recipient, signature);
    }

    function testFuzz_release(address to) external {
        vm.assume(to != address(0) && to != sender && to != address(transfers) && to != address(token));
        vm.assume(token.balanceOf(to) == 0);
        uint256 id = _openKeyed(releaseConfig, address(0));
        vm.expectEmit(address(transfers));
        emit IProtectedTransfer.TransferReleased(id, to);
        vm.expectEmit(address(transfers));
        emit IProtectedTransfer.RecipientVerified(sender, to, id);
        vm.expectEmit(address(transfers));
        emit IProtectedTransfer.TransferClaimed(id, to, sender, AMOUNT, 0);
        vm.prank(sender);
        transfers.release(id, to);
        assertEq(token.balanceOf(to), AMOUNT);
        assertEq(transfers.getTransfer(id).to, to);
        assertTrue(transfers.isVerifiedRecipient(sender, to));
        _assertStatus(id, IProtectedTransfer.TransferStatus.CLAIMED);
    }

    function test_requestAndRelease() external {
        uint256 id = _openKeyed(releaseConfig, address(0));
        bytes memory signature = _keySignature(id, recipient);
        vm.expectEmit(address(transfers));
        emit IProtectedTransfer.ReleaseRequested(id, recipient);
        transfers.requestRelease(id, recipient, signature);
        vm.expectEmit(address(transfers));
        emit IProtectedTransfer.TransferReleased(id, recipient);
        vm.prank(sender);
        transfers.release(id, recipient);
        assertEq(transfers.getTransfer(id).to, recipient);
        assertEq(token.balanceOf(recipient), AMOUNT);
    }

    function test_releaseWithSignature() external {
        uint256 id = _openKeyed(releaseConfig, address(0));
        bytes memory signature = _sign(senderKey, _digest(id, recipient, keyHash, block.timestamp));
        vm.prank(stranger);
        transfers.releaseWithSignature(id, recipient, block.timestamp, signature);
        assertEq(token.balanceOf(recipient), AMOUNT);
        assertTrue(transfers.isVerifiedRecipient(sender, recipient));
    }

    function test_contractSender() external {
        ContractSigner wallet = new ContractSigner(sender);
        token.mint(address(wallet), AMOUNT);
        wallet.execute(address(token), abi.encodeCall(token.approve, (address(transfers), AMOUNT)));
        wallet.execute(
            address(transfers),
            abi.encodeCall(IProtectedTransfer.sendProtected, (releaseConfig, address(0), AMOUNT, keyHash))
        );
        transfers.releaseWithSignature(1, recipient, FOREVER, _sign(senderKey, _digest(1, recipient, keyHash, FOREVER)));
        assertEq(token.balanceOf(recipient), AMOUNT);
    }

    function test_error_signature() external {
        uint256 id = _openKeyed(releaseConfig, address(0));
        uint256 other = _openKeyed(releaseConfig, address(0));
        _refused(id, recipient, FOREVER, _sign(senderKey, _digest(other, recipient, keyHash, FOREVER)));
        _refused(id, recipient, FOREVER, _sign(senderKey, _digest(id, stranger, keyHash, FOREVER)));
        _refused(id, recipient, FOREVER, _sign(senderKey, _digest(id, recipient, CLAIM_HASH, FOREVER)));
        _refused(id, recipient, FOREVER, _sign(senderKey, _digest(id, recipient, keyHash, FOREVER - 1)));
        // Neither does the holder of the link release to itself.
        _refused(id, recipient, FOREVER, _sign(claimKeyKey, _digest(id, recipient, keyHash, FOREVER)));
        _refused(id, recipient, FOREVER, _keySignature(id, recipient));

        bytes memory late = _sign(senderKey, _digest(id, recipient, keyHash, block.timestamp - 1));
        vm.expectRevert(
            abi.encodeWithSelector(IProtectedTransfer.SignatureExpired.selector, block.timestamp - 1, block.timestamp)
        );
        transfers.releaseWithSignature(id, recipient, block.timestamp - 1, late);

        bytes memory before = _sign(senderKey, _digest(id, recipient, keyHash, FOREVER));
        vm.prank(sender);
        transfers.rekey(id, bytes32(uint256(1)));
        _refused(id, recipient, FOREVER, before);
    }

    function test_error_releaseByAStranger() external {
        uint256 id = _openKeyed(releaseConfig, address(0));
        vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.NotSender.selector, id, stranger, sender));
        vm.prank(stranger);
        transfers.release(id, stranger);
        assertEq(token.balanceOf(stranger), 0);
        _assertStatus(id, IProtectedTransfer.TransferStatus.PENDING);
    }

    function testFuzz_error_NotSender(address caller) external {
        vm.assume(caller != sender);
        uint256 id = _openKeyed(releaseConfig, address(0));
        vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.NotSender.selector, id, caller, sender));
        vm.prank(caller);
        transfers.release(id, recipient);
    }

    /// @dev In every state and mode in which there is nothing to release, all three functions refuse alike.
    function test_error_notReleasable() external {
        _allRefuse(99, recipient, abi.encodeWithSelector(IProtectedTransfer.UnknownTransfer.selector, 99));
        uint256 id = _open();
        _allRefuse(id, recipient, abi.encodeWithSelector(IProtectedTransfer.WrongClaimMode.selector, id, MODE_CODE));
        id = _openKeyed(keyConfig, address(0));
        _allRefuse(id, recipient, abi.encodeWithSelector(IProtectedTransfer.WrongClaimMode.selector, id, MODE_KEY));
        id = _openKeyed(releaseConfig, recipient);
        _allRefuse(id, recipient, abi.encodeWithSelector(IProtectedTransfer.RecipientRecorded.selector, id, recipient));
        id = _openKeyed(releaseConfig, address(0));
        _allRefuse(id, address(0), abi.encodeWithSelector(IProtectedTransfer.ZeroRecipient.selector));
        _allRefuse(id, sender, abi.encodeWithSelector(IProtectedTransfer.SelfTransfer.selector, sender));
        _allRefuse(
            id,
            address(transfers),
            abi.encodeWithSelector(IProtectedTransfer.ForbiddenRecipient.selector, address(transfers))
        );
        _allRefuse(
            id, address(token), abi.encodeWithSelector(IProtectedTransfer.ForbiddenRecipient.selector, address(token))
        );
        uint256 deadline = transfers.getTransfer(id).deadline;
        vm.warp(deadline + 1);
        _allRefuse(
            id,
            recipient,
            abi.encodeWithSelector(IProtectedTransfer.DeadlinePassed.selector, id, deadline, deadline + 1)
        );
        vm.warp(deadline);
        vm.prank(sender);
        transfers.release(id, recipient);
        _allRefuse(
            id,
            recipient,
            abi.encodeWithSelector(
                IProtectedTransfer.TransferSettled.selector, id, IProtectedTransfer.TransferStatus.CLAIMED
            )
        );
    }

    function test_cancelAndReclaimStay() external {
        uint256 id = _openKeyed(releaseConfig, address(0));
        vm.prank(sender);
        transfers.cancel(id);
        id = _openKeyed(keyConfig, address(0));
        _expire();
        transfers.reclaimExpired(id);
        assertEq(token.balanceOf(sender), FUNDS);
        assertEq(transfers.getTransfer(id).to, address(0));
    }

    function _allRefuse(uint256 id, address to, bytes memory failure) private {
        bytes[3] memory calls = [
            abi.encodeCall(transfers.requestRelease, (id, to, _keySignature(id, to))),
            abi.encodeCall(transfers.release, (id, to)),
            abi.encodeCall(
                transfers.releaseWithSignature, (id, to, FOREVER, _sign(senderKey, _digest(id, to, keyHash, FOREVER)))
            )
        ];
        for (uint256 i = 0; i < calls.length; ++i) {
            vm.prank(sender);
            (bool success, bytes memory result) = address(transfers).call(calls[i]);
            assertFalse(success);
            assertEq(result, failure);
        }
    }

    function _refused(uint256 id, address to, uint256 deadline, bytes memory signature) private {
        vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.InvalidSignature.selector, sender));
        transfers.releaseWithSignature(id, to, deadline, signature);
    }

    function _digest(uint256 id, address to, bytes32 claimHash, uint256 deadline) private view returns (bytes32) {
        return TransferDigests.release(address(transfers), block.chainid, id, to, claimHash, deadline);
    }
}
