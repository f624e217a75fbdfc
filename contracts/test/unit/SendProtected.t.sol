// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";

import {IProtectedTransfer} from "../../src/interfaces/IProtectedTransfer.sol";
import {Base} from "../Base.t.sol";

contract SendProtectedTest is Base {
    function test_locksAndEmits() external {
        assertEq(transfers.nextTransferId(), 1);
        uint64 deadline = uint64(block.timestamp + WINDOW);
        vm.expectEmit(address(transfers));
        emit IProtectedTransfer.TransferCreated(1, sender, recipient, AMOUNT, plainConfig, deadline, CLAIM_HASH);
        assertEq(_open(), 1);

        assertEq(token.balanceOf(sender), FUNDS - AMOUNT);
        assertEq(token.balanceOf(address(transfers)), AMOUNT);
        IProtectedTransfer.Transfer memory t = transfers.getTransfer(1);
        assertEq(t.sender, sender);
        assertEq(t.to, recipient);
        assertEq(t.amount, AMOUNT);
        assertEq(t.deadline, deadline);
        assertEq(t.attempts, 0);
        assertEq(uint8(t.status), uint8(IProtectedTransfer.TransferStatus.PENDING));
        assertEq(t.claimHash, CLAIM_HASH);
        assertEq(t.configId, plainConfig);
        assertEq(transfers.nextTransferId(), 2);
        assertEq(_open(), 2);
    }

    function testFuzz_locks(address to, uint256 amount, bytes32 claimHash, uint32 window) external {
        vm.assume(to != address(0) && to != sender && to != address(transfers) && to != address(token));
        vm.assume(claimHash != bytes32(0));
        amount = bound(amount, 1, type(uint96).max);
        window = uint32(bound(window, 1, 7 days));
        bytes32 configId = transfers.createConfig(window, 0, 0, address(0));
        token.mint(sender, amount);
        uint256 before = token.balanceOf(sender);

        uint256 id = _open(configId, to, amount, claimHash);

        assertEq(token.balanceOf(sender), before - amount);
        assertEq(token.balanceOf(address(transfers)), amount);
        IProtectedTransfer.Transfer memory t = transfers.getTransfer(id);
        assertEq(t.sender, sender);
        assertEq(t.to, to);
        assertEq(t.amount, amount);
        assertEq(t.deadline, block.timestamp + window);
        assertEq(t.claimHash, claimHash);
        assertEq(t.configId, configId);
    }

    function test_error_UnknownConfig() external {
        bytes32 unknown = keccak256("unknown");
        vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.UnknownConfig.selector, unknown));
        _open(unknown);
    }

    function test_error_recipient() external {
        vm.expectRevert(IProtectedTransfer.ZeroRecipient.selector);
        _open(plainConfig, address(0), AMOUNT, CLAIM_HASH);
        vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.SelfTransfer.selector, sender));
        _open(plainConfig, sender, AMOUNT, CLAIM_HASH);
        vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.ForbiddenRecipient.selector, address(transfers)));
        _open(plainConfig, address(transfers), AMOUNT, CLAIM_HASH);
        vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.ForbiddenRecipient.selector, address(token)));
        _open(plainConfig, address(token), AMOUNT, CLAIM_HASH);
    }

    /// @dev A claim key takes the place of zero alone.
    function test_error_recipientOfAKeyedTransfer() external {
        vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.SelfTransfer.selector, sender));
        _openKeyed(keyConfig, sender);
        vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.ForbiddenRecipient.selector, address(transfers)));
        _openKeyed(keyConfig, address(transfers));
        vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.ForbiddenRecipient.selector, address(token)));
        _openKeyed(keyConfig, address(token));
    }

    function testFuzz_error_amount(uint256 amount) external {
        vm.expectRevert(IProtectedTransfer.ZeroAmount.selector);
        _open(plainConfig, recipient, 0, CLAIM_HASH);
        amount = bound(amount, uint256(type(uint96).max) + 1, type(uint256).max);
        vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.AmountTooLarge.selector, amount, type(uint96).max));
        _open(plainConfig, recipient, amount, CLAIM_HASH);
    }

    function testFuzz_openTransfer(bool needsRelease, uint160 key) external {
        key = uint160(bound(key, 1, type(uint160).max));
        bytes32 configId = needsRelease ? releaseConfig : keyConfig;
        vm.expectEmit(address(transfers));
        emit IProtectedTransfer.TransferCreated(
            1, sender, address(0), AMOUNT, configId, uint64(block.timestamp + WINDOW), bytes32(uint256(key))
        );
        assertEq(_open(configId, address(0), AMOUNT, bytes32(uint256(key))), 1);
        assertEq(transfers.getTransfer(1).to, address(0));
    }

    /// @dev Only a claim key can name a recipient later.
    function test_error_openTransferWithoutAKey() external {
        bytes32 judged = transfers.createConfigWithVerifier(WINDOW, address(codeVerifier), 0, address(0));
        bytes32[3] memory configIds = [plainConfig, feeConfig, judged];
        for (uint256 i = 0; i < configIds.length; ++i) {
            vm.expectRevert(IProtectedTransfer.ZeroRecipient.selector);
            _open(configIds[i], address(0), AMOUNT, CLAIM_HASH);
        }
    }

    function testFuzz_error_InvalidClaimKey(uint256 hash, bool needsRelease) external {
        hash = bound(hash, uint256(type(uint160).max) + 1, type(uint256).max);
        vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.InvalidClaimKey.selector, bytes32(hash)));
        _open(needsRelease ? releaseConfig : keyConfig, recipient, AMOUNT, bytes32(hash));
        vm.expectRevert(IProtectedTransfer.EmptyClaimHash.selector);
        _open(needsRelease ? releaseConfig : keyConfig, recipient, AMOUNT, 0);
    }

    function test_theBounds() external {
        uint256 most = type(uint96).max;
        token.mint(sender, most);
        assertEq(transfers.getTransfer(_open(plainConfig, recipient, most, CLAIM_HASH)).amount, most);
        vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.AmountTooLarge.selector, most + 1, most));
        _open(plainConfig, recipient, most + 1, CLAIM_HASH);

        bytes32 lastKey = bytes32(uint256(type(uint160).max));
        assertEq(transfers.getTransfer(_open(keyConfig, recipient, AMOUNT, lastKey)).claimHash, lastKey);
        bytes32 noKey = bytes32(uint256(type(uint160).max) + 1);
        vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.InvalidClaimKey.selector, noKey));
        _open(keyConfig, recipient, AMOUNT, noKey);
    }

    function test_error_EmptyClaimHash() external {
        vm.expectRevert(IProtectedTransfer.EmptyClaimHash.selector);
        _open(plainConfig, recipient, AMOUNT, bytes32(0));
    }

    function test_error_cannotPull() external {
        vm.expectRevert(
            abi.encodeWithSelector(IERC20Errors.ERC20InsufficientBalance.selector, sender, FUNDS, FUNDS + 1)
        );
        _open(plainConfig, recipient, FUNDS + 1, CLAIM_HASH);

        vm.prank(sender);
        token.approve(address(transfers), AMOUNT - 1);
        vm.expectRevert(
            abi.encodeWithSelector(
                IERC20Errors.ERC20InsufficientAllowance.selector, address(transfers), AMOUNT - 1, AMOUNT
            )
        );
        _open();
        vm.prank(sender);
        token.approve(address(transfers), AMOUNT);

        address[2] memory parties = [sender, address(transfers)];
        for (uint256 i = 0; i < parties.length; ++i) {
            _block(parties[i]);
            vm.expectRevert("Blocked address");
            _open();
            _unblock(parties[i]);
        }
        assertEq(transfers.nextTransferId(), 1, "nothing was created");
        _assertStatus(1, IProtectedTransfer.TransferStatus.NONE);
    }

    /// @dev Money can be locked for a blocked recipient; it can be returned as usual.
    function test_behavior_blockedRecipientCanBeSentTo() external {
        _block(recipient);
        uint256 id = _open();
        vm.expectRevert("Blocked address");
        transfers.claim(id, CODE, SALT);
        _assertStatus(id, IProtectedTransfer.TransferStatus.PENDING);
        assertFalse(transfers.isVerifiedRecipient(sender, recipient));
        vm.prank(sender);
        transfers.cancel(id);
        assertEq(token.balanceOf(sender), FUNDS);
    }
}
