// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IProtectedTransfer} from "../../src/interfaces/IProtectedTransfer.sol";
import {Base} from "../Base.t.sol";
import {MockPermit2} from "../mocks/MockPermit2.sol";

contract SendProtectedWithPermitTest is Base {
    uint256 private _deadline;

    function setUp() public override {
        super.setUp();
        _deadline = block.timestamp + 10 minutes;
    }

    function test_locks() external {
        bytes memory signature = _permit(address(token), AMOUNT, address(transfers), 7);
        vm.expectEmit(address(transfers));
        emit IProtectedTransfer.TransferCreated(
            1, sender, recipient, AMOUNT, plainConfig, uint64(block.timestamp + WINDOW), CLAIM_HASH
        );
        assertEq(_send(sender, AMOUNT, 7, signature), 1);
        assertEq(token.balanceOf(address(transfers)), AMOUNT);
        assertEq(token.balanceOf(sender), FUNDS - AMOUNT);
        transfers.claim(1, CODE, SALT);
        assertEq(token.balanceOf(recipient), AMOUNT);
    }

    function testFuzz_locks(uint256 amount, uint256 nonce) external {
        amount = bound(amount, 1, FUNDS);
        _send(sender, amount, nonce, _permit(address(token), amount, address(transfers), nonce));
        assertEq(token.balanceOf(address(transfers)), amount);
        assertEq(transfers.getTransfer(1).sender, sender);
    }

    function test_error_arguments() external {
        bytes memory signature = _permit(address(token), AMOUNT, address(transfers), 7);
        vm.startPrank(sender);
        vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.UnknownConfig.selector, bytes32(0)));
        transfers.sendProtectedWithPermit(bytes32(0), recipient, AMOUNT, CLAIM_HASH, 7, _deadline, signature);
        vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.SelfTransfer.selector, sender));
        transfers.sendProtectedWithPermit(plainConfig, sender, AMOUNT, CLAIM_HASH, 7, _deadline, signature);
        vm.expectRevert(IProtectedTransfer.ZeroAmount.selector);
        transfers.sendProtectedWithPermit(plainConfig, recipient, 0, CLAIM_HASH, 7, _deadline, signature);
        vm.expectRevert(IProtectedTransfer.EmptyClaimHash.selector);
        transfers.sendProtectedWithPermit(plainConfig, recipient, AMOUNT, 0, 7, _deadline, signature);
        vm.stopPrank();
    }

    function test_error_permit() external {
        bytes memory signature = _permit(address(token), AMOUNT, address(transfers), 7);
        // A stranger who saw the signature cannot use it: the owner is always the caller.
        vm.expectRevert(MockPermit2.InvalidSigner.selector);
        _send(stranger, AMOUNT, 7, signature);
        vm.expectRevert(MockPermit2.InvalidSigner.selector);
        _send(sender, AMOUNT + 1, 7, signature);
        vm.expectRevert(MockPermit2.InvalidSigner.selector);
        _send(sender, AMOUNT, 8, signature);
        bytes memory forAnother = _permit(address(token), AMOUNT, stranger, 7);
        vm.expectRevert(MockPermit2.InvalidSigner.selector);
        _send(sender, AMOUNT, 7, forAnother);
        bytes memory ofAnother = _permit(address(permit2), AMOUNT, address(transfers), 7);
        vm.expectRevert(MockPermit2.InvalidSigner.selector);
        _send(sender, AMOUNT, 7, ofAnother);

        _send(sender, AMOUNT, 7, signature);
        vm.expectRevert(MockPermit2.InvalidNonce.selector);
        _send(sender, AMOUNT, 7, signature);

        bytes memory late = _permit(address(token), AMOUNT, address(transfers), 9);
        vm.warp(_deadline + 1);
        vm.expectRevert(abi.encodeWithSelector(MockPermit2.SignatureExpired.selector, _deadline));
        _send(sender, AMOUNT, 9, late);
        assertEq(transfers.nextTransferId(), 2);
    }

    function test_error_blockedSender() external {
        bytes memory signature = _permit(address(token), AMOUNT, address(transfers), 7);
        _block(sender);
        vm.expectRevert("Blocked address");
        _send(sender, AMOUNT, 7, signature);
        assertEq(transfers.nextTransferId(), 1);
    }

    function _permit(address permitted, uint256 amount, address spender, uint256 nonce)
        private
        view
        returns (bytes memory)
    {
        return _sign(senderKey, permit2.permitDigest(permitted, amount, spender, nonce, _deadline));
    }

    function _send(address caller, uint256 amount, uint256 nonce, bytes memory signature) private returns (uint256) {
        vm.prank(caller);
        return
            transfers.sendProtectedWithPermit(plainConfig, recipient, amount, CLAIM_HASH, nonce, _deadline, signature);
    }
}
