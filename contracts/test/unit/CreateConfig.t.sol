// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IProtectedTransfer} from "../../src/interfaces/IProtectedTransfer.sol";
import {Base} from "../Base.t.sol";
import {PreimageVerifier} from "../mocks/HostileVerifier.sol";

contract CreateConfigTest is Base {
    PreimageVerifier private _verifier;

    function setUp() public override {
        super.setUp();
        _verifier = new PreimageVerifier();
    }

    function test_storesAndEmits() external {
        bytes32 expected =
            keccak256(abi.encode(stranger, uint32(7200), uint8(0), uint16(25), feeTaker, address(codeVerifier)));
        vm.expectEmit(address(transfers));
        emit IProtectedTransfer.ConfigCreated(expected, stranger, 7200, 0, 25, feeTaker, address(codeVerifier));
        vm.prank(stranger);
        bytes32 id = transfers.createConfig(7200, 0, 25, feeTaker);

        assertEq(id, expected);
        IProtectedTransfer.Config memory config = transfers.configs(id);
        assertEq(config.recallWindow, 7200);
        assertEq(config.claimMode, 0);
        assertEq(config.feeBps, 25);
        assertEq(config.feeRecipient, feeTaker);
        assertEq(config.verifier, address(codeVerifier));
    }

    function test_withVerifier_storesAndEmits() external {
        bytes32 expected =
            keccak256(abi.encode(stranger, uint32(60), uint8(255), uint16(0), address(0), address(_verifier)));
        vm.expectEmit(address(transfers));
        emit IProtectedTransfer.ConfigCreated(expected, stranger, 60, 255, 0, address(0), address(_verifier));
        vm.prank(stranger);
        bytes32 id = transfers.createConfigWithVerifier(60, address(_verifier), 0, address(0));

        assertEq(id, expected);
        IProtectedTransfer.Config memory config = transfers.configs(id);
        assertEq(config.recallWindow, 60);
        assertEq(config.claimMode, 255);
        assertEq(config.verifier, address(_verifier));
    }

    function testFuzz_createConfig(address caller, uint32 window, uint16 feeBps, address feeRecipient) external {
        window = uint32(bound(window, 1, 7 days));
        feeBps = uint16(bound(feeBps, 0, 100));
        vm.assume(feeRecipient != address(transfers) && feeRecipient != address(token));
        vm.assume(feeBps == 0 || feeRecipient != address(0));

        vm.startPrank(caller);
        bytes32 id = transfers.createConfig(window, 0, feeBps, feeRecipient);
        assertEq(id, keccak256(abi.encode(caller, window, uint8(0), feeBps, feeRecipient, address(codeVerifier))));
        vm.recordLogs();
        assertEq(transfers.createConfig(window, 0, feeBps, feeRecipient), id);
        assertEq(vm.getRecordedLogs().length, 0, "the second call must do nothing");
        vm.stopPrank();

        IProtectedTransfer.Config memory config = transfers.configs(id);
        assertEq(config.recallWindow, window);
        assertEq(config.feeBps, feeBps);
        assertEq(config.feeRecipient, feeRecipient);

        token.mint(sender, AMOUNT);
        assertEq(transfers.getTransfer(_open(id)).configId, id);
    }

    function test_withVerifier_isIdempotent() external {
        bytes32 id = transfers.createConfigWithVerifier(60, address(_verifier), 10, feeTaker);
        vm.recordLogs();
        assertEq(transfers.createConfigWithVerifier(60, address(_verifier), 10, feeTaker), id);
        assertEq(vm.getRecordedLogs().length, 0);
    }

    function test_differentCallersAndParametersHaveDifferentIds() external {
        bytes32 id = transfers.createConfig(60, 0, 0, address(0));
        vm.prank(stranger);
        assertNotEq(transfers.createConfig(60, 0, 0, address(0)), id);
        assertNotEq(transfers.createConfig(61, 0, 0, address(0)), id);
        assertNotEq(transfers.createConfig(60, 0, 0, feeTaker), id);
        assertNotEq(transfers.createConfig(60, 0, 1, feeTaker), transfers.createConfig(60, 0, 0, feeTaker));
        // Even the built-in verifier named by hand is another config, judged by a call.
        assertNotEq(transfers.createConfigWithVerifier(60, address(codeVerifier), 0, address(0)), id);
    }

    function testFuzz_keyedModes(bool needsRelease, bool withFee) external {
        uint8 mode = needsRelease ? MODE_KEY_RELEASE : MODE_KEY;
        (uint16 feeBps, address feeRecipient) = withFee ? (uint16(7), feeTaker) : (uint16(0), address(0));
        bytes32 expected = keccak256(abi.encode(stranger, uint32(60), mode, feeBps, feeRecipient, address(0)));
        vm.expectEmit(address(transfers));
        emit IProtectedTransfer.ConfigCreated(expected, stranger, 60, mode, feeBps, feeRecipient, address(0));
        vm.prank(stranger);
        assertEq(transfers.createConfig(60, mode, feeBps, feeRecipient), expected);
        IProtectedTransfer.Config memory config = transfers.configs(expected);
        assertEq(config.claimMode, mode);
        assertEq(config.verifier, address(0));
    }

    /// @dev Keys come from a counter: configs that others create cannot use up the key of a sender's config.
    function test_keysAreCounted() external {
        uint256 count = uint256(vm.load(address(transfers), bytes32(uint256(4))));
        bytes32[3] memory ids;
        for (uint32 i = 0; i < 3; ++i) {
            vm.prank(stranger);
            ids[i] = transfers.createConfig(7200 + i, 0, 0, address(0));
            bytes32 slot = keccak256(abi.encode(count + i, uint256(5)));
            assertEq(vm.load(address(transfers), slot), ids[i]);
        }
        for (uint256 i = 0; i < 3; ++i) {
            assertEq(transfers.getTransfer(_open(ids[i])).configId, ids[i], "the transfer names the right config");
        }
    }

    function testFuzz_error_UnsupportedClaimMode(uint8 mode) external {
        vm.assume(mode != MODE_CODE && mode != MODE_KEY && mode != MODE_KEY_RELEASE);
        vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.UnsupportedClaimMode.selector, mode));
        transfers.createConfig(60, mode, 0, address(0));
    }

    function test_error_ZeroRecallWindow() external {
        vm.expectRevert(IProtectedTransfer.ZeroRecallWindow.selector);
        transfers.createConfig(0, 0, 0, address(0));
        vm.expectRevert(IProtectedTransfer.ZeroRecallWindow.selector);
        transfers.createConfigWithVerifier(0, address(_verifier), 0, address(0));
    }

    function testFuzz_error_RecallWindowTooLong(uint32 window) external {
        window = uint32(bound(window, 604_801, type(uint32).max));
        vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.RecallWindowTooLong.selector, window, 604_800));
        transfers.createConfig(window, 0, 0, address(0));
    }

    function testFuzz_error_FeeTooHigh(uint16 feeBps) external {
        feeBps = uint16(bound(feeBps, 101, type(uint16).max));
        vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.FeeTooHigh.selector, feeBps, 100));
        transfers.createConfig(60, 0, feeBps, feeTaker);
    }

    function test_theBounds() external {
        uint32[2] memory windows = [uint32(1), 7 days];
        for (uint256 i = 0; i < windows.length; ++i) {
            IProtectedTransfer.Config memory config =
                transfers.configs(transfers.createConfig(windows[i], 0, 100, feeTaker));
            assertEq(config.recallWindow, windows[i]);
            assertEq(config.feeBps, 100);
        }
        vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.RecallWindowTooLong.selector, 7 days + 1, 7 days));
        transfers.createConfig(7 days + 1, 0, 0, address(0));
        vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.FeeTooHigh.selector, 101, 100));
        transfers.createConfig(60, 0, 101, feeTaker);
        uint8[5] memory modes = [uint8(1), 2, 5, 254, 255];
        for (uint256 i = 0; i < modes.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.UnsupportedClaimMode.selector, modes[i]));
            transfers.createConfig(60, modes[i], 0, address(0));
        }
    }

    function test_error_FeeWithoutRecipient() external {
        vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.FeeWithoutRecipient.selector, 1));
        transfers.createConfig(60, 0, 1, address(0));
    }

    function test_error_ForbiddenFeeRecipient() external {
        address[2] memory ours = [address(transfers), address(token)];
        for (uint256 i = 0; i < ours.length; ++i) {
            for (uint16 feeBps = 0; feeBps < 2; ++feeBps) {
                vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.ForbiddenFeeRecipient.selector, ours[i]));
                transfers.createConfig(60, 0, feeBps, ours[i]);
            }
        }
    }

    function test_error_VerifierWithoutCode() external {
        address[2] memory empty = [address(0), stranger];
        for (uint256 i = 0; i < empty.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.VerifierWithoutCode.selector, empty[i]));
            transfers.createConfigWithVerifier(60, empty[i], 0, address(0));
        }
    }
}
