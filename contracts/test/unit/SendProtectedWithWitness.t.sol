// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IProtectedTransfer} from "../../src/interfaces/IProtectedTransfer.sol";
import {ISignatureTransfer} from "../../src/interfaces/ISignatureTransfer.sol";
import {Base} from "../Base.t.sol";
import {MockPermit2} from "../mocks/MockPermit2.sol";

contract SendProtectedWithWitnessTest is Base {
    string private constant WITNESS =
        "ProtectedSend witness)ProtectedSend(bytes32 configId,address to,bytes32 claimHash)TokenPermissions(address token,uint256 amount)";

    struct Order {
        address from;
        bytes32 configId;
        address to;
        uint256 amount;
        bytes32 claimHash;
        uint256 nonce;
        uint256 deadline;
    }

    function testFuzz_anyoneSubmits(address submitter, uint256 nonce, bool isOpen) external {
        Order memory order = _order();
        order.nonce = nonce;
        if (isOpen) (order.configId, order.to, order.claimHash) = (keyConfig, address(0), keyHash);
        bytes memory signature = _permit(order);
        vm.expectEmit(address(transfers));
        emit IProtectedTransfer.TransferCreated(
            1, sender, order.to, AMOUNT, order.configId, uint64(block.timestamp + WINDOW), order.claimHash
        );
        assertEq(_submit(submitter, order, signature), 1);
        assertEq(token.balanceOf(address(transfers)), AMOUNT);
        assertEq(transfers.getTransfer(1).sender, sender);
        vm.expectRevert(MockPermit2.InvalidNonce.selector);
        _submit(submitter, order, signature);
    }

    function testFuzz_error_otherValues(uint8 field, uint256 change) external {
        Order memory order = _order();
        bytes memory signature = _permit(order);
        field = field % 7;
        change = bound(change, 1, 1e6);
        if (field == 0) order.from = stranger;
        if (field == 1) order.configId = feeConfig;
        if (field == 2) order.to = stranger;
        if (field == 3) order.amount += change;
        if (field == 4) order.claimHash = keccak256(abi.encode(change));
        if (field == 5) order.nonce += change;
        if (field == 6) order.deadline += change;
        vm.expectRevert(MockPermit2.InvalidSigner.selector);
        _submit(stranger, order, signature);
        assertEq(transfers.nextTransferId(), 1);
    }

    /// @dev A permit without a witness names no recipient, so it opens no transfer that a stranger chooses.
    function test_error_plainPermit() external {
        Order memory order = _order();
        bytes32 digest = permit2.permitDigest(address(token), AMOUNT, address(transfers), order.nonce, order.deadline);
        bytes memory signature = _sign(senderKey, digest);
        vm.expectRevert(MockPermit2.InvalidSigner.selector);
        _submit(stranger, order, signature);
    }

    function test_error_arguments() external {
        Order memory order = _order();
        order.to = sender;
        vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.SelfTransfer.selector, sender));
        _submit(stranger, order, "");
        order = _order();
        order.to = address(0);
        vm.expectRevert(IProtectedTransfer.ZeroRecipient.selector);
        _submit(stranger, order, "");
        order = _order();
        order.configId = keyConfig;
        vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.InvalidClaimKey.selector, CLAIM_HASH));
        _submit(stranger, order, "");
    }

    function _order() private view returns (Order memory) {
        return Order(sender, plainConfig, recipient, AMOUNT, CLAIM_HASH, 7, block.timestamp + 10 minutes);
    }

    function _permit(Order memory order) private view returns (bytes memory) {
        ISignatureTransfer.PermitTransferFrom memory permit = ISignatureTransfer.PermitTransferFrom(
            ISignatureTransfer.TokenPermissions(address(token), order.amount), order.nonce, order.deadline
        );
        bytes32 witness = keccak256(
            abi.encode(
                keccak256("ProtectedSend(bytes32 configId,address to,bytes32 claimHash)"),
                order.configId,
                order.to,
                order.claimHash
            )
        );
        return _sign(senderKey, permit2.witnessDigest(permit, address(transfers), witness, WITNESS));
    }

    function _submit(address submitter, Order memory order, bytes memory signature) private returns (uint256) {
        vm.prank(submitter);
        return transfers.sendProtectedWithWitness(
            order.from, order.configId, order.to, order.amount, order.claimHash, order.nonce, order.deadline, signature
        );
    }
}
