// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IProtectedTransfer} from "../../src/interfaces/IProtectedTransfer.sol";
import {Base} from "../Base.t.sol";

contract ClaimTest is Base {
    function test_paysTheRecordedRecipient() external {
        uint256 id = _open();
        vm.expectEmit(address(transfers));
        emit IProtectedTransfer.RecipientVerified(sender, recipient, id);
        vm.expectEmit(address(transfers));
        emit IProtectedTransfer.TransferClaimed(id, recipient, stranger, AMOUNT, 0);
        vm.prank(stranger);
        assertTrue(transfers.claim(id, CODE, SALT));

        assertEq(token.balanceOf(recipient), AMOUNT);
        assertEq(token.balanceOf(stranger), 0);
        assertEq(token.balanceOf(address(transfers)), 0);
        _assertStatus(id, IProtectedTransfer.TransferStatus.CLAIMED);
        assertEq(transfers.getTransfer(id).claimHash, CLAIM_HASH, "kept after settlement");
        assertTrue(transfers.isVerifiedRecipient(sender, recipient));
        assertFalse(transfers.isVerifiedRecipient(recipient, sender));
    }

    function test_verifiesAPairOnce() external {
        _claimed();
        uint256 id = _open();
        vm.recordLogs();
        transfers.claim(id, CODE, SALT);
        assertEq(vm.getRecordedLogs().length, 2, "TransferClaimed and the token's Transfer only");
    }

    function testFuzz_anySecretAnyCaller(address caller, bytes32 salt, string calldata code, uint96 amount) external {
        amount = uint96(bound(amount, 1, FUNDS));
        uint256 id = _open(plainConfig, recipient, amount, keccak256(abi.encodePacked(salt, code)));
        vm.prank(caller);
        assertTrue(transfers.claim(id, code, salt));
        assertEq(token.balanceOf(recipient), amount);
    }

    function testFuzz_wrongSecretNeverPays(string calldata code, bytes32 salt) external {
        vm.assume(keccak256(abi.encodePacked(salt, code)) != CLAIM_HASH);
        uint256 id = _open();
        assertFalse(transfers.claim(id, code, salt));
        assertEq(token.balanceOf(recipient), 0);
        assertEq(transfers.attemptsRemaining(id), 4);
    }

    function test_wrongCodeCountsAndTheFifthLocks() external {
        uint256 id = _open();
        for (uint8 i = 1; i <= 5; ++i) {
            vm.expectEmit(address(transfers));
            emit IProtectedTransfer.ClaimAttemptFailed(id, stranger, i);
            if (i == 5) {
                vm.expectEmit(address(transfers));
                emit IProtectedTransfer.TransferLocked(id);
            }
            vm.prank(stranger);
            assertFalse(transfers.claim(id, WRONG, SALT));
            assertEq(transfers.getTransfer(id).attempts, i);
            assertEq(transfers.attemptsRemaining(id), 5 - i);
        }
        _assertStatus(id, IProtectedTransfer.TransferStatus.LOCKED);
        assertEq(token.balanceOf(address(transfers)), AMOUNT);

        vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.ClaimLocked.selector, id));
        transfers.claim(id, CODE, SALT);
        vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.ClaimLocked.selector, id));
        transfers.claimWithProof(id, abi.encode(SALT, CODE));
    }

    function test_onlyTheFifthWrongCodeLocks() external {
        uint256 id = _open();
        vm.recordLogs();
        _guess(id, 4);
        assertEq(vm.getRecordedLogs().length, 4, "ClaimAttemptFailed");
        _guess(id, 1);
        assertEq(vm.getRecordedLogs().length, 2, "ClaimAttemptFailed, TransferLocked");
    }

    function test_rightCodeAfterFourWrong() external {
        uint256 id = _open();
        _guess(id, 4);
        assertTrue(transfers.claim(id, CODE, SALT));
        assertEq(transfers.attemptsRemaining(id), 0);
    }

    function test_deadlineSecond() external {
        uint256 id = _open();
        uint256 deadline = block.timestamp + WINDOW;
        vm.warp(deadline);
        assertTrue(transfers.claim(id, CODE, SALT));

        id = _open();
        deadline += WINDOW;
        vm.warp(deadline + 1);
        bytes memory reason =
            abi.encodeWithSelector(IProtectedTransfer.DeadlinePassed.selector, id, deadline, deadline + 1);
        vm.expectRevert(reason);
        transfers.claim(id, CODE, SALT);
        vm.expectRevert(reason);
        transfers.claimWithProof(id, abi.encode(SALT, CODE));
        vm.expectRevert(reason);
        transfers.claim(id, WRONG, SALT);
    }

    function test_withProof_pays() external {
        uint256 id = _open();
        vm.prank(stranger);
        assertTrue(transfers.claimWithProof(id, abi.encode(SALT, CODE)));
        assertEq(token.balanceOf(recipient), AMOUNT);
        _assertStatus(id, IProtectedTransfer.TransferStatus.CLAIMED);
    }

    function testFuzz_withProof_malformedCountsAsWrong(bytes calldata proof) external {
        uint256 id = _open();
        assertFalse(transfers.claimWithProof(id, proof));
        assertEq(transfers.getTransfer(id).attempts, 1);
    }

    function test_withProof_fiveMalformedLock() external {
        uint256 id = _open();
        for (uint256 i = 0; i < 5; ++i) {
            assertFalse(transfers.claimWithProof(id, ""));
        }
        _assertStatus(id, IProtectedTransfer.TransferStatus.LOCKED);
    }

    function test_error_unknownOrSettled() external {
        vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.UnknownTransfer.selector, 0));
        transfers.claim(0, CODE, SALT);
        vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.UnknownTransfer.selector, 99));
        transfers.claimWithProof(99, abi.encode(SALT, CODE));

        (uint256[3] memory ids, IProtectedTransfer.TransferStatus[3] memory statuses) = _settled();
        for (uint256 i = 0; i < 3; ++i) {
            bytes memory reason =
                abi.encodeWithSelector(IProtectedTransfer.TransferSettled.selector, ids[i], statuses[i]);
            vm.expectRevert(reason);
            transfers.claim(ids[i], CODE, SALT);
            vm.expectRevert(reason);
            transfers.claimWithProof(ids[i], abi.encode(SALT, CODE));
        }
    }

    function test_error_blockedRecipient() external {
        uint256 id = _open();
        _block(recipient);
        vm.expectRevert("Blocked address");
        transfers.claim(id, CODE, SALT);
        vm.expectRevert("Blocked address");
        transfers.claimWithProof(id, abi.encode(SALT, CODE));
        _assertStatus(id, IProtectedTransfer.TransferStatus.PENDING);
        assertEq(transfers.attemptsRemaining(id), 5);
        _unblock(recipient);
        assertTrue(transfers.claim(id, CODE, SALT));
    }

    function test_behavior_blockedSenderDoesNotHinderTheClaim() external {
        uint256 id = _open();
        _block(sender);
        assertTrue(transfers.claim(id, CODE, SALT));
        assertEq(token.balanceOf(recipient), AMOUNT);
    }

    function test_error_blockedContract() external {
        uint256 id = _open();
        _block(address(transfers));
        vm.expectRevert("Blocked address");
        transfers.claim(id, CODE, SALT);
        _assertStatus(id, IProtectedTransfer.TransferStatus.PENDING);
    }
}
