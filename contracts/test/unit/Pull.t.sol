// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISpendPolicyAccount} from "../../src/interfaces/ISpendPolicyAccount.sol";
import {Policy} from "../../src/types/Policy.sol";
import {ShieldBase} from "../ShieldBase.t.sol";

contract PullTest is ShieldBase {
    function testFuzz_pulls(uint256 amount, address submitter) external {
        amount = bound(amount, 1, PULL_CAP);
        ISpendPolicyAccount box = _box(PULL);
        bytes memory signature = _cosign(box, amount, PULL);
        vm.expectEmit(address(box));
        emit ISpendPolicyAccount.Pulled(target, amount, amount);
        vm.prank(submitter);
        box.pull(amount, signature);
        assertEq(token.balanceOf(target), amount);
        assertEq(token.balanceOf(address(box)), CAP - amount);
        assertEq(box.spent(), amount);
        assertEq(box.nonce(), 1);
        assertEq(box.sweepNonce(), 0);
        assertEq(box.lastPull(), block.timestamp);
    }

    function test_theIntervalToTheSecond() external {
        ISpendPolicyAccount box = _box(PULL);
        uint256 first = block.timestamp;
        _pull(box, AMOUNT);
        vm.warp(first + INTERVAL - 1);
        _tooSoon(box, first + INTERVAL);
        vm.warp(first + INTERVAL);
        vm.expectEmit(address(box));
        emit ISpendPolicyAccount.Pulled(target, AMOUNT, 2 * AMOUNT);
        _pull(box, AMOUNT);
        assertEq(box.lastPull(), first + INTERVAL);
        _tooSoon(box, first + 2 * INTERVAL);
    }

    function testFuzz_interval(uint40 interval, uint256 elapsed) external {
        Policy memory p = _policy(PULL);
        p.interval = uint40(bound(interval, 1, type(uint40).max));
        p.expiry = type(uint40).max;
        ISpendPolicyAccount box = _box(p);
        uint256 first = block.timestamp;
        _pull(box, 1);
        elapsed = bound(elapsed, 0, type(uint40).max - first);
        vm.warp(first + elapsed);
        if (elapsed < p.interval) {
            _tooSoon(box, first + p.interval);
        } else {
            _pull(box, 1);
            assertEq(token.balanceOf(target), 2);
        }
    }

    /// @dev Even if the interval is longer than the time since 1970.
    function test_firstPullAtOnce() external {
        Policy memory p = _policy(PULL);
        p.interval = type(uint40).max;
        ISpendPolicyAccount box = _box(p);
        _pull(box, AMOUNT);
        assertEq(token.balanceOf(target), AMOUNT);
        _tooSoon(box, block.timestamp + p.interval);
    }

    /// @dev Missed intervals do not add up.
    function test_missedIntervalsAreGone() external {
        ISpendPolicyAccount box = _box(PULL);
        _pull(box, AMOUNT);
        vm.warp(block.timestamp + 3 * INTERVAL);
        _pull(box, AMOUNT);
        _tooSoon(box, block.timestamp + INTERVAL);
    }

    function test_sweepDoesNotResetTheInterval() external {
        ISpendPolicyAccount box = _box(PULL);
        _pull(box, AMOUNT);
        vm.prank(vault);
        box.sweepToVault(vault);
        token.mint(address(box), CAP);
        _tooSoon(box, block.timestamp + INTERVAL);
    }

    function test_refusedPullDoesNotStartTheInterval() external {
        ISpendPolicyAccount box = _box(PULL);
        vm.expectRevert(abi.encodeWithSelector(ISpendPolicyAccount.NotCosigned.selector, cosigner));
        box.pull(AMOUNT, "");
        assertEq(box.lastPull(), 0);
        _pull(box, AMOUNT);
    }

    function test_inTheLastSecond() external {
        ISpendPolicyAccount box = _box(PULL);
        vm.warp(expiry);
        _pull(box, AMOUNT);
        vm.warp(uint256(expiry) + 1);
        bytes memory signature = _cosign(box, AMOUNT, PULL);
        vm.expectRevert(abi.encodeWithSelector(ISpendPolicyAccount.Expired.selector, expiry, uint256(expiry) + 1));
        box.pull(AMOUNT, signature);
    }

    function test_error_OverPullCap() external {
        ISpendPolicyAccount box = _box(PULL);
        bytes memory signature = _cosign(box, PULL_CAP + 1, PULL);
        vm.expectRevert(abi.encodeWithSelector(ISpendPolicyAccount.OverPullCap.selector, PULL_CAP + 1, PULL_CAP));
        box.pull(PULL_CAP + 1, signature);
        _pull(box, PULL_CAP);
    }

    function testFuzz_capInForce(uint256 perPullMax) external {
        Policy memory p = _policy(PULL);
        p.perPullMax = perPullMax;
        ISpendPolicyAccount box = _box(p);
        uint256 inForce = perPullMax == 0 || perPullMax > CAP ? CAP : perPullMax;
        assertEq(box.perPullMax(), inForce);
        (, Policy memory stored) = box.policy();
        assertEq(stored.perPullMax, perPullMax);
        if (inForce < CAP) {
            bytes memory signature = _cosign(box, inForce + 1, PULL);
            vm.expectRevert(abi.encodeWithSelector(ISpendPolicyAccount.OverPullCap.selector, inForce + 1, inForce));
            box.pull(inForce + 1, signature);
        }
        _pull(box, inForce);
        assertEq(token.balanceOf(target), inForce);
    }

    function test_capInForceAtItsBounds() external {
        uint256[5] memory raw = [uint256(0), 1, CAP - 1, CAP, CAP + 1];
        uint256[5] memory inForce = [CAP, 1, CAP - 1, CAP, CAP];
        for (uint256 i = 0; i < raw.length; ++i) {
            Policy memory p = _policy(PULL);
            p.perPullMax = raw[i];
            assertEq(_box(p).perPullMax(), inForce[i]);
        }
    }

    function test_error_OverLimit() external {
        ISpendPolicyAccount box = _box(PULL);
        token.mint(address(box), CAP);
        for (uint256 i = 0; i < 3; ++i) {
            _pull(box, PULL_CAP);
            vm.warp(block.timestamp + INTERVAL);
        }
        bytes memory signature = _cosign(box, PULL_CAP, PULL);
        vm.expectRevert(abi.encodeWithSelector(ISpendPolicyAccount.OverLimit.selector, PULL_CAP, CAP - 3 * PULL_CAP));
        box.pull(PULL_CAP, signature);
        _pull(box, CAP - 3 * PULL_CAP);
        assertEq(token.balanceOf(target), CAP);
    }

    function test_error_arguments() external {
        ISpendPolicyAccount box = _box(PULL);
        bytes memory signature = _cosign(box, 0, PULL);
        vm.expectRevert(ISpendPolicyAccount.ZeroAmount.selector);
        box.pull(0, signature);
        box = _box(PAY);
        signature = _cosign(box, AMOUNT, PULL);
        vm.expectRevert(abi.encodeWithSelector(ISpendPolicyAccount.WrongMode.selector, PAY));
        box.pull(AMOUNT, signature);
        vm.expectRevert(ISpendPolicyAccount.NotABox.selector);
        implementation.pull(AMOUNT, "");
    }

    function _tooSoon(ISpendPolicyAccount box, uint256 notBefore) private {
        bytes memory signature = _cosign(box, 1, PULL);
        vm.expectRevert(abi.encodeWithSelector(ISpendPolicyAccount.TooSoon.selector, notBefore, vm.getBlockTimestamp()));
        box.pull(1, signature);
    }
}
