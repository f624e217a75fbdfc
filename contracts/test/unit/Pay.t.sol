// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";

import {ISpendPolicyAccount} from "../../src/interfaces/ISpendPolicyAccount.sol";
import {Policy} from "../../src/types/Policy.sol";
import {ShieldBase} from "../ShieldBase.t.sol";

contract PayTest is ShieldBase {
    function testFuzz_pays(uint256 amount, address submitter) external {
        amount = bound(amount, 1, CAP);
        ISpendPolicyAccount box = _box(PAY);
        bytes memory signature = _cosign(box, amount, PAY);
        vm.expectEmit(address(box));
        emit ISpendPolicyAccount.Paid(target, amount, amount);
        vm.prank(submitter);
        box.pay(amount, signature);
        assertEq(token.balanceOf(target), amount);
        assertEq(token.balanceOf(address(box)), CAP - amount);
        assertEq(box.spent(), amount);
        assertEq(box.remaining(), CAP - amount);
        assertEq(box.nonce(), 1);
        assertEq(box.sweepNonce(), 0);
        assertEq(box.lastPull(), 0);
    }

    function testFuzz_untilTheCap(uint256[5] memory amounts) external {
        ISpendPolicyAccount box = _box(PAY);
        token.mint(address(box), CAP);
        uint256 spent;
        for (uint256 i = 0; i < amounts.length; ++i) {
            uint256 amount = bound(amounts[i], 1, CAP);
            if (spent + amount > CAP) {
                bytes memory signature = _cosign(box, amount, PAY);
                vm.expectRevert(abi.encodeWithSelector(ISpendPolicyAccount.OverLimit.selector, amount, CAP - spent));
                box.pay(amount, signature);
            } else {
                spent += amount;
                vm.expectEmit(address(box));
                emit ISpendPolicyAccount.Paid(target, amount, spent);
                _pay(box, amount);
            }
            assertEq(box.spent(), spent);
            assertEq(token.balanceOf(target), spent);
        }
    }

    function test_theWholeCapThenNothing() external {
        ISpendPolicyAccount box = _box(PAY);
        token.mint(address(box), CAP);
        _pay(box, CAP);
        bytes memory signature = _cosign(box, 1, PAY);
        vm.expectRevert(abi.encodeWithSelector(ISpendPolicyAccount.OverLimit.selector, 1, 0));
        box.pay(1, signature);
        assertEq(box.remaining(), 0);
    }

    /// @dev Neither a sweep nor new money increases the remaining cap.
    function test_theCapIsForLife() external {
        ISpendPolicyAccount box = _box(PAY);
        _pay(box, CAP - 1);
        vm.prank(vault);
        box.sweepToVault(vault);
        token.mint(address(box), CAP);
        assertEq(box.remaining(), 1);
        _pay(box, 1);
        assertEq(token.balanceOf(target), CAP);
    }

    function test_inTheLastSecond() external {
        ISpendPolicyAccount box = _box(PAY);
        vm.warp(expiry);
        _pay(box, AMOUNT);
        assertEq(token.balanceOf(target), AMOUNT);
    }

    function test_countsAsNoPull() external {
        ISpendPolicyAccount box = _box(PAY);
        vm.expectEmit(address(box));
        emit ISpendPolicyAccount.Paid(target, AMOUNT, AMOUNT);
        _pay(box, AMOUNT);
        assertEq(box.lastPull(), 0);
    }

    function testFuzz_error_Expired(uint256 late) external {
        ISpendPolicyAccount box = _box(PAY);
        late = bound(late, uint256(expiry) + 1, type(uint64).max);
        vm.warp(late);
        bytes memory signature = _cosign(box, AMOUNT, PAY);
        vm.expectRevert(abi.encodeWithSelector(ISpendPolicyAccount.Expired.selector, expiry, late));
        box.pay(AMOUNT, signature);
    }

    function test_error_WrongMode() external {
        ISpendPolicyAccount box = _box(PULL);
        bytes memory signature = _cosign(box, AMOUNT, PAY);
        vm.expectRevert(abi.encodeWithSelector(ISpendPolicyAccount.WrongMode.selector, PULL));
        box.pay(AMOUNT, signature);
    }

    function test_error_ZeroAmount() external {
        ISpendPolicyAccount box = _box(PAY);
        bytes memory signature = _cosign(box, 0, PAY);
        vm.expectRevert(ISpendPolicyAccount.ZeroAmount.selector);
        box.pay(0, signature);
    }

    function test_error_tooLittleMoney() external {
        Policy memory p = _policy(PAY);
        p.maxAmount = 2 * CAP;
        ISpendPolicyAccount box = _box(p);
        bytes memory signature = _cosign(box, CAP + 1, PAY);
        vm.expectRevert(
            abi.encodeWithSelector(IERC20Errors.ERC20InsufficientBalance.selector, address(box), CAP, CAP + 1)
        );
        box.pay(CAP + 1, signature);
        assertEq(box.nonce(), 0);
        token.mint(address(box), 1);
        box.pay(CAP + 1, signature);
        assertEq(token.balanceOf(target), CAP + 1);
    }

    function test_error_blockedParties() external {
        ISpendPolicyAccount box = _box(PAY);
        bytes memory signature = _cosign(box, AMOUNT, PAY);
        _block(target);
        vm.expectRevert("Blocked address");
        box.pay(AMOUNT, signature);
        _unblock(target);
        _block(address(box));
        vm.expectRevert("Blocked address");
        box.pay(AMOUNT, signature);
        assertEq(box.nonce(), 0);
        assertEq(box.spent(), 0);
        _unblock(address(box));
        box.pay(AMOUNT, signature);
        assertEq(token.balanceOf(target), AMOUNT);
    }

    function testFuzz_error_over128Bits(uint256 amount) external {
        Policy memory p = _policy(PAY);
        p.maxAmount = type(uint256).max;
        ISpendPolicyAccount box = _box(p);
        amount = bound(amount, uint256(type(uint128).max) + 1, type(uint256).max - 2 * FUNDS);
        token.mint(address(box), amount);
        bytes memory signature = _cosign(box, amount, PAY);
        vm.expectRevert(abi.encodeWithSelector(SafeCast.SafeCastOverflowedUintDowncast.selector, 128, amount));
        box.pay(amount, signature);
        assertEq(box.spent(), 0);
    }

    function test_theLast128Bits() external {
        Policy memory p = _policy(PAY);
        p.maxAmount = type(uint256).max;
        ISpendPolicyAccount box = _box(p);
        token.mint(address(box), type(uint128).max);
        _pay(box, type(uint128).max);
        assertEq(box.spent(), type(uint128).max);
        assertEq(box.remaining(), type(uint256).max - type(uint128).max);
        bytes memory signature = _cosign(box, 1, PAY);
        vm.expectRevert(
            abi.encodeWithSelector(
                SafeCast.SafeCastOverflowedUintDowncast.selector, 128, uint256(type(uint128).max) + 1
            )
        );
        box.pay(1, signature);
        signature = _cosign(box, type(uint256).max - type(uint128).max, PAY);
        vm.expectRevert();
        box.pay(type(uint256).max - type(uint128).max, signature);
    }

    function test_error_NotABox() external {
        vm.expectRevert(ISpendPolicyAccount.NotABox.selector);
        implementation.pay(AMOUNT, "");
    }
}
