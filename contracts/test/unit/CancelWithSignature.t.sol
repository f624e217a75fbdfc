// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IProtectedTransfer} from "../../src/interfaces/IProtectedTransfer.sol";
import {Base} from "../Base.t.sol";
import {TransferDigests} from "../TransferDigests.sol";
import {ContractSigner, SilentDelegate, SloppySigner} from "../mocks/ContractSigner.sol";

contract CancelWithSignatureTest is Base {
    function test_anyoneSubmits() external {
        uint256 id = _open();
        vm.expectEmit(address(transfers));
        emit IProtectedTransfer.TransferCancelled(id, sender, AMOUNT);
        vm.prank(stranger);
        transfers.cancelWithSignature(id, block.timestamp, _signature(id, block.timestamp));
        assertEq(token.balanceOf(sender), FUNDS);
        assertEq(token.balanceOf(stranger), 0);
        _assertStatus(id, IProtectedTransfer.TransferStatus.CANCELLED);
    }

    function testFuzz_whileOpen(uint256 deadline, uint32 elapsed, uint8 guesses) external {
        uint256 id = _open();
        _guess(id, bound(guesses, 0, 5));
        vm.warp(block.timestamp + elapsed);
        deadline = bound(deadline, block.timestamp, type(uint256).max);
        transfers.cancelWithSignature(id, deadline, _signature(id, deadline));
        assertEq(token.balanceOf(sender), FUNDS);
    }

    function testFuzz_error_SignatureExpired(uint256 deadline) external {
        deadline = bound(deadline, 0, block.timestamp - 1);
        uint256 id = _open();
        bytes memory signature = _signature(id, deadline);
        vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.SignatureExpired.selector, deadline, block.timestamp));
        transfers.cancelWithSignature(id, deadline, signature);
    }

    function test_error_unknownOrSettled() external {
        vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.UnknownTransfer.selector, 1));
        transfers.cancelWithSignature(1, type(uint256).max, "");
        (uint256[3] memory ids, IProtectedTransfer.TransferStatus[3] memory statuses) = _settled();
        for (uint256 i = 0; i < 3; ++i) {
            bytes memory signature = _signature(ids[i], type(uint256).max);
            vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.TransferSettled.selector, ids[i], statuses[i]));
            transfers.cancelWithSignature(ids[i], type(uint256).max, signature);
        }
    }

    function testFuzz_error_anotherSigner(uint256 key) external {
        key = bound(key, 1, CURVE_ORDER - 1);
        vm.assume(key != senderKey);
        uint256 id = _open();
        _refused(id, _sign(key, _cancelDigest(id, type(uint256).max)));
    }

    function test_error_otherValues() external {
        uint256 id = _open();
        uint256 max = type(uint256).max;
        address where = address(transfers);
        _refused(id, _sign(senderKey, TransferDigests.cancel(where, block.chainid, id, keyHash, max)));
        _refused(id, _sign(senderKey, TransferDigests.cancel(where, block.chainid, id + 1, CLAIM_HASH, max)));
        _refused(id, _sign(senderKey, _cancelDigest(id, max - 1)));
        _refused(id, _sign(senderKey, TransferDigests.cancel(where, block.chainid + 1, id, CLAIM_HASH, max)));
        _refused(id, _sign(senderKey, TransferDigests.cancel(address(token), block.chainid, id, CLAIM_HASH, max)));
    }

    /// @dev A sender that signs a cancel and then gives the recipient a new code must not lose the transfer by the
    /// signature.
    function test_error_rekeyedSince() external {
        uint256 id = _open();
        bytes memory signature = _signature(id, type(uint256).max);
        vm.prank(sender);
        transfers.rekey(id, keccak256("another"));
        _refused(id, signature);
    }

    function test_error_otherEncodings() external {
        uint256 id = _open();
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(senderKey, _cancelDigest(id, type(uint256).max));
        bytes32 highS = bytes32(CURVE_ORDER - uint256(s));
        _refused(id, abi.encodePacked(r, highS, v == 27 ? uint8(28) : uint8(27)));
        _refused(id, abi.encodePacked(r, bytes32(uint256(s) | (uint256(v - 27) << 255))));
        _refused(id, abi.encodePacked(r, s, v - 27));
        _refused(id, abi.encodePacked(r, s, v, uint8(0)));
        _refused(id, abi.encodePacked(r, s));
        _refused(id, "");
        transfers.cancelWithSignature(id, type(uint256).max, abi.encodePacked(r, s, v));
    }

    function testFuzz_error_randomBytes(bytes calldata signature) external {
        _refused(_open(), signature);
    }

    function test_delegatedAccountSignsWithItsKey() external {
        uint256 id = _open();
        _delegate(address(new SilentDelegate()));
        transfers.cancelWithSignature(id, type(uint256).max, _signature(id, type(uint256).max));
        assertEq(token.balanceOf(sender), FUNDS);
    }

    function test_error_delegatedAccountWithoutIsValidSignature() external {
        uint256 id = _open();
        _delegate(address(new SilentDelegate()));
        _refused(id, _sign(senderKey ^ 1, _cancelDigest(id, type(uint256).max)));
        _refused(id, "");
    }

    function test_delegatedAccountAcceptsByItsCode() external {
        uint256 id = _open();
        (address other, uint256 otherKey) = makeAddrAndKey("session key");
        _delegate(address(new ContractSigner(other)));
        transfers.cancelWithSignature(id, type(uint256).max, _sign(otherKey, _cancelDigest(id, type(uint256).max)));
        assertEq(token.balanceOf(sender), FUNDS);
    }

    function test_contractSender() external {
        ContractSigner wallet = new ContractSigner(sender);
        uint256 id = _openFrom(wallet);
        bytes memory wrong = _sign(senderKey ^ 1, _cancelDigest(id, type(uint256).max));
        vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.InvalidSignature.selector, address(wallet)));
        transfers.cancelWithSignature(id, type(uint256).max, wrong);
        vm.prank(stranger);
        transfers.cancelWithSignature(id, type(uint256).max, _signature(id, type(uint256).max));
        assertEq(token.balanceOf(address(wallet)), AMOUNT);
    }

    function test_error_contractSenderAnswersAnotherWord() external {
        ContractSigner wallet = new ContractSigner(sender);
        uint256 id = _openFrom(wallet);
        vm.etch(address(wallet), address(new SloppySigner()).code);
        bytes memory signature = _signature(id, type(uint256).max);
        vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.InvalidSignature.selector, address(wallet)));
        transfers.cancelWithSignature(id, type(uint256).max, signature);
    }

    function test_domainFollowsTheChain() external {
        uint256 id = _open();
        bytes memory before = _signature(id, type(uint256).max);
        vm.chainId(99_999);
        _refused(id, before);
        transfers.cancelWithSignature(id, type(uint256).max, _signature(id, type(uint256).max));
        assertEq(token.balanceOf(sender), FUNDS);
    }

    function test_error_blockedSender() external {
        uint256 id = _open();
        _block(sender);
        bytes memory signature = _signature(id, type(uint256).max);
        vm.expectRevert("Blocked address");
        transfers.cancelWithSignature(id, type(uint256).max, signature);
        _assertStatus(id, IProtectedTransfer.TransferStatus.PENDING);
    }

    function test_eip712Domain() external view {
        (bytes1 fields, string memory name, string memory version, uint256 chainId, address where,,) =
            transfers.eip712Domain();
        assertEq(fields, hex"0f");
        assertEq(name, "Holdfast ProtectedTransfer");
        assertEq(version, "1");
        assertEq(chainId, block.chainid);
        assertEq(where, address(transfers));
    }

    function _signature(uint256 id, uint256 deadline) private view returns (bytes memory) {
        return _sign(senderKey, _cancelDigest(id, deadline));
    }

    function _refused(uint256 id, bytes memory signature) private {
        vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.InvalidSignature.selector, sender));
        transfers.cancelWithSignature(id, type(uint256).max, signature);
    }

    /// @dev The effect of an EIP-7702 authorization: a delegation designator as the sender's code.
    function _delegate(address code) private {
        vm.etch(sender, abi.encodePacked(hex"ef0100", code));
        assertEq(sender.code.length, 23);
    }

    function _openFrom(ContractSigner wallet) private returns (uint256 id) {
        token.mint(address(wallet), AMOUNT);
        wallet.execute(address(token), abi.encodeCall(token.approve, (address(transfers), AMOUNT)));
        wallet.execute(
            address(transfers),
            abi.encodeCall(IProtectedTransfer.sendProtected, (plainConfig, recipient, AMOUNT, CLAIM_HASH))
        );
        return transfers.nextTransferId() - 1;
    }
}
