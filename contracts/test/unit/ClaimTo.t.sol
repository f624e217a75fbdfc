// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IProtectedTransfer} from "../../src/interfaces/IProtectedTransfer.sol";
import {Base} from "../Base.t.sol";
import {PreimageVerifier} from "../mocks/HostileVerifier.sol";

contract ClaimToTest is Base {
    function test_paysTheExpectedRecipient() external {
        uint256 id = _open();
        vm.prank(stranger);
        assertTrue(transfers.claimTo(id, recipient, CODE, SALT));
        assertEq(token.balanceOf(recipient), AMOUNT);
        id = _open(feeConfig);
        assertTrue(transfers.claimToWithProof(id, recipient, abi.encode(SALT, CODE)));
        assertEq(token.balanceOf(feeTaker), AMOUNT / 100);
    }

    function test_asksTheVerifier() external {
        bytes32 config = transfers.createConfigWithVerifier(WINDOW, address(new PreimageVerifier()), 0, address(0));
        uint256 id = transfers.nextTransferId();
        _open(config, recipient, AMOUNT, keccak256(abi.encode(id, address(this), bytes("proof"))));
        assertFalse(transfers.claimToWithProof(id, recipient, "wrong"));
        assertTrue(transfers.claimToWithProof(id, recipient, "proof"));
    }

    /// @dev The payee of a poisoned sender expects itself, so its claim pays no other account, and costs no attempt.
    function testFuzz_error_OtherRecipient(address expected) external {
        vm.assume(expected != recipient);
        uint256 id = _open();
        bytes memory failure =
            abi.encodeWithSelector(IProtectedTransfer.OtherRecipient.selector, id, expected, recipient);
        vm.expectRevert(failure);
        transfers.claimTo(id, expected, CODE, SALT);
        vm.expectRevert(failure);
        transfers.claimToWithProof(id, expected, abi.encode(SALT, CODE));
        assertEq(transfers.attemptsRemaining(id), 5);
    }

    function test_error_claimToAnother() external {
        uint256 id = _open();
        vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.OtherRecipient.selector, id, stranger, recipient));
        transfers.claimTo(id, stranger, CODE, SALT);
        _assertStatus(id, IProtectedTransfer.TransferStatus.PENDING);
    }

    function test_error_claimToWithProofAnother() external {
        uint256 id = _open();
        vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.OtherRecipient.selector, id, stranger, recipient));
        transfers.claimToWithProof(id, stranger, abi.encode(SALT, CODE));
        _assertStatus(id, IProtectedTransfer.TransferStatus.PENDING);
    }

    function test_error_settled() external {
        uint256 id = _claimed();
        bytes memory failure = abi.encodeWithSelector(
            IProtectedTransfer.TransferSettled.selector, id, IProtectedTransfer.TransferStatus.CLAIMED
        );
        vm.expectRevert(failure);
        transfers.claimTo(id, recipient, CODE, SALT);
        vm.expectRevert(failure);
        transfers.claimToWithProof(id, recipient, abi.encode(SALT, CODE));
    }

    function test_error_late() external {
        uint256 id = _open();
        uint256 deadline = transfers.getTransfer(id).deadline;
        vm.warp(deadline + 1);
        bytes memory failure =
            abi.encodeWithSelector(IProtectedTransfer.DeadlinePassed.selector, id, deadline, deadline + 1);
        vm.expectRevert(failure);
        transfers.claimTo(id, recipient, CODE, SALT);
        vm.expectRevert(failure);
        transfers.claimToWithProof(id, recipient, abi.encode(SALT, CODE));
    }

    function test_aWrongCodeCounts() external {
        uint256 id = _open();
        assertFalse(transfers.claimTo(id, recipient, WRONG, SALT));
        assertFalse(transfers.claimToWithProof(id, recipient, abi.encode(SALT, WRONG)));
        assertEq(transfers.attemptsRemaining(id), 3);
    }
}
