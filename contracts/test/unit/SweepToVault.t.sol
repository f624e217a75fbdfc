// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

import {ISpendPolicyAccount} from "../../src/interfaces/ISpendPolicyAccount.sol";
import {Policy} from "../../src/types/Policy.sol";
import {ShieldBase} from "../ShieldBase.t.sol";
import {ContractSigner} from "../mocks/ContractSigner.sol";

contract SweepToVaultTest is ShieldBase {
    function testFuzz_sweeps(bool pulls, uint256 spent, uint32 elapsed, uint256 extra) external {
        uint8 mode = pulls ? PULL : PAY;
        spent = bound(spent, 0, PULL_CAP);
        extra = bound(extra, 0, FUNDS);
        ISpendPolicyAccount box = _box(mode);
        if (spent != 0) pulls ? _pull(box, spent) : _pay(box, spent);
        token.mint(address(box), extra);
        vm.warp(block.timestamp + elapsed);
        uint256 nonce = box.nonce();
        uint40 lastPull = box.lastPull();

        vm.expectEmit(address(box));
        emit ISpendPolicyAccount.SweptToVault(CAP - spent + extra);
        vm.prank(vault);
        box.sweepToVault(vault);
        assertEq(token.balanceOf(vault), CAP - spent + extra);
        assertEq(token.balanceOf(address(box)), 0);
        assertEq(box.nonce(), nonce + 1);
        assertEq(box.sweepNonce(), 1);
        assertEq(box.spent(), spent);
        assertEq(box.remaining(), CAP - spent);
        assertEq(box.lastPull(), lastPull);
    }

    function test_nothingToTake() external {
        ISpendPolicyAccount box = ISpendPolicyAccount(factory.createAccount(ownerHash, BOX_SALT, _policy(PAY)));
        vm.mockCallRevert(address(token), abi.encodeWithSelector(IERC20.transfer.selector), "not called");
        vm.expectEmit(address(box));
        emit ISpendPolicyAccount.SweptToVault(0);
        vm.prank(vault);
        box.sweepToVault(vault);
        assertEq(box.nonce(), 1);
    }

    function test_againAndAgain() external {
        ISpendPolicyAccount box = _box(PAY);
        for (uint256 i = 1; i <= 3; ++i) {
            vm.prank(vault);
            box.sweepToVault(vault);
            assertEq(token.balanceOf(vault), i * CAP);
            assertEq(box.nonce(), i);
            token.mint(address(box), CAP);
        }
    }

    function test_error_byAStranger() external {
        ISpendPolicyAccount box = _box(PAY);
        vm.expectRevert(abi.encodeWithSelector(ISpendPolicyAccount.NotVault.selector, stranger));
        vm.prank(stranger);
        box.sweepToVault(vault);
        assertEq(token.balanceOf(address(box)), CAP);
    }

    function testFuzz_error_notTheCaller(address caller) external {
        vm.assume(caller != vault);
        ISpendPolicyAccount box = _box(PAY);
        vm.expectRevert(abi.encodeWithSelector(ISpendPolicyAccount.NotVault.selector, caller));
        vm.prank(caller);
        box.sweepToVault(vault);
    }

    function testFuzz_error_notTheVault(address caller) external {
        vm.assume(caller != vault);
        ISpendPolicyAccount box = _box(PAY);
        vm.startPrank(caller);
        vm.expectRevert(abi.encodeWithSelector(ISpendPolicyAccount.NotVault.selector, caller));
        box.sweepToVault(caller);
        vm.stopPrank();
        assertEq(box.nonce(), 0);
    }

    /// @dev Neither can any other party of the policy.
    function test_error_theOthersOfTheBox() external {
        ISpendPolicyAccount box = _box(PAY);
        address[5] memory others = [cosigner, target, makeAddr("owner"), address(factory), address(box)];
        for (uint256 i = 0; i < others.length; ++i) {
            vm.startPrank(others[i]);
            vm.expectRevert(abi.encodeWithSelector(ISpendPolicyAccount.NotVault.selector, others[i]));
            box.sweepToVault(others[i]);
            vm.stopPrank();
        }
    }

    /// @dev The hash commits to the address as `abi.encode` writes it, in 32 bytes.
    function test_error_packedHash() external {
        Policy memory p = _policy(PAY);
        p.vaultHash = keccak256(abi.encodePacked(vault));
        ISpendPolicyAccount box = _box(p);
        vm.expectRevert(abi.encodeWithSelector(ISpendPolicyAccount.NotVault.selector, vault));
        vm.prank(vault);
        box.sweepToVault(vault);
    }

    function test_contractVault() external {
        ContractSigner wallet = new ContractSigner(vault);
        Policy memory p = _policy(PAY);
        p.vaultHash = _hashOf(address(wallet));
        ISpendPolicyAccount box = _box(p);
        wallet.execute(address(box), abi.encodeCall(box.sweepToVault, (address(wallet))));
        assertEq(token.balanceOf(address(wallet)), CAP);
    }

    function test_error_blockedVault() external {
        ISpendPolicyAccount box = _box(PAY);
        _block(vault);
        vm.expectRevert("Blocked address");
        vm.prank(vault);
        box.sweepToVault(vault);
        assertEq(box.nonce(), 0);
        _pay(box, AMOUNT);
        _unblock(vault);
        vm.prank(vault);
        box.sweepToVault(vault);
        assertEq(token.balanceOf(vault), CAP - AMOUNT);
    }

    /// @dev When the token refuses the target, only the payment fails; the money stays.
    function test_blockedTarget() external {
        ISpendPolicyAccount box = _box(PAY);
        _block(target);
        vm.prank(vault);
        box.sweepToVault(vault);
        assertEq(token.balanceOf(vault), CAP);
    }

    function test_error_NotABox() external {
        vm.expectRevert(ISpendPolicyAccount.NotABox.selector);
        vm.prank(vault);
        implementation.sweepToVault(vault);
    }
}
