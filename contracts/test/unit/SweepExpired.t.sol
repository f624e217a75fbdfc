// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISpendPolicyAccount} from "../../src/interfaces/ISpendPolicyAccount.sol";
import {Policy} from "../../src/types/Policy.sol";
import {ShieldBase} from "../ShieldBase.t.sol";

contract SweepExpiredTest is ShieldBase {
    function testFuzz_sweeps(bool pulls, uint256 late) external {
        ISpendPolicyAccount box = _box(pulls ? PULL : PAY);
        vm.warp(bound(late, uint256(expiry) + 1, type(uint64).max));
        vm.expectEmit(address(box));
        emit ISpendPolicyAccount.SweptToVault(CAP);
        vm.prank(vault);
        box.sweepExpired(vault);
        assertEq(token.balanceOf(vault), CAP);
        assertEq(box.nonce(), 1);
        assertEq(box.sweepNonce(), 1);
        assertEq(box.spent(), 0);
    }

    function testFuzz_error_NotExpired(uint256 early) external {
        ISpendPolicyAccount box = _box(PAY);
        early = bound(early, 1, expiry);
        vm.warp(early);
        vm.expectRevert(abi.encodeWithSelector(ISpendPolicyAccount.NotExpired.selector, expiry, early));
        vm.prank(vault);
        box.sweepExpired(vault);
    }

    /// @dev In its last second a box can spend, in the next one it can be swept: no second allows both, and none allows
    /// neither.
    function test_theLastSecondAndTheNext() external {
        ISpendPolicyAccount box = _box(PAY);
        vm.warp(expiry);
        vm.expectRevert(abi.encodeWithSelector(ISpendPolicyAccount.NotExpired.selector, expiry, expiry));
        vm.prank(vault);
        box.sweepExpired(vault);
        _pay(box, AMOUNT);

        vm.warp(uint256(expiry) + 1);
        bytes memory signature = _cosign(box, AMOUNT, PAY);
        vm.expectRevert(abi.encodeWithSelector(ISpendPolicyAccount.Expired.selector, expiry, uint256(expiry) + 1));
        box.pay(AMOUNT, signature);
        vm.prank(vault);
        box.sweepExpired(vault);
        assertEq(token.balanceOf(vault), CAP - AMOUNT);
    }

    function test_error_neverExpires() external {
        Policy memory p = _policy(PAY);
        p.expiry = type(uint40).max;
        ISpendPolicyAccount box = _box(p);
        vm.warp(type(uint40).max);
        vm.expectRevert(
            abi.encodeWithSelector(ISpendPolicyAccount.NotExpired.selector, type(uint40).max, type(uint40).max)
        );
        vm.prank(vault);
        box.sweepExpired(vault);
    }

    function test_error_byAStranger() external {
        ISpendPolicyAccount box = _box(PAY);
        vm.warp(uint256(expiry) + 1);
        vm.expectRevert(abi.encodeWithSelector(ISpendPolicyAccount.NotVault.selector, stranger));
        vm.prank(stranger);
        box.sweepExpired(vault);
        assertEq(token.balanceOf(address(box)), CAP);
    }

    function testFuzz_error_NotVault(address caller) external {
        vm.assume(caller != vault);
        ISpendPolicyAccount box = _box(PAY);
        vm.warp(uint256(expiry) + 1);
        vm.startPrank(caller);
        vm.expectRevert(abi.encodeWithSelector(ISpendPolicyAccount.NotVault.selector, caller));
        box.sweepExpired(vault);
        vm.expectRevert(abi.encodeWithSelector(ISpendPolicyAccount.NotVault.selector, caller));
        box.sweepExpired(caller);
        vm.stopPrank();
    }

    function test_error_NotABox() external {
        vm.expectRevert(ISpendPolicyAccount.NotABox.selector);
        vm.prank(vault);
        implementation.sweepExpired(vault);
    }
}
