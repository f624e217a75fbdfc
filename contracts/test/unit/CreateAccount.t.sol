// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

import {SpendPolicyFactory} from "../../src/SpendPolicyFactory.sol";
import {ISpendPolicyAccount} from "../../src/interfaces/ISpendPolicyAccount.sol";
import {ISpendPolicyFactory} from "../../src/interfaces/ISpendPolicyFactory.sol";
import {Policy} from "../../src/types/Policy.sol";
import {ShieldBase} from "../ShieldBase.t.sol";

contract CreateAccountTest is ShieldBase {
    function test_error_zeros() external {
        Policy memory p = _policy(PAY);
        vm.expectRevert(ISpendPolicyFactory.ZeroOwnerHash.selector);
        factory.createAccount(0, BOX_SALT, p);

        p.vaultHash = 0;
        _refused(p, abi.encodeWithSelector(ISpendPolicyFactory.ZeroVaultHash.selector));
        p = _policy(PAY);
        p.token = address(0);
        _refused(p, abi.encodeWithSelector(ISpendPolicyFactory.ZeroToken.selector));
        p = _policy(PAY);
        p.cosigner = address(0);
        _refused(p, abi.encodeWithSelector(ISpendPolicyFactory.ZeroCosigner.selector));
        p = _policy(PAY);
        p.target = address(0);
        _refused(p, abi.encodeWithSelector(ISpendPolicyFactory.ZeroTarget.selector));
        p = _policy(PAY);
        p.maxAmount = 0;
        _refused(p, abi.encodeWithSelector(ISpendPolicyFactory.ZeroMaxAmount.selector));
    }

    function test_error_theFirstUnknownMode() external {
        Policy memory p = _policy(PULL);
        p.mode = 2;
        _refused(p, abi.encodeWithSelector(ISpendPolicyFactory.UnknownMode.selector, 2));
    }

    function testFuzz_error_UnknownMode(uint8 mode, uint40 interval) external {
        Policy memory p = _policy(PAY);
        (p.mode, p.interval) = (uint8(bound(mode, 2, type(uint8).max)), interval);
        _refused(p, abi.encodeWithSelector(ISpendPolicyFactory.UnknownMode.selector, p.mode));
    }

    function test_error_anIntervalOnABoxThatPays() external {
        Policy memory p = _policy(PAY);
        p.interval = INTERVAL;
        _refused(p, abi.encodeWithSelector(ISpendPolicyFactory.IntervalWithoutPull.selector, INTERVAL));
    }

    function testFuzz_error_IntervalWithoutPull(uint40 interval) external {
        Policy memory p = _policy(PAY);
        p.interval = uint40(bound(interval, 1, type(uint40).max));
        _refused(p, abi.encodeWithSelector(ISpendPolicyFactory.IntervalWithoutPull.selector, p.interval));
    }

    function test_error_aPullCapOnABoxThatPays() external {
        Policy memory p = _policy(PAY);
        p.perPullMax = PULL_CAP;
        _refused(p, abi.encodeWithSelector(ISpendPolicyFactory.PullCapWithoutPull.selector, PULL_CAP));
    }

    function testFuzz_error_PullCapWithoutPull(uint256 perPullMax) external {
        Policy memory p = _policy(PAY);
        p.perPullMax = bound(perPullMax, 1, type(uint256).max);
        _refused(p, abi.encodeWithSelector(ISpendPolicyFactory.PullCapWithoutPull.selector, p.perPullMax));
    }

    /// @dev The code of a box gives its init code, and CREATE2 with salt zero gives the address: no other contract can have
    /// both this code and an address that its code predicts.
    function testFuzz_codeProvesTheAddress(bytes32 salt, bool pulls) external {
        address box = factory.createAccount(ownerHash, salt, _policy(pulls ? PULL : PAY));
        bytes memory code = box.code;
        bytes memory initCode = abi.encodePacked(hex"61", uint16(code.length), hex"3d81600a3d39f3", code);
        assertEq(vm.computeCreate2Address(0, keccak256(initCode), address(factory)), box);

        // A forger's constructor approves an account and returns the exact code.
        address forged = address(new Forger(token, code));
        assertEq(forged.code, code);
        assertEq(token.allowance(forged, address(this)), type(uint256).max);
        assertNotEq(vm.computeCreate2Address(0, keccak256(initCode), address(factory)), forged);
    }

    function test_error_PullWithoutInterval() external {
        Policy memory p = _policy(PULL);
        p.interval = 0;
        _refused(p, abi.encodeWithSelector(ISpendPolicyFactory.PullWithoutInterval.selector));
    }

    function test_error_targetIsToken() external {
        Policy memory p = _policy(PAY);
        p.target = p.token;
        _refused(p, abi.encodeWithSelector(ISpendPolicyFactory.InvalidTarget.selector, p.target));
    }

    function testFuzz_create(address caller, bytes32 owner, bytes32 salt, Policy calldata random, bool pulls) external {
        vm.assume(owner != 0);
        Policy memory p = _acceptable(random, pulls);
        address predicted = factory.predictAddress(owner, salt, p);
        assertEq(predicted.code.length, 0);

        vm.record();
        vm.expectEmit(address(factory));
        emit ISpendPolicyFactory.AccountCreated(predicted, owner, p.target, salt, p);
        vm.prank(caller);
        assertEq(factory.createAccount(owner, salt, p), predicted);

        (, bytes32[] memory writes) = vm.accesses(address(factory));
        assertEq(writes.length, 0, "the factory wrote");
        (, writes) = vm.accesses(predicted);
        assertEq(writes.length, 0, "the box wrote");
        (bytes32 ownerHash_, Policy memory stored) = ISpendPolicyAccount(predicted).policy();
        assertEq(ownerHash_, owner);
        assertEq(abi.encode(stored), abi.encode(p));
        assertEq(factory.predictAddress(owner, salt, p), predicted, "creating moves nothing");
    }

    function test_emits() external {
        Policy memory p = _policy(PAY);
        address box = factory.predictAddress(ownerHash, BOX_SALT, p);
        vm.expectEmit(address(factory));
        emit ISpendPolicyFactory.AccountCreated(box, ownerHash, target, BOX_SALT, p);
        factory.createAccount(ownerHash, BOX_SALT, p);
    }

    function test_again() external {
        Policy memory p = _policy(PAY);
        address box = factory.createAccount(ownerHash, BOX_SALT, p);
        vm.recordLogs();
        vm.prank(stranger);
        assertEq(factory.createAccount(ownerHash, BOX_SALT, p), box);
        assertEq(vm.getRecordedLogs().length, 0);
    }

    /// @dev Also after it was used, so that no account can reset its state.
    function test_againAfterUse() external {
        ISpendPolicyAccount box = _box(PAY);
        _pay(box, AMOUNT);
        factory.createAccount(ownerHash, BOX_SALT, _policy(PAY));
        assertEq(box.spent(), AMOUNT);
        assertEq(box.nonce(), 1);
    }

    function test_expiredBoxIsCreatedAndSwept() external {
        Policy memory p = _policy(PAY);
        p.expiry = uint40(block.timestamp - 1);
        address predicted = factory.predictAddress(ownerHash, BOX_SALT, p);
        token.mint(predicted, AMOUNT);
        ISpendPolicyAccount box = ISpendPolicyAccount(factory.createAccount(ownerHash, BOX_SALT, p));
        vm.prank(vault);
        box.sweepExpired(vault);
        assertEq(token.balanceOf(vault), AMOUNT);
    }

    function test_moneyBeforeTheBox() external {
        address predicted = factory.predictAddress(ownerHash, BOX_SALT, _policy(PAY));
        token.mint(predicted, AMOUNT);
        factory.createAccount(ownerHash, BOX_SALT, _policy(PAY));
        _pay(ISpendPolicyAccount(predicted), AMOUNT);
        assertEq(token.balanceOf(target), AMOUNT);
    }

    function testFuzz_everyFieldMovesTheAddress(
        bytes32 owner,
        bytes32 salt,
        Policy memory p,
        uint256 field,
        uint256 bits
    ) external view {
        address before = factory.predictAddress(owner, salt, p);
        field = bound(field, 0, 10);
        if (field == 0) p.token = address(_flip160(p.token, bits));
        if (field == 1) p.cosigner = address(_flip160(p.cosigner, bits));
        if (field == 2) p.target = address(_flip160(p.target, bits));
        if (field == 3) p.vaultHash = bytes32(_flip(uint256(p.vaultHash), bits, 256));
        if (field == 4) p.maxAmount = _flip(p.maxAmount, bits, 256);
        if (field == 5) p.perPullMax = _flip(p.perPullMax, bits, 256);
        if (field == 6) p.expiry = uint40(_flip(p.expiry, bits, 40));
        if (field == 7) p.interval = uint40(_flip(p.interval, bits, 40));
        if (field == 8) p.mode = uint8(_flip(p.mode, bits, 8));
        if (field == 9) owner = bytes32(_flip(uint256(owner), bits, 256));
        if (field == 10) salt = bytes32(_flip(uint256(salt), bits, 256));
        assertNotEq(factory.predictAddress(owner, salt, p), before);
    }

    function test_everyFactoryHasItsOwnBoxes() external {
        SpendPolicyFactory other = new SpendPolicyFactory(address(implementation));
        assertNotEq(
            other.predictAddress(ownerHash, BOX_SALT, _policy(PAY)),
            factory.predictAddress(ownerHash, BOX_SALT, _policy(PAY))
        );
    }

    function testFuzz_predictAddressAnswersForAnyPolicy(bytes32 owner, bytes32 salt, Policy calldata p) external view {
        assertNotEq(factory.predictAddress(owner, salt, p), address(0));
    }

    function test_implementation() external view {
        assertEq(factory.implementation(), address(implementation));
    }

    function _refused(Policy memory p, bytes memory failure) private {
        vm.expectRevert(failure);
        factory.createAccount(ownerHash, BOX_SALT, p);
        assertEq(factory.predictAddress(ownerHash, BOX_SALT, p).code.length, 0);
    }

    function _acceptable(Policy memory p, bool pulls) private pure returns (Policy memory) {
        if (p.vaultHash == 0) p.vaultHash = bytes32(uint256(1));
        if (p.token == address(0)) p.token = address(1);
        if (p.cosigner == address(0)) p.cosigner = address(1);
        if (p.target == address(0) || p.target == p.token) p.target = address(uint160(p.token) ^ 2);
        if (p.target == address(0)) p.target = address(4);
        if (p.maxAmount == 0) p.maxAmount = 1;
        p.mode = pulls ? PULL : PAY;
        p.interval = pulls ? (p.interval == 0 ? 1 : p.interval) : 0;
        if (!pulls) p.perPullMax = 0;
        return p;
    }

    function _flip160(address value, uint256 bit) private pure returns (uint160) {
        return uint160(_flip(uint160(value), bit, 160));
    }

    function _flip(uint256 value, uint256 bit, uint256 size) private pure returns (uint256) {
        return value ^ (1 << (bit % size));
    }
}

/// @notice Has the code of a box, and an allowance that no box gives.
contract Forger {
    constructor(IERC20 token, bytes memory code) {
        token.approve(msg.sender, type(uint256).max);
        assembly ("memory-safe") {
            return(add(code, 32), mload(code))
        }
    }
}
