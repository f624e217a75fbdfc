// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IProtectedTransfer} from "../../src/interfaces/IProtectedTransfer.sol";
import {Base} from "../Base.t.sol";

contract CancelTest is Base {
    function test_paysTheSender() external {
        uint256 id = _open();
        vm.expectEmit(address(transfers));
        emit IProtectedTransfer.TransferCancelled(id, sender, AMOUNT);
        vm.prank(sender);
        transfers.cancel(id);
        assertEq(token.balanceOf(sender), FUNDS);
        assertEq(token.balanceOf(address(transfers)), 0);
        _assertStatus(id, IProtectedTransfer.TransferStatus.CANCELLED);
        assertEq(transfers.getTransfer(id).claimHash, CLAIM_HASH);
        assertFalse(transfers.isVerifiedRecipient(sender, recipient));
    }

    function testFuzz_anyTimeWhileOpen(uint256 amount, uint32 elapsed, uint8 guesses) external {
        amount = bound(amount, 1, FUNDS);
        uint256 id = _open(feeConfig, recipient, amount, CLAIM_HASH);
        _guess(id, bound(guesses, 0, 5));
        vm.warp(block.timestamp + elapsed);
        vm.prank(sender);
        transfers.cancel(id);
        assertEq(token.balanceOf(sender), FUNDS);
    }

    function test_error_byTheRecipient() external {
        uint256 id = _open();
        vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.NotSender.selector, id, recipient, sender));
        vm.prank(recipient);
        transfers.cancel(id);
        _assertStatus(id, IProtectedTransfer.TransferStatus.PENDING);
    }

    function testFuzz_error_NotSender(address caller) external {
        vm.assume(caller != sender);
        uint256 id = _open();
        vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.NotSender.selector, id, caller, sender));
        vm.prank(caller);
        transfers.cancel(id);
        _expire();
        vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.NotSender.selector, id, caller, sender));
        vm.prank(caller);
        transfers.cancel(id);
    }

    function test_error_unknownOrSettled() external {
        vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.UnknownTransfer.selector, 1));
        transfers.cancel(1);
        (uint256[3] memory ids, IProtectedTransfer.TransferStatus[3] memory statuses) = _settled();
        for (uint256 i = 0; i < 3; ++i) {
            vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.TransferSettled.selector, ids[i], statuses[i]));
            vm.prank(sender);
            transfers.cancel(ids[i]);
        }
    }

    function test_error_blocked() external {
        uint256 id = _open();
        address[2] memory parties = [sender, address(transfers)];
        for (uint256 i = 0; i < parties.length; ++i) {
            _block(parties[i]);
            vm.expectRevert("Blocked address");
            vm.prank(sender);
            transfers.cancel(id);
            _unblock(parties[i]);
            _assertStatus(id, IProtectedTransfer.TransferStatus.PENDING);
        }
        vm.prank(sender);
        transfers.cancel(id);
    }

    function test_behavior_blockedRecipientOrFeeTakerDoNotHinder() external {
        _block(recipient);
        _block(feeTaker);
        uint256 id = _open(feeConfig);
        vm.prank(sender);
        transfers.cancel(id);
        assertEq(token.balanceOf(sender), FUNDS);
    }
}
