// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";

import {ShieldVault} from "../../src/ShieldVault.sol";
import {IShieldVault} from "../../src/interfaces/IShieldVault.sol";
import {ShieldBase} from "../ShieldBase.t.sol";
import {HostileToken} from "../mocks/HostileToken.sol";
import {Reentrant} from "../mocks/Reentrant.sol";

contract ShieldVaultDepositTest is ShieldBase {
    function setUp() public override {
        super.setUp();
        vm.prank(sender);
        token.approve(address(ledger), type(uint256).max);
    }

    function testFuzz_deposit(uint256 first, uint256 second) external {
        first = bound(first, 1, FUNDS / 2);
        second = bound(second, 1, FUNDS / 2);
        vm.expectEmit(address(ledger));
        emit IShieldVault.Deposited(sender, sender, first);
        vm.startPrank(sender);
        ledger.deposit(first);
        ledger.deposit(second);
        vm.stopPrank();
        assertEq(ledger.balanceOf(sender), first + second);
        assertEq(token.balanceOf(address(ledger)), first + second);
        assertEq(token.balanceOf(sender), FUNDS - first - second);
    }

    function test_emits() external {
        vm.expectEmit(address(ledger));
        emit IShieldVault.Deposited(recipient, sender, AMOUNT);
        vm.prank(sender);
        ledger.depositFor(recipient, AMOUNT);
    }

    function testFuzz_depositFor(address owner, uint256 amount) external {
        vm.assume(owner != address(0));
        amount = bound(amount, 1, FUNDS);
        vm.expectEmit(address(ledger));
        emit IShieldVault.Deposited(owner, sender, amount);
        vm.prank(sender);
        ledger.depositFor(owner, amount);
        assertEq(ledger.balanceOf(owner), amount);
        if (owner != sender) assertEq(ledger.balanceOf(sender), 0);
        assertEq(token.balanceOf(address(ledger)), amount);
    }

    function test_error_arguments() external {
        vm.startPrank(sender);
        vm.expectRevert(IShieldVault.ZeroAmount.selector);
        ledger.deposit(0);
        vm.expectRevert(IShieldVault.ZeroAmount.selector);
        ledger.depositFor(stranger, 0);
        vm.expectRevert(IShieldVault.ZeroOwner.selector);
        ledger.depositFor(address(0), AMOUNT);
        vm.stopPrank();
    }

    function test_error_token() external {
        vm.prank(stranger);
        vm.expectRevert(
            abi.encodeWithSelector(IERC20Errors.ERC20InsufficientAllowance.selector, address(ledger), 0, AMOUNT)
        );
        ledger.deposit(AMOUNT);
        vm.prank(sender);
        vm.expectRevert(
            abi.encodeWithSelector(IERC20Errors.ERC20InsufficientBalance.selector, sender, FUNDS, FUNDS + 1)
        );
        ledger.deposit(FUNDS + 1);
        _block(sender);
        vm.prank(sender);
        vm.expectRevert("Blocked address");
        ledger.deposit(AMOUNT);
        assertEq(ledger.balanceOf(sender), 0);
    }

    /// @dev An allowance to the ledger can only be used by its owner.
    function testFuzz_error_anothersAllowance(address caller) external {
        vm.assume(caller != sender && caller != address(0) && token.allowance(caller, address(ledger)) == 0);
        vm.prank(caller);
        (bool success,) = address(ledger).call(abi.encodeCall(ledger.depositFor, (caller, AMOUNT)));
        assertFalse(success);
        assertEq(token.balanceOf(sender), FUNDS);
    }

    function test_hostileToken() external {
        HostileToken hostile = new HostileToken();
        ledger = _deployLedger(address(hostile));
        hostile.mint(sender, FUNDS);
        vm.prank(sender);
        hostile.approve(address(ledger), FUNDS);
        for (uint256 i = 1; i <= uint256(type(HostileToken.Manner).max); ++i) {
            hostile.setManners(HostileToken.Manner.HONEST, HostileToken.Manner(i), address(0));
            vm.prank(sender);
            (bool success,) = address(ledger).call{gas: 3_000_000}(abi.encodeCall(ledger.deposit, (AMOUNT)));
            assertEq(success, HostileToken.Manner(i) == HostileToken.Manner.RETURNS_NOTHING);
        }
        assertEq(ledger.balanceOf(sender), AMOUNT);
        assertEq(hostile.balanceOf(address(ledger)), AMOUNT);
    }

    function test_gifts() external {
        token.mint(address(ledger), AMOUNT);
        assertEq(ledger.balanceOf(address(ledger)), 0);
        vm.startPrank(sender);
        ledger.deposit(1);
        vm.expectRevert(abi.encodeWithSelector(IShieldVault.InsufficientBalance.selector, sender, 2, 1));
        ledger.withdraw(sender, 2);
        vm.stopPrank();
    }

    function testFuzz_reentrancy(uint256 outer, uint256 inner, bool before) external {
        _reenter(outer % 4, inner, before);
    }

    function test_reentrancy_everyPair() external {
        uint256 state = vm.snapshotState();
        for (uint256 outer = 0; outer < 4; ++outer) {
            for (uint256 inner = 0; inner < 4; ++inner) {
                _reenter(outer, 1 << inner, true);
                vm.revertToState(state);
                _reenter(outer, 1 << inner, false);
                vm.revertToState(state);
            }
        }
    }

    /// @dev During the token's call, before it moved anything, a deposit is not recorded yet.
    function test_nothingIsBookedBeforeItCame() external {
        HostileToken hostile = new HostileToken();
        ShieldVault vault_ = _deployLedger(address(hostile));
        hostile.mint(address(vault_), FUNDS);
        Reentrant attacker = new Reentrant(address(vault_));
        hostile.mint(address(attacker), AMOUNT);
        attacker.execute(address(hostile), abi.encodeCall(hostile.approve, (address(vault_), AMOUNT)));
        bytes[] memory calls = new bytes[](1);
        calls[0] = abi.encodeCall(vault_.withdraw, (address(attacker), AMOUNT));
        attacker.prepare(calls);
        hostile.setHook(address(attacker), true);
        assertTrue(attacker.execute(address(vault_), abi.encodeCall(vault_.deposit, (AMOUNT))));
        assertEq(attacker.succeeded(), 0);
        assertEq(vault_.balanceOf(address(attacker)), AMOUNT);
    }

    /// @dev The attacker has money here beside a victim's; the token calls it back whenever it moves something.
    function _reenter(uint256 outer, uint256 inner, bool before) private {
        HostileToken hostile = new HostileToken();
        ShieldVault vault_ = _deployLedger(address(hostile));
        Reentrant attacker = new Reentrant(address(vault_));
        hostile.mint(address(attacker), 10 * AMOUNT);
        hostile.mint(sender, AMOUNT);
        vm.startPrank(sender);
        hostile.approve(address(vault_), AMOUNT);
        vault_.deposit(AMOUNT);
        vm.stopPrank();
        attacker.execute(address(hostile), abi.encodeCall(hostile.approve, (address(vault_), type(uint256).max)));
        attacker.execute(address(vault_), abi.encodeCall(vault_.deposit, (2 * AMOUNT)));

        bytes[4] memory all = [
            abi.encodeCall(vault_.deposit, (AMOUNT)),
            abi.encodeCall(vault_.depositFor, (address(attacker), 2 * AMOUNT)),
            abi.encodeCall(vault_.withdraw, (address(attacker), 2 * AMOUNT)),
            abi.encodeCall(vault_.fundAccount, (address(attacker), AMOUNT))
        ];
        uint256 count;
        for (uint256 i = 0; i < 4; ++i) {
            count += (inner >> i) & 1;
        }
        bytes[] memory calls = new bytes[](count);
        for (uint256 i = 0; i < 4; ++i) {
            if ((inner >> i) & 1 == 1) calls[--count] = all[i];
        }
        attacker.prepare(calls);
        hostile.setHook(address(attacker), before);
        attacker.execute(address(vault_), all[outer]);
        hostile.setHook(address(0), false);

        uint256 booked = vault_.balanceOf(address(attacker));
        assertEq(vault_.balanceOf(sender), AMOUNT, "the victim's");
        assertEq(hostile.balanceOf(address(vault_)), booked + AMOUNT, "the books");
        assertEq(hostile.balanceOf(address(attacker)) + booked, 10 * AMOUNT, "the attacker's");
    }
}
