// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IProtectedTransfer} from "../../src/interfaces/IProtectedTransfer.sol";
import {Base} from "../Base.t.sol";
import {ContractSigner} from "../mocks/ContractSigner.sol";

contract SendProtectedWithAuthorizationTest is Base {
    struct Order {
        address from;
        bytes32 configId;
        address to;
        uint256 amount;
        bytes32 claimHash;
        uint256 validAfter;
        uint256 validBefore;
        bytes32 nonceSalt;
    }

    function test_anyoneSubmits() external {
        Order memory order = _order();
        bytes memory signature = _authorize(order);
        vm.expectEmit(address(transfers));
        emit IProtectedTransfer.TransferCreated(
            1, sender, recipient, AMOUNT, plainConfig, uint64(block.timestamp + WINDOW), CLAIM_HASH
        );
        assertEq(_submit(stranger, order, signature), 1);
        assertEq(token.balanceOf(address(transfers)), AMOUNT);
        assertEq(token.balanceOf(sender), FUNDS - AMOUNT);
        assertEq(transfers.getTransfer(1).sender, sender);
        // The money goes back to the payer, not to the submitter.
        vm.prank(sender);
        transfers.cancel(1);
        assertEq(token.balanceOf(sender), FUNDS);
    }

    function test_contractPayer() external {
        ContractSigner wallet = new ContractSigner(sender);
        token.mint(address(wallet), AMOUNT);
        Order memory order = _order();
        order.from = address(wallet);
        assertEq(_submit(stranger, order, _authorize(order)), 1);
        assertEq(transfers.getTransfer(1).sender, address(wallet));
    }

    function testFuzz_bindsTheWholeTransfer(uint8 field, uint256 change) external {
        field = uint8(bound(field, 0, 7));
        Order memory order = _order();
        bytes memory signature = _authorize(order);
        uint256 other = bound(change, 1, 1e6);
        if (field == 0) order.from = address(uint160(uint256(keccak256(abi.encode(change)))));
        if (field == 1) order.configId = feeConfig;
        if (field == 2) order.to = address(uint160(uint256(keccak256(abi.encode(change)))));
        if (field == 3) order.amount += other;
        if (field == 4) order.claimHash = keccak256(abi.encode(change));
        if (field == 5) order.validAfter = order.validAfter - other;
        if (field == 6) order.validBefore += other;
        if (field == 7) order.nonceSalt = keccak256(abi.encode(change));
        vm.expectRevert("FiatTokenV2: invalid signature");
        _submit(stranger, order, signature);
        assertEq(transfers.nextTransferId(), 1);
    }

    function test_error_arguments() external {
        Order memory order = _order();
        order.configId = bytes32(0);
        _refused(order, abi.encodeWithSelector(IProtectedTransfer.UnknownConfig.selector, bytes32(0)));
        order = _order();
        order.to = sender;
        _refused(order, abi.encodeWithSelector(IProtectedTransfer.SelfTransfer.selector, sender));
        order = _order();
        order.amount = 0;
        _refused(order, abi.encodeWithSelector(IProtectedTransfer.ZeroAmount.selector));
        order = _order();
        order.to = address(token);
        _refused(order, abi.encodeWithSelector(IProtectedTransfer.ForbiddenRecipient.selector, address(token)));
    }

    function test_error_authorization() external {
        Order memory order = _order();
        order.validAfter = block.timestamp;
        bytes memory signature = _authorize(order);
        vm.expectRevert("FiatTokenV2: authorization is not yet valid");
        _submit(stranger, order, signature);

        order = _order();
        order.validBefore = block.timestamp;
        signature = _authorize(order);
        vm.expectRevert("FiatTokenV2: authorization is expired");
        _submit(stranger, order, signature);

        order = _order();
        signature = _authorize(order);
        _block(sender);
        vm.expectRevert("Blocked address");
        _submit(stranger, order, signature);
        _unblock(sender);
        _submit(stranger, order, signature);
        vm.expectRevert("FiatTokenV2: authorization is used or canceled");
        _submit(stranger, order, signature);
        assertEq(transfers.nextTransferId(), 2);
    }

    /// @dev No account can use up the authorization by sending it to the token directly: only the payee may.
    function test_error_cannotBeUsedElsewhere() external {
        Order memory order = _order();
        bytes memory signature = _authorize(order);
        bytes32 nonce = keccak256(abi.encode(order.configId, order.to, order.claimHash, order.nonceSalt));
        vm.expectRevert("FiatTokenV2: caller must be the payee");
        vm.prank(stranger);
        token.receiveWithAuthorization(
            order.from, address(transfers), order.amount, order.validAfter, order.validBefore, nonce, signature
        );
    }

    function _order() private view returns (Order memory) {
        return Order({
            from: sender,
            configId: plainConfig,
            to: recipient,
            amount: AMOUNT,
            claimHash: CLAIM_HASH,
            validAfter: block.timestamp - 1,
            validBefore: block.timestamp + 10 minutes,
            nonceSalt: keccak256("nonce salt")
        });
    }

    function _authorize(Order memory o) private view returns (bytes memory) {
        bytes32 nonce = keccak256(abi.encode(o.configId, o.to, o.claimHash, o.nonceSalt));
        return _sign(
            senderKey,
            token.authorizationDigest(o.from, address(transfers), o.amount, o.validAfter, o.validBefore, nonce)
        );
    }

    function _refused(Order memory o, bytes memory reason) private {
        bytes memory signature = _authorize(o);
        vm.expectRevert(reason);
        _submit(stranger, o, signature);
    }

    function _submit(address caller, Order memory o, bytes memory signature) private returns (uint256) {
        vm.prank(caller);
        return transfers.sendProtectedWithAuthorization(
            o.from, o.configId, o.to, o.amount, o.claimHash, o.validAfter, o.validBefore, o.nonceSalt, signature
        );
    }
}
