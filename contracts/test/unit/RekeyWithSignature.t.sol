// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IProtectedTransfer} from "../../src/interfaces/IProtectedTransfer.sol";
import {Base} from "../Base.t.sol";
import {TransferDigests} from "../TransferDigests.sol";

contract RekeyWithSignatureTest is Base {
    uint256 private constant FOREVER = type(uint256).max;
    bytes32 private constant NEW_HASH = keccak256("new hash");

    function testFuzz_anyoneSubmits(address submitter, uint8 guesses, bool keyed) external {
        bytes32 newHash = keyed ? bytes32(uint256(uint160(stranger))) : NEW_HASH;
        uint256 id = keyed ? _openKeyed(keyConfig, address(0)) : _open();
        if (!keyed) _guess(id, bound(guesses, 0, 5));
        bytes memory signature = _signature(id, newHash, block.timestamp);
        vm.expectEmit(address(transfers));
        emit IProtectedTransfer.TransferRekeyed(id, newHash);
        vm.prank(submitter);
        transfers.rekeyWithSignature(id, newHash, block.timestamp, signature);
        assertEq(transfers.getTransfer(id).claimHash, newHash);
        assertEq(transfers.attemptsRemaining(id), 5);
        _assertStatus(id, IProtectedTransfer.TransferStatus.PENDING);
        // The signature covers the old hash, so it works once.
        vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.SameClaimHash.selector, newHash));
        transfers.rekeyWithSignature(id, newHash, block.timestamp, signature);
    }

    /// @dev If the same hash were accepted, one signature could clear the attempts repeatedly.
    function test_error_SameClaimHash() external {
        uint256 id = _locked();
        bytes memory signature = _signature(id, CLAIM_HASH, FOREVER);
        vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.SameClaimHash.selector, CLAIM_HASH));
        transfers.rekeyWithSignature(id, CLAIM_HASH, FOREVER, signature);
    }

    function test_error_signature() external {
        uint256 id = _open();
        uint256 other = _open();
        _refused(id, _signature(other, NEW_HASH, FOREVER));
        _refused(id, _signature(id, keccak256("another"), FOREVER));
        _refused(id, _signature(id, NEW_HASH, FOREVER - 1));
        _refused(
            id,
            _sign(senderKey, TransferDigests.rekey(address(transfers), block.chainid, id, keyHash, NEW_HASH, FOREVER))
        );
        _refused(id, _sign(claimKeyKey, _digest(id, NEW_HASH, FOREVER)));
        _refused(id, "");
        bytes memory late = _signature(id, NEW_HASH, block.timestamp - 1);
        vm.expectRevert(
            abi.encodeWithSelector(IProtectedTransfer.SignatureExpired.selector, block.timestamp - 1, block.timestamp)
        );
        transfers.rekeyWithSignature(id, NEW_HASH, block.timestamp - 1, late);
    }

    function test_error_hashes() external {
        uint256 id = _open();
        bytes memory signature = _signature(id, 0, FOREVER);
        vm.expectRevert(IProtectedTransfer.EmptyClaimHash.selector);
        transfers.rekeyWithSignature(id, 0, FOREVER, signature);
        id = _openKeyed(releaseConfig, address(0));
        signature = _signature(id, NEW_HASH, FOREVER);
        vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.InvalidClaimKey.selector, NEW_HASH));
        transfers.rekeyWithSignature(id, NEW_HASH, FOREVER, signature);
        vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.InvalidClaimKey.selector, NEW_HASH));
        vm.prank(sender);
        transfers.rekey(id, NEW_HASH);
    }

    function test_error_unknownSettledOrLate() external {
        vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.UnknownTransfer.selector, 9));
        transfers.rekeyWithSignature(9, NEW_HASH, FOREVER, "");
        (uint256[3] memory ids, IProtectedTransfer.TransferStatus[3] memory statuses) = _settled();
        for (uint256 i = 0; i < 3; ++i) {
            bytes memory settled = _signature(ids[i], NEW_HASH, FOREVER);
            vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.TransferSettled.selector, ids[i], statuses[i]));
            transfers.rekeyWithSignature(ids[i], NEW_HASH, FOREVER, settled);
        }
        uint256 id = _open();
        bytes memory signature = _signature(id, NEW_HASH, FOREVER);
        uint256 deadline = transfers.getTransfer(id).deadline;
        vm.warp(deadline + 1);
        vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.DeadlinePassed.selector, id, deadline, deadline + 1));
        transfers.rekeyWithSignature(id, NEW_HASH, FOREVER, signature);
    }

    function _refused(uint256 id, bytes memory signature) private {
        vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.InvalidSignature.selector, sender));
        transfers.rekeyWithSignature(id, NEW_HASH, FOREVER, signature);
    }

    function _signature(uint256 id, bytes32 newHash, uint256 deadline) private view returns (bytes memory) {
        return _sign(senderKey, _digest(id, newHash, deadline));
    }

    function _digest(uint256 id, bytes32 newHash, uint256 deadline) private view returns (bytes32) {
        bytes32 claimHash = transfers.getTransfer(id).claimHash;
        return TransferDigests.rekey(address(transfers), block.chainid, id, claimHash, newHash, deadline);
    }
}
