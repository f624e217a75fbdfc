// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISpendPolicyAccount} from "../../src/interfaces/ISpendPolicyAccount.sol";
import {ShieldBase} from "../ShieldBase.t.sol";

contract CloseToVaultTest is ShieldBase {
    function testFuzz_sweepsAndCloses(bool pulls, uint256 spent, uint32 elapsed) external {
        ISpendPolicyAccount box = _box(pulls ? PULL : PAY);
        spent = bound(spent, 0, PULL_CAP);
        if (spent != 0) pulls ? _pull(box, spent) : _pay(box, spent);
        vm.warp(block.timestamp + elapsed);
        vm.expectEmit(address(box));
        emit ISpendPolicyAccount.Closed();
        vm.expectEmit(address(box));
        emit ISpendPolicyAccount.SweptToVault(CAP - spent);
        vm.prank(vault);
        box.closeToVault(vault);
        assertTrue(box.closed());
        assertEq(token.balanceOf(vault), CAP - spent);
        assertEq(box.remaining(), 0);
        assertEq(box.spent(), spent);
        assertEq(box.sweepNonce(), 1);
    }

    function test_error_payFromAClosedBox() external {
        _spendsNothing(PAY);
    }

    function test_error_pullFromAClosedBox() external {
        _spendsNothing(PULL);
    }

    function test_aClosedBoxHasNothingRemaining() external {
        ISpendPolicyAccount box = _box(PAY);
        _pay(box, AMOUNT);
        assertEq(box.remaining(), CAP - AMOUNT);
        vm.prank(vault);
        box.closeToVault(vault);
        assertEq(box.remaining(), 0);
        assertEq(box.spent(), AMOUNT);
    }

    /// @dev Not even with a signature of the co-signer for the next nonce, or money that comes later.
    function testFuzz_error_BoxClosed(bool pulls) external {
        uint8 action = pulls ? PULL : PAY;
        ISpendPolicyAccount box = _box(action);
        vm.prank(vault);
        box.closeToVault(vault);
        token.mint(address(box), CAP);
        bytes memory signature = _cosign(box, 1, action);
        vm.expectRevert(ISpendPolicyAccount.BoxClosed.selector);
        pulls ? box.pull(1, signature) : box.pay(1, signature);
        // Creating it again does not reopen it.
        factory.createAccount(ownerHash, BOX_SALT, _policy(action));
        assertTrue(box.closed());
    }

    function test_sweepsAgain() external {
        ISpendPolicyAccount box = _box(PAY);
        vm.startPrank(vault);
        box.closeToVault(vault);
        token.mint(address(box), 1);
        vm.recordLogs();
        box.closeToVault(vault);
        assertEq(vm.getRecordedLogs().length, 2, "SweptToVault and the token's Transfer, no second Closed");
        token.mint(address(box), 2);
        box.sweepToVault(vault);
        vm.stopPrank();
        assertEq(token.balanceOf(vault), CAP + 3);
        assertTrue(box.closed());
    }

    function test_error_byAStranger() external {
        ISpendPolicyAccount box = _box(PAY);
        vm.expectRevert(abi.encodeWithSelector(ISpendPolicyAccount.NotVault.selector, stranger));
        vm.prank(stranger);
        box.closeToVault(vault);
        assertEq(token.balanceOf(address(box)), CAP);
    }

    function testFuzz_error_NotVault(address caller) external {
        vm.assume(caller != vault);
        ISpendPolicyAccount box = _box(PAY);
        vm.startPrank(caller);
        vm.expectRevert(abi.encodeWithSelector(ISpendPolicyAccount.NotVault.selector, caller));
        box.closeToVault(vault);
        vm.expectRevert(abi.encodeWithSelector(ISpendPolicyAccount.NotVault.selector, caller));
        box.closeToVault(caller);
        vm.stopPrank();
        assertFalse(box.closed());
    }

    /// @dev A closed box that has got its cap again.
    function _spendsNothing(uint8 action) private {
        ISpendPolicyAccount box = _box(action);
        vm.prank(vault);
        box.closeToVault(vault);
        token.mint(address(box), CAP);
        bytes memory signature = _cosign(box, AMOUNT, action);
        vm.expectRevert(ISpendPolicyAccount.BoxClosed.selector);
        action == PULL ? box.pull(AMOUNT, signature) : box.pay(AMOUNT, signature);
        assertEq(token.balanceOf(target), 0);
    }
}
