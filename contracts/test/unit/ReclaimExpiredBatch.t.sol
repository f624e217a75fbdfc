// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IProtectedTransfer} from "../../src/interfaces/IProtectedTransfer.sol";
import {Base} from "../Base.t.sol";

contract ReclaimExpiredBatchTest is Base {
    function test_empty() external {
        assertEq(transfers.reclaimExpiredBatch(new uint256[](0)), 0);
    }

    function test_namesTheRealCaller() external {
        uint256[] memory ids = new uint256[](2);
        ids[0] = _open();
        ids[1] = _locked();
        _expire();
        for (uint256 i = 0; i < 2; ++i) {
            vm.expectEmit(address(transfers));
            emit IProtectedTransfer.TransferReclaimed(ids[i], sender, stranger, AMOUNT);
        }
        vm.prank(stranger);
        assertEq(transfers.reclaimExpiredBatch(ids), 2);
        assertEq(token.balanceOf(sender), FUNDS);
    }

    function test_failuresRevertAlone() external {
        address blocked = makeAddr("blocked sender");
        token.mint(blocked, AMOUNT);
        vm.startPrank(blocked);
        token.approve(address(transfers), AMOUNT);
        uint256 ofBlocked = transfers.sendProtected(plainConfig, recipient, AMOUNT, CLAIM_HASH);
        vm.stopPrank();
        uint256 claimed = _claimed();
        uint256 first = _open();
        uint256 second = _open();
        _expire();
        uint256 fresh = _open();
        _block(blocked);

        uint256[] memory ids = new uint256[](8);
        (ids[0], ids[1], ids[2], ids[3]) = (0, ofBlocked, first, first);
        (ids[4], ids[5], ids[6], ids[7]) = (claimed, fresh, second, type(uint256).max);
        vm.prank(stranger);
        assertEq(transfers.reclaimExpiredBatch(ids), 2);
        _assertStatus(first, IProtectedTransfer.TransferStatus.RECLAIMED);
        _assertStatus(second, IProtectedTransfer.TransferStatus.RECLAIMED);
        _assertStatus(ofBlocked, IProtectedTransfer.TransferStatus.PENDING);
        _assertStatus(fresh, IProtectedTransfer.TransferStatus.PENDING);
        _assertStatus(claimed, IProtectedTransfer.TransferStatus.CLAIMED);

        _unblock(blocked);
        assertEq(transfers.reclaimExpiredBatch(ids), 1, "tried again");
        assertEq(token.balanceOf(blocked), AMOUNT);
    }

    function test_deadlineSecond() external {
        uint256[] memory ids = new uint256[](1);
        ids[0] = _open();
        vm.warp(block.timestamp + WINDOW);
        assertEq(transfers.reclaimExpiredBatch(ids), 0);
        _assertStatus(ids[0], IProtectedTransfer.TransferStatus.PENDING);

        vm.warp(block.timestamp + 1);
        assertEq(transfers.reclaimExpiredBatch(ids), 1);
        assertEq(token.balanceOf(sender), FUNDS);
    }

    function testFuzz_anySubset(uint16 open, uint8 count) external {
        count = uint8(bound(count, 1, 16));
        uint256[] memory ids = new uint256[](count);
        uint256 expected;
        for (uint256 i = 0; i < count; ++i) {
            bool stays = (open >> i) & 1 == 1;
            ids[i] = stays ? _open() : _cancelled();
            if (stays) ++expected;
        }
        _expire();
        assertEq(transfers.reclaimExpiredBatch(ids), expected);
        assertEq(token.balanceOf(sender), FUNDS);
    }

    function test_error_InsufficientBatchGas() external {
        uint256[] memory ids = new uint256[](1);
        ids[0] = _open();
        _expire();
        (bool success, bytes memory reason) =
            address(transfers).call{gas: 200_000}(abi.encodeCall(transfers.reclaimExpiredBatch, (ids)));
        assertFalse(success);
        assertEq(bytes4(reason), IProtectedTransfer.InsufficientBatchGas.selector);
        _assertStatus(ids[0], IProtectedTransfer.TransferStatus.PENDING);
    }

    /// @dev With any gas limit, a batch that succeeds has reclaimed every expired transfer: none runs out of gas.
    function testFuzz_gasNeverStarvesAnItem(uint256 gasLimit, bool one) external {
        uint256 count = one ? 1 : 5;
        gasLimit = bound(gasLimit, 20_000, one ? 250_000 : 500_000);
        uint256[] memory ids = new uint256[](count);
        for (uint256 i = 0; i < count; ++i) {
            ids[i] = _open();
        }
        _expire();
        _cool();
        (bool success, bytes memory result) =
            address(transfers).call{gas: gasLimit}(abi.encodeCall(transfers.reclaimExpiredBatch, (ids)));
        if (success) assertEq(abi.decode(result, (uint256)), count);
        assertEq(token.balanceOf(sender), success ? FUNDS : FUNDS - count * AMOUNT);
    }
}
