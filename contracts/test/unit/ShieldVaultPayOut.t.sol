// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IShieldVault} from "../../src/interfaces/IShieldVault.sol";
import {ISpendPolicyAccount} from "../../src/interfaces/ISpendPolicyAccount.sol";
import {ShieldBase} from "../ShieldBase.t.sol";
import {HostileToken} from "../mocks/HostileToken.sol";

contract ShieldVaultPayOutTest is ShieldBase {
    function setUp() public override {
        super.setUp();
        vm.startPrank(sender);
        token.approve(address(ledger), type(uint256).max);
        ledger.deposit(2 * CAP);
        ledger.depositFor(recipient, CAP);
        vm.stopPrank();
    }

    function testFuzz_fundAccount(address account, uint256 amount) external {
        vm.assume(_isReceiver(account));
        amount = bound(amount, 1, 2 * CAP);
        uint256 before = token.balanceOf(account);
        vm.expectEmit(address(ledger));
        emit IShieldVault.AccountFunded(sender, account, amount);
        vm.prank(sender);
        ledger.fundAccount(account, amount);
        assertEq(token.balanceOf(account), before + amount);
        _assertBooks(2 * CAP - amount);
    }

    function testFuzz_withdraw(address to, uint256 amount) external {
        vm.assume(_isReceiver(to));
        amount = bound(amount, 1, 2 * CAP);
        uint256 before = token.balanceOf(to);
        vm.expectEmit(address(ledger));
        emit IShieldVault.Withdrawn(sender, to, amount);
        vm.prank(sender);
        ledger.withdraw(to, amount);
        assertEq(token.balanceOf(to), before + amount);
        _assertBooks(2 * CAP - amount);
    }

    function test_emits() external {
        vm.startPrank(sender);
        vm.expectEmit(address(ledger));
        emit IShieldVault.AccountFunded(sender, target, AMOUNT);
        ledger.fundAccount(target, AMOUNT);
        vm.expectEmit(address(ledger));
        emit IShieldVault.Withdrawn(sender, target, AMOUNT);
        ledger.withdraw(target, AMOUNT);
        vm.stopPrank();
    }

    function test_fundsABoxThatPays() external {
        ISpendPolicyAccount box = ISpendPolicyAccount(factory.createAccount(ownerHash, BOX_SALT, _policy(PAY)));
        vm.prank(sender);
        ledger.fundAccount(address(box), AMOUNT);
        _pay(box, AMOUNT);
        assertEq(token.balanceOf(target), AMOUNT);
    }

    function test_error_ZeroAmount() external {
        vm.startPrank(sender);
        vm.expectRevert(IShieldVault.ZeroAmount.selector);
        ledger.fundAccount(target, 0);
        vm.expectRevert(IShieldVault.ZeroAmount.selector);
        ledger.withdraw(target, 0);
        vm.stopPrank();
    }

    function test_error_InvalidReceiver() external {
        address[3] memory wrong = [address(0), address(token), address(ledger)];
        vm.startPrank(sender);
        for (uint256 i = 0; i < wrong.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(IShieldVault.InvalidReceiver.selector, wrong[i]));
            ledger.fundAccount(wrong[i], AMOUNT);
            vm.expectRevert(abi.encodeWithSelector(IShieldVault.InvalidReceiver.selector, wrong[i]));
            ledger.withdraw(wrong[i], AMOUNT);
        }
        vm.stopPrank();
    }

    function testFuzz_error_InsufficientBalance(address caller, uint256 amount) external {
        uint256 balance = ledger.balanceOf(caller);
        amount = bound(amount, balance + 1, type(uint256).max);
        bytes memory failure =
            abi.encodeWithSelector(IShieldVault.InsufficientBalance.selector, caller, amount, balance);
        vm.startPrank(caller);
        vm.expectRevert(failure);
        ledger.fundAccount(target, amount);
        vm.expectRevert(failure);
        ledger.withdraw(target, amount);
        vm.stopPrank();
    }

    function test_error_oneUnitTooMany() external {
        vm.startPrank(sender);
        vm.expectRevert(abi.encodeWithSelector(IShieldVault.InsufficientBalance.selector, sender, 2 * CAP + 1, 2 * CAP));
        ledger.withdraw(sender, 2 * CAP + 1);
        ledger.withdraw(sender, 2 * CAP);
        vm.expectRevert(abi.encodeWithSelector(IShieldVault.InsufficientBalance.selector, sender, 1, 0));
        ledger.withdraw(sender, 1);
        vm.stopPrank();
        assertEq(ledger.balanceOf(recipient), CAP);
    }

    function test_error_blockedReceiver() external {
        _block(target);
        vm.startPrank(sender);
        vm.expectRevert("Blocked address");
        ledger.fundAccount(target, AMOUNT);
        vm.expectRevert("Blocked address");
        ledger.withdraw(target, AMOUNT);
        vm.stopPrank();
        _assertBooks(2 * CAP);
    }

    function test_hostileToken() external {
        HostileToken hostile = new HostileToken();
        ledger = _deployLedger(address(hostile));
        hostile.mint(sender, FUNDS);
        vm.startPrank(sender);
        hostile.approve(address(ledger), FUNDS);
        ledger.deposit(FUNDS);
        for (uint256 i = 1; i <= uint256(type(HostileToken.Manner).max); ++i) {
            hostile.setManners(HostileToken.Manner(i), HostileToken.Manner.HONEST, address(0));
            bool works = HostileToken.Manner(i) == HostileToken.Manner.RETURNS_NOTHING;
            (bool success,) = address(ledger).call{gas: 3_000_000}(abi.encodeCall(ledger.withdraw, (sender, 1)));
            assertEq(success, works);
            (success,) = address(ledger).call{gas: 3_000_000}(abi.encodeCall(ledger.fundAccount, (target, 1)));
            assertEq(success, works);
        }
        vm.stopPrank();
        assertEq(ledger.balanceOf(sender), FUNDS - 2);
        assertEq(hostile.balanceOf(address(ledger)), FUNDS - 2);
    }

    function test_token() external view {
        assertEq(ledger.token(), address(token));
    }

    function _isReceiver(address account) private view returns (bool) {
        return account != address(0) && account != address(token) && account != address(ledger);
    }

    function _assertBooks(uint256 ofSender) private view {
        assertEq(ledger.balanceOf(sender), ofSender);
        assertEq(ledger.balanceOf(recipient), CAP);
        assertEq(token.balanceOf(address(ledger)), ofSender + CAP);
    }
}
