// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IProtectedTransfer} from "../../src/interfaces/IProtectedTransfer.sol";
import {Base} from "../Base.t.sol";
import {HostileToken} from "../mocks/HostileToken.sol";
import {Reentrant} from "../mocks/Reentrant.sol";
import {StoragelessPermit} from "../mocks/StoragelessPermit.sol";

contract HostileTokenTest is Base {
    uint256 private constant OUTER_CALLS = 15;
    uint256 private constant INNER_CALLS = 19;

    HostileToken private _token;
    Reentrant private _attacker;
    address private _accomplice = makeAddr("accomplice");

    function setUp() public override {
        super.setUp();
        _token = new HostileToken();
        address permit = address(new StoragelessPermit());
        transfers = _deploy(address(_token), address(codeVerifier), permit);
        plainConfig = transfers.createConfig(WINDOW, 0, 0, address(0));
        feeConfig = transfers.createConfig(WINDOW, 0, 100, feeTaker);
        keyFeeConfig = transfers.createConfig(WINDOW, MODE_KEY, 100, feeTaker);
        releaseConfig = transfers.createConfig(WINDOW, MODE_KEY_RELEASE, 0, address(0));
        _attacker = new Reentrant(address(transfers));
        _fund(sender, permit);
        _fund(address(_attacker), permit);
    }

    function test_badPullsCreateNothing() external {
        HostileToken.Manner[4] memory manners = _refusals();
        for (uint256 i = 0; i < manners.length; ++i) {
            _token.setManners(HostileToken.Manner.HONEST, manners[i], address(0));
            vm.startPrank(sender);
            _reverts(abi.encodeCall(transfers.sendProtected, (plainConfig, recipient, AMOUNT, CLAIM_HASH)));
            _reverts(
                abi.encodeCall(
                    transfers.sendProtectedWithPermit,
                    (plainConfig, recipient, AMOUNT, CLAIM_HASH, 0, block.timestamp, "")
                )
            );
            vm.stopPrank();
        }
        assertEq(transfers.nextTransferId(), 1);
        assertEq(_token.balanceOf(sender), FUNDS);
    }

    function test_badPayoutsLeaveTheTransferOpen() external {
        uint256 id = _open();
        uint256 withFee = _open(feeConfig);
        bytes memory signature = _sign(senderKey, _cancelDigest(id, type(uint256).max));
        uint256[] memory ids = new uint256[](2);
        (ids[0], ids[1]) = (id, withFee);
        HostileToken.Manner[4] memory manners = _refusals();
        for (uint256 i = 0; i < manners.length; ++i) {
            _token.setManners(manners[i], HostileToken.Manner.HONEST, address(0));
            vm.startPrank(sender);
            _reverts(abi.encodeCall(transfers.claim, (id, CODE, SALT)));
            _reverts(abi.encodeCall(transfers.claim, (withFee, CODE, SALT)));
            _reverts(abi.encodeCall(transfers.claimWithProof, (id, abi.encode(SALT, CODE))));
            _reverts(abi.encodeCall(transfers.cancel, (id)));
            _reverts(abi.encodeCall(transfers.cancelWithSignature, (id, type(uint256).max, signature)));
            uint256 start = vm.getBlockTimestamp();
            _expire();
            _reverts(abi.encodeCall(transfers.reclaimExpired, (id)));
            assertEq(transfers.reclaimExpiredBatch{gas: 20_000_000}(ids), 0);
            vm.warp(start);
            vm.stopPrank();
            _assertStatus(id, IProtectedTransfer.TransferStatus.PENDING);
            _assertStatus(withFee, IProtectedTransfer.TransferStatus.PENDING);
        }
        assertEq(_token.balanceOf(address(transfers)), 2 * AMOUNT);
        _token.setManners(HostileToken.Manner.HONEST, HostileToken.Manner.HONEST, address(0));
        assertTrue(transfers.claim(id, CODE, SALT));
    }

    function test_noReturnDataWorks() external {
        _token.setManners(HostileToken.Manner.RETURNS_NOTHING, HostileToken.Manner.RETURNS_NOTHING, address(0));
        transfers.claim(_open(feeConfig), CODE, SALT);
        assertEq(_token.balanceOf(recipient), AMOUNT - AMOUNT / 100);
        assertEq(_token.balanceOf(feeTaker), AMOUNT / 100);
        uint256 id = _open();
        vm.prank(sender);
        transfers.cancel(id);
        id = _open();
        _expire();
        transfers.reclaimExpired(id);
        assertEq(_token.balanceOf(sender), FUNDS - AMOUNT);
    }

    function test_batchSkipsARefusedItem() external {
        uint256[] memory ids = new uint256[](3);
        ids[0] = _open();
        vm.prank(address(_attacker));
        ids[1] = transfers.sendProtected(plainConfig, recipient, AMOUNT, CLAIM_HASH);
        ids[2] = _open();
        _expire();
        HostileToken.Manner[4] memory manners = _refusals();
        uint256 state = vm.snapshotState();
        for (uint256 i = 0; i < manners.length; ++i) {
            _token.setManners(manners[i], HostileToken.Manner.HONEST, address(_attacker));
            assertEq(transfers.reclaimExpiredBatch{gas: 20_000_000}(ids), 2);
            assertEq(_token.balanceOf(sender), FUNDS);
            _assertStatus(ids[1], IProtectedTransfer.TransferStatus.PENDING);
            vm.revertToState(state);
        }
    }

    function test_reentrancy_everyPair_claims() external {
        _reenterAll(0, 5);
    }

    function test_reentrancy_everyPair_returns() external {
        _reenterAll(5, 10);
    }

    function test_reentrancy_everyPair_batches() external {
        _reenterAll(10, OUTER_CALLS);
    }

    /// @dev In parts, because memory for all would cost more gas than a test has.
    function _reenterAll(uint256 from, uint256 to) private {
        uint256 state = vm.snapshotState();
        for (uint256 outer = from; outer < to; ++outer) {
            for (uint256 inner = 0; inner < INNER_CALLS; ++inner) {
                _reenter(outer, 1 << inner, true, true);
                vm.revertToState(state);
                _reenter(outer, 1 << inner, true, false);
                vm.revertToState(state);
                _reenter(outer, 1 << inner, false, true);
                vm.revertToState(state);
                _reenter(outer, 1 << inner, false, false);
                vm.revertToState(state);
            }
        }
    }

    function testFuzz_reentrancy_anyMixture(uint256 outer, uint256 inner, bool before, bool same) external {
        _reenter(outer % OUTER_CALLS, inner, before, same);
    }

    /// @dev The attacker owns two transfers beside a victim's; it calls `outer` on the first, and when the token calls it
    /// back, the chosen inner functions on the same transfer or on the other.
    function _reenter(uint256 outer, uint256 inner, bool before, bool same) private {
        uint256 victims = _open();
        bool expired = outer == 7 || outer == 8;
        uint256 first = _attack(_configOf(outer));
        uint256 second = _attack(outer >= 9 && outer <= 11 ? keyFeeConfig : feeConfig);
        if (expired) _expire();
        // The wealth of the attacker's side, which includes the fee taker, and of the others.
        uint256 wealth = _wealth();

        _attacker.prepare(_innerCalls(same ? first : second, victims, inner));
        _token.setHook(address(_attacker), before);
        _attacker.execute(address(transfers), _outerCall(outer, first));
        _token.setHook(address(0), false);

        assertEq(_wealth(), wealth, "the attacker's side neither gains nor loses");
        assertGe(_token.balanceOf(address(transfers)), _owed(address(0)), "solvent");
        if (!expired) {
            _assertStatus(victims, IProtectedTransfer.TransferStatus.PENDING);
            assertTrue(transfers.claim(victims, CODE, SALT), "the victim's transfer is untouched");
            assertEq(_token.balanceOf(recipient), AMOUNT);
        } else {
            // The attacker may send an expired transfer back to its owner, as any account may.
            IProtectedTransfer.TransferStatus status = _status(victims);
            if (status == IProtectedTransfer.TransferStatus.PENDING) transfers.reclaimExpired(victims);
            assertEq(_token.balanceOf(sender), FUNDS);
        }
        assertGe(_token.balanceOf(address(transfers)), _owed(address(0)), "solvent at the end");
    }

    function _outerCall(uint256 outer, uint256 id) private view returns (bytes memory) {
        if (outer <= 1) return abi.encodeCall(transfers.claim, (id, CODE, SALT));
        if (outer == 2) return abi.encodeCall(transfers.claimWithProof, (id, abi.encode(SALT, CODE)));
        if (outer == 3) return abi.encodeCall(transfers.cancel, (id));
        if (outer == 4) return abi.encodeCall(transfers.cancelWithSignature, (id, type(uint256).max, ""));
        if (outer == 5) return _sendCall(plainConfig);
        if (outer == 6) return _sendWithAuthorizationCall();
        if (outer == 7) return abi.encodeCall(transfers.reclaimExpired, (id));
        if (outer == 8) return abi.encodeCall(transfers.reclaimExpiredBatch, (_twice(id)));
        if (outer == 9) return _keyClaimCall(id);
        if (outer == 10) return abi.encodeCall(transfers.claimWithKeyBatch, (_keyClaims(id)));
        if (outer == 11) return abi.encodeCall(transfers.release, (id, _accomplice));
        if (outer == 12) return abi.encodeCall(transfers.cancelBatch, (_once(id)));
        if (outer == 13) return _sendBatchCall();
        return abi.encodeCall(transfers.claimTo, (id, _accomplice, CODE, SALT));
    }

    /// @dev The kind of transfer that the outer call can act on.
    function _configOf(uint256 outer) private view returns (bytes32) {
        if (outer == 1 || outer == 2) return feeConfig;
        if (outer == 9 || outer == 10) return keyFeeConfig;
        return outer == 11 ? releaseConfig : plainConfig;
    }

    function _innerCalls(uint256 id, uint256 victims, uint256 mask) private view returns (bytes[] memory calls) {
        bytes[] memory all = new bytes[](INNER_CALLS);
        all[0] = abi.encodeCall(transfers.claim, (id, CODE, SALT));
        all[1] = abi.encodeCall(transfers.claimWithProof, (id, abi.encode(SALT, CODE)));
        all[2] = abi.encodeCall(transfers.cancel, (id));
        all[3] = abi.encodeCall(transfers.cancelWithSignature, (id, type(uint256).max, ""));
        all[4] = abi.encodeCall(transfers.rekey, (id, CLAIM_HASH));
        all[5] = abi.encodeCall(transfers.reclaimExpired, (id));
        all[6] = abi.encodeCall(transfers.reclaimExpiredBatch, (_twice(id)));
        all[7] = _sendCall(feeConfig);
        all[8] = abi.encodeCall(transfers.createConfig, (WINDOW, 0, 1, feeTaker));
        all[9] = abi.encodeCall(transfers.cancel, (transfers.nextTransferId()));
        all[10] = abi.encodeCall(transfers.cancel, (victims));
        all[11] = _sendWithAuthorizationCall();
        all[12] = abi.encodeCall(transfers.claim, (transfers.nextTransferId(), CODE, SALT));
        all[13] = _keyClaimCall(id);
        all[14] = abi.encodeCall(transfers.claimWithKeyBatch, (_keyClaims(id)));
        all[15] = abi.encodeCall(transfers.release, (id, _accomplice));
        all[16] = abi.encodeCall(transfers.cancelBatch, (_once(id)));
        all[17] = _sendBatchCall();
        all[18] = abi.encodeCall(transfers.claimTo, (id, _accomplice, CODE, SALT));
        uint256 count;
        for (uint256 i = 0; i < INNER_CALLS; ++i) {
            if ((mask >> i) & 1 == 1) ++count;
        }
        calls = new bytes[](count);
        for (uint256 i = 0; i < INNER_CALLS; ++i) {
            if ((mask >> i) & 1 == 1) calls[--count] = all[i];
        }
    }

    /// @dev Under the release config an open transfer.
    function _sendCall(bytes32 configId) private view returns (bytes memory) {
        bool keyed = configId == keyFeeConfig || configId == releaseConfig;
        address to = configId == releaseConfig ? address(0) : _accomplice;
        return abi.encodeCall(transfers.sendProtected, (configId, to, AMOUNT, keyed ? keyHash : CLAIM_HASH));
    }

    function _sendBatchCall() private view returns (bytes memory) {
        IProtectedTransfer.Item[] memory items = new IProtectedTransfer.Item[](2);
        items[0] = IProtectedTransfer.Item(plainConfig, _accomplice, AMOUNT, CLAIM_HASH);
        items[1] = IProtectedTransfer.Item(releaseConfig, address(0), AMOUNT, keyHash);
        return abi.encodeCall(transfers.sendProtectedBatch, (items));
    }

    function _keyClaimCall(uint256 id) private view returns (bytes memory) {
        return abi.encodeCall(transfers.claimWithKey, (id, _accomplice, _keySignature(id, _accomplice)));
    }

    function _keyClaims(uint256 id) private view returns (IProtectedTransfer.KeyClaim[] memory claims) {
        claims = new IProtectedTransfer.KeyClaim[](1);
        claims[0] = IProtectedTransfer.KeyClaim(id, _accomplice, _keySignature(id, _accomplice));
    }

    function _once(uint256 id) private pure returns (uint256[] memory ids) {
        ids = new uint256[](1);
        ids[0] = id;
    }

    function _sendWithAuthorizationCall() private view returns (bytes memory) {
        return abi.encodeCall(
            transfers.sendProtectedWithAuthorization,
            (address(_attacker), plainConfig, _accomplice, AMOUNT, CLAIM_HASH, 0, 0, 0, "")
        );
    }

    function _attack(bytes32 configId) private returns (uint256 id) {
        id = transfers.nextTransferId();
        assertTrue(_attacker.execute(address(transfers), _sendCall(configId)));
    }

    function _wealth() private view returns (uint256) {
        return _token.balanceOf(address(_attacker)) + _token.balanceOf(_accomplice) + _token.balanceOf(feeTaker)
            + _owed(address(_attacker));
    }

    /// @dev Open amounts of one sender, or of all.
    function _owed(address of_) private view returns (uint256 owed) {
        for (uint256 id = 1; id < transfers.nextTransferId(); ++id) {
            IProtectedTransfer.Transfer memory t = transfers.getTransfer(id);
            bool isOpen = t.status == IProtectedTransfer.TransferStatus.PENDING
                || t.status == IProtectedTransfer.TransferStatus.LOCKED;
            if (isOpen && (of_ == address(0) || of_ == t.sender)) owed += t.amount;
        }
    }

    function _twice(uint256 id) private pure returns (uint256[] memory ids) {
        ids = new uint256[](2);
        (ids[0], ids[1]) = (id, id);
    }

    function _refusals() private pure returns (HostileToken.Manner[4] memory) {
        return [
            HostileToken.Manner.REVERTS,
            HostileToken.Manner.RETURNS_FALSE,
            HostileToken.Manner.REVERTS_HUGE,
            HostileToken.Manner.BURNS_GAS
        ];
    }

    function _reverts(bytes memory data) private {
        (bool success,) = address(transfers).call{gas: 2_000_000}(data);
        assertFalse(success);
    }

    function _fund(address account, address permit) private {
        _token.mint(account, FUNDS);
        vm.startPrank(account);
        _token.approve(address(transfers), type(uint256).max);
        _token.approve(permit, type(uint256).max);
        vm.stopPrank();
    }
}
