// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IProtectedTransfer} from "../../src/interfaces/IProtectedTransfer.sol";
import {Base} from "../Base.t.sol";
import {HostileToken} from "../mocks/HostileToken.sol";

contract ClaimFeeTest is Base {
    uint256 private constant FEE = AMOUNT / 100;

    function test_paysFeeAndRest() external {
        uint256 id = _open(feeConfig);
        vm.expectEmit(address(transfers));
        emit IProtectedTransfer.TransferClaimed(id, recipient, stranger, AMOUNT - FEE, FEE);
        vm.prank(stranger);
        transfers.claim(id, CODE, SALT);
        assertEq(token.balanceOf(feeTaker), FEE);
        assertEq(token.balanceOf(recipient), AMOUNT - FEE);
    }

    function testFuzz_partsAddUp(uint256 amount, uint16 feeBps, bool withProof) external {
        amount = bound(amount, 1, type(uint96).max);
        feeBps = uint16(bound(feeBps, 0, 100));
        token.mint(sender, amount);
        uint256 id = _open(transfers.createConfig(WINDOW, 0, feeBps, feeTaker), recipient, amount, CLAIM_HASH);
        if (withProof) transfers.claimWithProof(id, abi.encode(SALT, CODE));
        else transfers.claim(id, CODE, SALT);
        assertEq(token.balanceOf(feeTaker), amount * feeBps / 10_000);
        assertEq(token.balanceOf(recipient), amount - amount * feeBps / 10_000);
        assertEq(token.balanceOf(address(transfers)), 0);
    }

    function test_feeRoundsDown() external {
        uint256 id = _open(feeConfig, recipient, 99, CLAIM_HASH);
        transfers.claim(id, CODE, SALT);
        assertEq(token.balanceOf(recipient), 99);
        assertEq(token.balanceOf(feeTaker), 0);
    }

    /// @dev A transfer of zero would advertise the fee recipient to every reader of the token's events, as bait does.
    function test_zeroFeeMakesNoTokenCall() external {
        bytes32 noBps = transfers.createConfig(WINDOW, MODE_CODE, 0, feeTaker);
        uint256 rounded = _open(feeConfig, recipient, 99, CLAIM_HASH);
        uint256 proven = _open(feeConfig, recipient, 1, CLAIM_HASH);
        uint256 keyed = _open(keyFeeConfig, recipient, 99, keyHash);
        uint256 unpaid = _open(noBps);
        uint256 plain = _open();

        vm.expectCall(address(token), abi.encodeWithSelector(token.transfer.selector), 5);
        vm.expectCall(address(token), abi.encodeWithSelector(token.transfer.selector, recipient), 5);
        transfers.claim(rounded, CODE, SALT);
        transfers.claimWithProof(proven, abi.encode(SALT, CODE));
        transfers.claimWithKey(keyed, recipient, _keySignature(keyed, recipient));
        transfers.claim(unpaid, CODE, SALT);
        transfers.claim(plain, CODE, SALT);
        assertEq(token.balanceOf(recipient), 99 + 1 + 99 + 2 * AMOUNT);
    }

    /// @dev The smallest amount that has a fee.
    function test_firstUnitOfFee() external {
        uint256 id = _open(feeConfig, recipient, 100, CLAIM_HASH);
        transfers.claim(id, CODE, SALT);
        assertEq(token.balanceOf(recipient), 99);
        assertEq(token.balanceOf(feeTaker), 1);
    }

    function test_wrongCodeTakesNoFee() external {
        uint256 id = _open(feeConfig);
        assertFalse(transfers.claim(id, WRONG, SALT));
        assertFalse(transfers.claimWithProof(id, "nonsense"));
        assertEq(token.balanceOf(feeTaker), 0);
        assertEq(transfers.attemptsRemaining(id), 3);
    }

    function test_behavior_blockedFeeRecipientIsWaived() external {
        _block(feeTaker);
        uint256 id = _open(feeConfig);
        vm.expectEmit(address(transfers));
        emit IProtectedTransfer.TransferClaimed(id, recipient, stranger, AMOUNT, 0);
        vm.prank(stranger);
        assertTrue(transfers.claim(id, CODE, SALT));
        assertEq(token.balanceOf(recipient), AMOUNT);
        assertEq(token.balanceOf(feeTaker), 0);
    }

    function test_behavior_blockedRecipientCostsNoFee() external {
        uint256 id = _open(feeConfig);
        _block(recipient);
        vm.expectRevert("Blocked address");
        transfers.claim(id, CODE, SALT);
        assertEq(token.balanceOf(feeTaker), 0);
        _assertStatus(id, IProtectedTransfer.TransferStatus.PENDING);
    }

    function test_behavior_feeRecipientMayBeAParty() external {
        bytes32 config = transfers.createConfig(WINDOW, 0, 100, recipient);
        transfers.claim(_open(config), CODE, SALT);
        assertEq(token.balanceOf(recipient), AMOUNT);

        config = transfers.createConfig(WINDOW, 0, 100, sender);
        transfers.claim(_open(config), CODE, SALT);
        assertEq(token.balanceOf(sender), FUNDS - 2 * AMOUNT + FEE);
    }

    function test_behavior_cancelAndReclaimTakeNoFee() external {
        uint256 id = _open(feeConfig);
        vm.prank(sender);
        transfers.cancel(id);
        id = _open(feeConfig);
        _expire();
        transfers.reclaimExpired(id);
        assertEq(token.balanceOf(sender), FUNDS);
        assertEq(token.balanceOf(feeTaker), 0);
    }

    function test_behavior_hostileFeeCallIsWaived() external {
        HostileToken hostile = new HostileToken();
        transfers = _deploy(address(hostile), address(codeVerifier), address(permit2));
        bytes32 config = transfers.createConfig(WINDOW, 0, 100, feeTaker);
        hostile.mint(sender, FUNDS);
        vm.prank(sender);
        hostile.approve(address(transfers), type(uint256).max);
        HostileToken.Manner[4] memory manners = [
            HostileToken.Manner.REVERTS,
            HostileToken.Manner.RETURNS_FALSE,
            HostileToken.Manner.REVERTS_HUGE,
            HostileToken.Manner.BURNS_GAS
        ];
        for (uint256 i = 0; i < manners.length; ++i) {
            uint256 id = _open(config);
            hostile.setManners(manners[i], HostileToken.Manner.HONEST, feeTaker);
            vm.expectEmit(address(transfers));
            emit IProtectedTransfer.TransferClaimed(id, recipient, stranger, AMOUNT, 0);
            vm.prank(stranger);
            // A fee call that burns all its gas leaves a 63rd: the recipient is still paid out of a large enough limit.
            assertTrue(transfers.claim{gas: 10_000_000}(id, CODE, SALT));
            assertEq(hostile.balanceOf(recipient), AMOUNT * (i + 1));
            assertEq(hostile.balanceOf(feeTaker), 0);
        }
    }

    /// @dev With any gas limit, the claim pays with the fee or not at all.
    function testFuzz_gasNeverWaivesAPayableFee(uint256 gasLimit, bool recipientKnown, bool withProof) external {
        _starve(bound(gasLimit, 25_000, 200_000), recipientKnown, withProof);
    }

    function test_gasNeverWaivesAPayableFee_everyLimit() external {
        uint256 state = vm.snapshotState();
        uint256 paid;
        for (uint256 gasLimit = 25_000; gasLimit < 160_000; gasLimit += 111) {
            if (_starve(gasLimit, true, false)) ++paid;
            vm.revertToState(state);
        }
        assertGt(paid, 100, "the range must hold limits that suffice");
    }

    function _starve(uint256 gasLimit, bool recipientKnown, bool withProof) private returns (bool success) {
        if (recipientKnown) token.mint(recipient, 1);
        uint256 known = token.balanceOf(recipient);
        uint256 id = _open(feeConfig);
        token.mint(address(transfers), 1);
        _cool();
        bytes memory call = withProof
            ? abi.encodeCall(IProtectedTransfer.claimWithProof, (id, abi.encode(SALT, CODE)))
            : abi.encodeCall(IProtectedTransfer.claim, (id, CODE, SALT));
        (success,) = address(transfers).call{gas: gasLimit}(call);
        assertEq(token.balanceOf(feeTaker), success ? FEE : 0, "fee");
        assertEq(token.balanceOf(recipient) - known, success ? AMOUNT - FEE : 0, "rest");
    }
}
