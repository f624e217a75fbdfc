// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IProtectedTransfer} from "../../src/interfaces/IProtectedTransfer.sol";
import {ISignatureTransfer} from "../../src/interfaces/ISignatureTransfer.sol";
import {Base} from "../Base.t.sol";
import {MockPermit2} from "../mocks/MockPermit2.sol";

contract BatchTest is Base {
    uint256 private constant FOREVER = type(uint256).max;
    string private constant WITNESS =
        "ProtectedBatch witness)Item(bytes32 configId,address to,uint256 amount,bytes32 claimHash)ProtectedBatch(Item[] items)TokenPermissions(address token,uint256 amount)";

    function testFuzz_sends(uint256 size, uint256 seed) external {
        size = bound(size, 1, 100);
        (IProtectedTransfer.Item[] memory items, uint256 total) = _items(size, seed);
        _open();
        vm.prank(sender);
        assertEq(transfers.sendProtectedBatch(items), 2);
        _assertOpened(items, 2);
        assertEq(token.balanceOf(address(transfers)), AMOUNT + total);
    }

    function test_emits() external {
        (IProtectedTransfer.Item[] memory items,) = _items(3, 0);
        for (uint256 i = 0; i < 3; ++i) {
            vm.expectEmit(address(transfers));
            emit IProtectedTransfer.TransferCreated(
                i + 1,
                sender,
                items[i].to,
                items[i].amount,
                items[i].configId,
                uint64(block.timestamp + WINDOW),
                items[i].claimHash
            );
        }
        vm.prank(sender);
        transfers.sendProtectedBatch(items);
    }

    function testFuzz_sendsWithWitness(uint256 size, uint256 seed, address submitter) external {
        size = bound(size, 1, 100);
        (IProtectedTransfer.Item[] memory items, uint256 total) = _items(size, seed);
        bytes memory signature = _permit(items, total, 7);
        vm.prank(submitter);
        assertEq(transfers.sendProtectedBatchWithWitness(sender, items, 7, FOREVER, signature), 1);
        _assertOpened(items, 1);
        assertEq(token.balanceOf(address(transfers)), total);
    }

    function testFuzz_sendsWithAuthorization(uint256 size, uint256 seed, address submitter) external {
        size = bound(size, 1, 100);
        (IProtectedTransfer.Item[] memory items, uint256 total) = _items(size, seed);
        bytes memory signature = _authorize(items, total);
        vm.prank(submitter);
        assertEq(transfers.sendProtectedBatchWithAuthorization(sender, items, 0, FOREVER, "salt", signature), 1);
        _assertOpened(items, 1);
        assertEq(token.balanceOf(address(transfers)), total);
    }

    /// @dev One signature binds every field of every item, their number and their order.
    function testFuzz_error_anotherBatch(uint256 seed, uint256 which, uint8 field) external {
        (IProtectedTransfer.Item[] memory items, uint256 total) = _items(5, seed);
        bytes memory permit = _permit(items, total, 7);
        bytes memory authorization = _authorize(items, total);
        IProtectedTransfer.Item memory item = items[which % 5];
        field = field % 6;
        if (field == 0) {
            bool keyed = item.configId != plainConfig && item.configId != feeConfig;
            bytes32[2] memory others = keyed ? [keyConfig, keyFeeConfig] : [plainConfig, feeConfig];
            item.configId = item.configId == others[0] ? others[1] : others[0];
        }
        if (field == 1) item.to = stranger;
        if (field == 2) (items[0].amount, items[1].amount) = (items[0].amount + 1, items[1].amount - 1);
        if (field == 3) item.claimHash = bytes32(uint256(1));
        if (field == 4) (items[0], items[1]) = (items[1], items[0]);
        if (field == 5) item.amount += 1;
        vm.expectRevert(MockPermit2.InvalidSigner.selector);
        transfers.sendProtectedBatchWithWitness(sender, items, 7, FOREVER, permit);
        vm.expectRevert("FiatTokenV2: invalid signature");
        transfers.sendProtectedBatchWithAuthorization(sender, items, 0, FOREVER, "salt", authorization);
        assertEq(transfers.nextTransferId(), 1);
    }

    /// @dev All or nothing, and the error names the item and its reason.
    function testFuzz_error_oneItem(uint256 which, uint8 kind) external {
        (IProtectedTransfer.Item[] memory items, uint256 total) = _items(7, 0);
        which = which % 7;
        IProtectedTransfer.Item memory item = items[which];
        (item.configId, item.to, item.claimHash) = (plainConfig, recipient, CLAIM_HASH);
        bytes memory reason;
        kind = kind % 9;
        if (kind == 0) {
            item.configId = bytes32(0);
            reason = abi.encodeWithSelector(IProtectedTransfer.UnknownConfig.selector, bytes32(0));
        }
        if (kind == 1) {
            item.to = address(0);
            reason = abi.encodeWithSelector(IProtectedTransfer.ZeroRecipient.selector);
        }
        if (kind == 2) {
            item.to = sender;
            reason = abi.encodeWithSelector(IProtectedTransfer.SelfTransfer.selector, sender);
        }
        if (kind == 3) {
            item.to = address(token);
            reason = abi.encodeWithSelector(IProtectedTransfer.ForbiddenRecipient.selector, address(token));
        }
        if (kind == 4) {
            item.amount = 0;
            reason = abi.encodeWithSelector(IProtectedTransfer.ZeroAmount.selector);
        }
        if (kind == 5) {
            item.amount = uint256(type(uint96).max) + 1;
            reason = abi.encodeWithSelector(
                IProtectedTransfer.AmountTooLarge.selector, uint256(type(uint96).max) + 1, type(uint96).max
            );
        }
        if (kind == 6) {
            item.claimHash = 0;
            reason = abi.encodeWithSelector(IProtectedTransfer.EmptyClaimHash.selector);
        }
        if (kind >= 7) {
            item.configId = kind == 7 ? keyConfig : releaseConfig;
            reason = abi.encodeWithSelector(IProtectedTransfer.InvalidClaimKey.selector, CLAIM_HASH);
        }
        bytes memory failure = abi.encodeWithSelector(IProtectedTransfer.BatchItemFailed.selector, which, reason);
        vm.expectRevert(failure);
        vm.prank(sender);
        transfers.sendProtectedBatch(items);
        vm.expectRevert(failure);
        transfers.sendProtectedBatchWithWitness(sender, items, 7, FOREVER, "");
        vm.expectRevert(failure);
        transfers.sendProtectedBatchWithAuthorization(sender, items, 0, FOREVER, "salt", "");
        assertEq(transfers.nextTransferId(), 1);
        assertEq(token.balanceOf(sender), FUNDS);
        assertGt(total, 0);
    }

    function test_error_namesTheItem() external {
        (IProtectedTransfer.Item[] memory items,) = _items(3, 0);
        items[1].amount = 0;
        vm.expectRevert(
            abi.encodeWithSelector(
                IProtectedTransfer.BatchItemFailed.selector,
                1,
                abi.encodeWithSelector(IProtectedTransfer.ZeroAmount.selector)
            )
        );
        vm.prank(sender);
        transfers.sendProtectedBatch(items);
    }

    function test_aHundred() external {
        (IProtectedTransfer.Item[] memory items, uint256 total) = _items(100, 0);
        vm.startPrank(sender);
        uint256 first = transfers.sendProtectedBatch(items);
        _assertOpened(items, first);
        assertEq(token.balanceOf(address(transfers)), total);
        uint256[] memory ids = new uint256[](100);
        for (uint256 i = 0; i < ids.length; ++i) {
            ids[i] = first + i;
        }
        transfers.cancelBatch(ids);
        assertEq(token.balanceOf(sender), FUNDS);
    }

    function test_error_InvalidBatchSize() external {
        uint256[2] memory sizes = [uint256(0), 101];
        for (uint256 i = 0; i < 2; ++i) {
            bytes memory failure = abi.encodeWithSelector(IProtectedTransfer.InvalidBatchSize.selector, sizes[i], 100);
            IProtectedTransfer.Item[] memory items = new IProtectedTransfer.Item[](sizes[i]);
            vm.startPrank(sender);
            vm.expectRevert(failure);
            transfers.sendProtectedBatch(items);
            vm.expectRevert(failure);
            transfers.sendProtectedBatchWithWitness(sender, items, 7, FOREVER, "");
            vm.expectRevert(failure);
            transfers.sendProtectedBatchWithAuthorization(sender, items, 0, FOREVER, "salt", "");
            vm.expectRevert(failure);
            transfers.claimWithKeyBatch(new IProtectedTransfer.KeyClaim[](sizes[i]));
            vm.expectRevert(failure);
            transfers.cancelBatch(new uint256[](sizes[i]));
            vm.stopPrank();
        }
    }

    function test_error_tooLittleMoney() external {
        (IProtectedTransfer.Item[] memory items, uint256 total) = _items(3, 0);
        items[2].amount += FUNDS - total + 1;
        vm.expectRevert();
        vm.prank(sender);
        transfers.sendProtectedBatch(items);
        assertEq(transfers.nextTransferId(), 1);
    }

    function testFuzz_claims(uint256 size, uint256 seed) external {
        size = bound(size, 1, 100);
        (IProtectedTransfer.KeyClaim[] memory claims, uint256 total) = _claims(size, seed);
        vm.prank(stranger);
        transfers.claimWithKeyBatch(claims);
        uint256 paid = token.balanceOf(feeTaker);
        for (uint256 i = 0; i < size; ++i) {
            _assertStatus(claims[i].transferId, IProtectedTransfer.TransferStatus.CLAIMED);
            assertEq(transfers.getTransfer(claims[i].transferId).to, claims[i].recipient);
            if (i == 0) paid += token.balanceOf(claims[i].recipient);
        }
        assertEq(paid, total);
        assertEq(token.balanceOf(address(transfers)), 0);
    }

    function test_claims_nameTheRealCaller() external {
        (IProtectedTransfer.KeyClaim[] memory claims,) = _claims(1, 0);
        uint256 amount = transfers.getTransfer(claims[0].transferId).amount;
        vm.expectEmit(address(transfers));
        emit IProtectedTransfer.TransferClaimed(claims[0].transferId, recipient, stranger, amount, 0);
        vm.prank(stranger);
        transfers.claimWithKeyBatch(claims);
    }

    function testFuzz_error_oneClaim(uint256 which) external {
        (IProtectedTransfer.KeyClaim[] memory claims,) = _claims(6, 0);
        which = which % 6;
        claims[which].signature = new bytes(65);
        vm.expectRevert(
            abi.encodeWithSelector(
                IProtectedTransfer.BatchItemFailed.selector,
                which,
                abi.encodeWithSelector(IProtectedTransfer.InvalidSignature.selector, claimKey)
            )
        );
        transfers.claimWithKeyBatch(claims);
        assertEq(token.balanceOf(recipient), 0);
        // The same claim twice is refused.
        claims[which] = claims[(which + 1) % 6];
        vm.expectRevert(
            abi.encodeWithSelector(
                IProtectedTransfer.BatchItemFailed.selector,
                which == 5 ? 5 : which + 1,
                abi.encodeWithSelector(
                    IProtectedTransfer.TransferSettled.selector,
                    claims[which].transferId,
                    IProtectedTransfer.TransferStatus.CLAIMED
                )
            )
        );
        transfers.claimWithKeyBatch(claims);
    }

    function test_error_claimOfABlockedRecipient() external {
        (IProtectedTransfer.KeyClaim[] memory claims,) = _claims(3, 0);
        _block(recipient);
        vm.expectRevert(
            abi.encodeWithSelector(
                IProtectedTransfer.BatchItemFailed.selector,
                0,
                abi.encodeWithSignature("Error(string)", "Blocked address")
            )
        );
        transfers.claimWithKeyBatch(claims);
    }

    function testFuzz_cancels(uint256 size, uint256 seed) external {
        size = bound(size, 1, 100);
        (IProtectedTransfer.Item[] memory items,) = _items(size, seed);
        vm.startPrank(sender);
        uint256 first = transfers.sendProtectedBatch(items);
        uint256[] memory ids = new uint256[](size);
        for (uint256 i = 0; i < size; ++i) {
            ids[i] = first + i;
        }
        transfers.cancelBatch(ids);
        vm.stopPrank();
        assertEq(token.balanceOf(sender), FUNDS);
        for (uint256 i = 0; i < size; ++i) {
            _assertStatus(ids[i], IProtectedTransfer.TransferStatus.CANCELLED);
        }
    }

    function test_error_oneCancel() external {
        uint256[] memory ids = new uint256[](3);
        (ids[0], ids[1], ids[2]) = (_open(), _claimed(), _open());
        vm.expectRevert(
            abi.encodeWithSelector(
                IProtectedTransfer.BatchItemFailed.selector,
                1,
                abi.encodeWithSelector(
                    IProtectedTransfer.TransferSettled.selector, ids[1], IProtectedTransfer.TransferStatus.CLAIMED
                )
            )
        );
        vm.prank(sender);
        transfers.cancelBatch(ids);
        vm.expectRevert(
            abi.encodeWithSelector(
                IProtectedTransfer.BatchItemFailed.selector,
                0,
                abi.encodeWithSelector(IProtectedTransfer.NotSender.selector, ids[0], stranger, sender)
            )
        );
        vm.prank(stranger);
        transfers.cancelBatch(ids);
        _assertStatus(ids[0], IProtectedTransfer.TransferStatus.PENDING);
    }

    /// @dev Of every mode, recorded and open.
    function _items(uint256 size, uint256 seed)
        private
        view
        returns (IProtectedTransfer.Item[] memory items, uint256 total)
    {
        items = new IProtectedTransfer.Item[](size);
        bytes32[5] memory configIds = [plainConfig, feeConfig, keyConfig, keyFeeConfig, releaseConfig];
        for (uint256 i = 0; i < size; ++i) {
            uint256 random = uint256(keccak256(abi.encode(seed, i)));
            bytes32 configId = configIds[random % 5];
            bool keyed = random % 5 > 1;
            uint256 amount = 2 + (random >> 8) % 1_000e6;
            address to = keyed && (random >> 100) % 2 == 0 ? address(0) : recipient;
            items[i] = IProtectedTransfer.Item(configId, to, amount, keyed ? keyHash : CLAIM_HASH);
            total += amount;
        }
    }

    /// @dev Claims for `recipient` of sent transfers, recorded and open, with and without a fee.
    function _claims(uint256 size, uint256 seed)
        private
        returns (IProtectedTransfer.KeyClaim[] memory claims, uint256 total)
    {
        claims = new IProtectedTransfer.KeyClaim[](size);
        for (uint256 i = 0; i < size; ++i) {
            uint256 random = uint256(keccak256(abi.encode(seed, i)));
            uint256 amount = 1 + random % 1_000e6;
            uint256 id = _open(
                i == 0 || random % 2 == 0 ? keyConfig : keyFeeConfig,
                (random >> 1) % 2 == 0 ? address(0) : recipient,
                amount,
                keyHash
            );
            claims[i] = IProtectedTransfer.KeyClaim(id, recipient, _keySignature(id, recipient));
            total += amount;
        }
    }

    function _assertOpened(IProtectedTransfer.Item[] memory items, uint256 first) private view {
        for (uint256 i = 0; i < items.length; ++i) {
            IProtectedTransfer.Transfer memory t = transfers.getTransfer(first + i);
            assertEq(t.sender, sender);
            assertEq(t.to, items[i].to);
            assertEq(t.amount, items[i].amount);
            assertEq(t.configId, items[i].configId);
            assertEq(t.claimHash, items[i].claimHash);
            assertEq(t.deadline, block.timestamp + WINDOW);
        }
        assertEq(transfers.nextTransferId(), first + items.length);
    }

    function _permit(IProtectedTransfer.Item[] memory items, uint256 total, uint256 nonce)
        private
        view
        returns (bytes memory)
    {
        bytes32 itemType = keccak256("Item(bytes32 configId,address to,uint256 amount,bytes32 claimHash)");
        bytes memory hashes;
        for (uint256 i = 0; i < items.length; ++i) {
            hashes = abi.encodePacked(
                hashes,
                keccak256(abi.encode(itemType, items[i].configId, items[i].to, items[i].amount, items[i].claimHash))
            );
        }
        bytes32 batchType =
            keccak256("ProtectedBatch(Item[] items)Item(bytes32 configId,address to,uint256 amount,bytes32 claimHash)");
        ISignatureTransfer.PermitTransferFrom memory permit = ISignatureTransfer.PermitTransferFrom(
            ISignatureTransfer.TokenPermissions(address(token), total), nonce, FOREVER
        );
        bytes32 witness = keccak256(abi.encode(batchType, keccak256(hashes)));
        return _sign(senderKey, permit2.witnessDigest(permit, address(transfers), witness, WITNESS));
    }

    function _authorize(IProtectedTransfer.Item[] memory items, uint256 total) private view returns (bytes memory) {
        bytes32 nonce =
            keccak256(abi.encode(keccak256("holdfast:batch:v1"), keccak256(abi.encode(items)), bytes32("salt")));
        return _sign(senderKey, token.authorizationDigest(sender, address(transfers), total, 0, FOREVER, nonce));
    }
}
