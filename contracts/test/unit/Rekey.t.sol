// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IProtectedTransfer} from "../../src/interfaces/IProtectedTransfer.sol";
import {Base} from "../Base.t.sol";

contract RekeyTest is Base {
    bytes32 private constant NEW_SALT = keccak256("new salt");
    bytes32 private constant NEW_HASH = keccak256(abi.encodePacked(NEW_SALT, "NEWC0DENEWC0DE00"));

    function test_reopensALockedTransfer() external {
        uint256 id = _locked();
        IProtectedTransfer.Transfer memory before = transfers.getTransfer(id);
        vm.warp(before.deadline);
        vm.expectEmit(address(transfers));
        emit IProtectedTransfer.TransferRekeyed(id, NEW_HASH);
        vm.prank(sender);
        transfers.rekey(id, NEW_HASH);

        IProtectedTransfer.Transfer memory t = transfers.getTransfer(id);
        assertEq(t.claimHash, NEW_HASH);
        assertEq(t.attempts, 0);
        assertEq(uint8(t.status), uint8(IProtectedTransfer.TransferStatus.PENDING));
        assertEq(t.deadline, before.deadline);
        assertEq(t.sender, before.sender);
        assertEq(t.to, before.to);
        assertEq(t.amount, before.amount);
        assertEq(t.configId, before.configId);
        assertEq(transfers.attemptsRemaining(id), 5);
        assertTrue(transfers.isClaimable(id));

        assertFalse(transfers.claim(id, CODE, SALT), "the old code is void");
        assertTrue(transfers.claim(id, "NEWC0DENEWC0DE00", NEW_SALT));
        assertEq(token.balanceOf(recipient), AMOUNT);
    }

    function testFuzz_pending(bytes32 hash, uint8 guesses, uint32 elapsed) external {
        vm.assume(hash != bytes32(0));
        uint256 id = _open();
        _guess(id, bound(guesses, 0, 5));
        vm.warp(block.timestamp + bound(elapsed, 0, WINDOW));
        vm.prank(sender);
        transfers.rekey(id, hash);
        assertEq(transfers.getTransfer(id).claimHash, hash);
        assertEq(transfers.attemptsRemaining(id), 5);
        _assertStatus(id, IProtectedTransfer.TransferStatus.PENDING);
    }

    /// @dev Wrong guesses reveal nothing, so the recipient's code may stay.
    function test_sameHash() external {
        uint256 id = _locked();
        vm.prank(sender);
        transfers.rekey(id, CLAIM_HASH);
        assertTrue(transfers.claim(id, CODE, SALT));
    }

    /// @dev The worst a stranger can do: pay for five wrong claims after each rekey, until the sender is refunded.
    function test_lockingAgainAndAgainOnlyDelays() external {
        uint256 id = _open();
        for (uint256 i = 0; i < 10; ++i) {
            _guess(id, 5);
            _assertStatus(id, IProtectedTransfer.TransferStatus.LOCKED);
            vm.prank(sender);
            transfers.rekey(id, CLAIM_HASH);
        }
        _guess(id, 5);
        _expire();
        transfers.reclaimExpired(id);
        assertEq(token.balanceOf(sender), FUNDS);
    }

    function test_error_unknownOrSettled() external {
        vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.UnknownTransfer.selector, 1));
        transfers.rekey(1, NEW_HASH);
        (uint256[3] memory ids, IProtectedTransfer.TransferStatus[3] memory statuses) = _settled();
        for (uint256 i = 0; i < 3; ++i) {
            vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.TransferSettled.selector, ids[i], statuses[i]));
            vm.prank(sender);
            transfers.rekey(ids[i], NEW_HASH);
        }
    }

    function test_error_byTheRecipient() external {
        uint256 id = _open();
        vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.NotSender.selector, id, recipient, sender));
        vm.prank(recipient);
        transfers.rekey(id, NEW_HASH);
        _assertStatus(id, IProtectedTransfer.TransferStatus.PENDING);
    }

    function testFuzz_error_NotSender(address caller) external {
        vm.assume(caller != sender);
        uint256 id = _locked();
        vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.NotSender.selector, id, caller, sender));
        vm.prank(caller);
        transfers.rekey(id, NEW_HASH);
    }

    function test_error_EmptyClaimHash() external {
        uint256 id = _open();
        vm.expectRevert(IProtectedTransfer.EmptyClaimHash.selector);
        vm.prank(sender);
        transfers.rekey(id, bytes32(0));
    }

    function test_error_DeadlinePassed() external {
        uint256 id = _locked();
        uint256 deadline = transfers.getTransfer(id).deadline;
        _expire();
        vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.DeadlinePassed.selector, id, deadline, deadline + 1));
        vm.prank(sender);
        transfers.rekey(id, NEW_HASH);
    }

    function test_behavior_blocklistDoesNotMatter() external {
        uint256 id = _locked();
        _block(sender);
        _block(recipient);
        vm.prank(sender);
        transfers.rekey(id, NEW_HASH);
        _assertStatus(id, IProtectedTransfer.TransferStatus.PENDING);
    }
}
