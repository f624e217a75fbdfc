// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IProtectedTransfer} from "../../src/interfaces/IProtectedTransfer.sol";
import {Base} from "../Base.t.sol";

contract ReclaimExpiredTest is Base {
    function test_paysTheSender() external {
        uint256 id = _open();
        _expire();
        vm.expectEmit(address(transfers));
        emit IProtectedTransfer.TransferReclaimed(id, sender, stranger, AMOUNT);
        vm.prank(stranger);
        transfers.reclaimExpired(id);
        assertEq(token.balanceOf(sender), FUNDS);
        assertEq(token.balanceOf(stranger), 0);
        _assertStatus(id, IProtectedTransfer.TransferStatus.RECLAIMED);
    }

    function testFuzz_afterTheDeadline(uint256 amount, uint32 late, uint8 guesses, address caller) external {
        amount = bound(amount, 1, FUNDS);
        uint256 id = _open(feeConfig, recipient, amount, CLAIM_HASH);
        _guess(id, bound(guesses, 0, 5));
        _expire();
        vm.warp(block.timestamp + late);
        vm.prank(caller);
        transfers.reclaimExpired(id);
        assertEq(token.balanceOf(sender), FUNDS);
        assertEq(token.balanceOf(feeTaker), 0);
    }

    function testFuzz_error_DeadlineNotPassed(uint256 elapsed) external {
        uint256 id = _open();
        uint256 deadline = block.timestamp + WINDOW;
        vm.warp(block.timestamp + bound(elapsed, 0, WINDOW));
        vm.expectRevert(
            abi.encodeWithSelector(IProtectedTransfer.DeadlineNotPassed.selector, id, deadline, block.timestamp)
        );
        vm.prank(sender);
        transfers.reclaimExpired(id);
    }

    function test_deadlineSecond() external {
        uint256 id = _open();
        uint256 deadline = block.timestamp + WINDOW;
        vm.warp(deadline);
        vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.DeadlineNotPassed.selector, id, deadline, deadline));
        transfers.reclaimExpired(id);
        _assertStatus(id, IProtectedTransfer.TransferStatus.PENDING);

        vm.warp(deadline + 1);
        transfers.reclaimExpired(id);
        assertEq(token.balanceOf(sender), FUNDS);
    }

    function test_error_unknownOrSettled() external {
        vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.UnknownTransfer.selector, 1));
        transfers.reclaimExpired(1);
        (uint256[3] memory ids, IProtectedTransfer.TransferStatus[3] memory statuses) = _settled();
        _expire();
        for (uint256 i = 0; i < 3; ++i) {
            vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.TransferSettled.selector, ids[i], statuses[i]));
            transfers.reclaimExpired(ids[i]);
        }
    }

    function test_error_blocked() external {
        uint256 id = _locked();
        _expire();
        address[2] memory parties = [sender, address(transfers)];
        for (uint256 i = 0; i < parties.length; ++i) {
            _block(parties[i]);
            vm.expectRevert("Blocked address");
            transfers.reclaimExpired(id);
            _assertStatus(id, IProtectedTransfer.TransferStatus.LOCKED);
            _unblock(parties[i]);
        }
        _block(recipient);
        transfers.reclaimExpired(id);
        assertEq(token.balanceOf(sender), FUNDS);
    }
}
