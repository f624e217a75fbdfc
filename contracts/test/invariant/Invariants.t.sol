// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IProtectedTransfer} from "../../src/interfaces/IProtectedTransfer.sol";
import {Base} from "../Base.t.sol";
import {Handler} from "./Handler.sol";

/// @notice What must hold after any sequence of calls by any account; see the README beside.
contract InvariantsTest is Base {
    uint256 private constant PEOPLE = 3;

    Handler private _handler;
    address[] private _senders;
    uint256[] private _keys;
    address[] private _recipients;
    address[] private _strangers;

    function setUp() public override {
        super.setUp();
        for (uint256 i = 0; i < PEOPLE; ++i) {
            (address account, uint256 key) = makeAddrAndKey(string.concat("sender ", vm.toString(i)));
            _senders.push(account);
            _keys.push(key);
            _recipients.push(makeAddr(string.concat("recipient ", vm.toString(i))));
            _strangers.push(makeAddr(string.concat("stranger ", vm.toString(i))));
            token.mint(account, FUNDS);
            token.mint(_strangers[i], FUNDS);
            vm.startPrank(account);
            token.approve(address(transfers), type(uint256).max);
            token.approve(address(permit2), type(uint256).max);
            vm.stopPrank();
        }
        _handler = new Handler(transfers, token, permit2, feeTaker, _senders, _keys, _recipients, _strangers);
        targetContract(address(_handler));
    }

    /// @dev None of the handler's own checks has failed.
    function invariant_noViolation() external view {
        assertEq(_handler.violation(), "");
    }

    /// @dev balance >= owed; here, where all gifts are counted, even exactly.
    function invariant_solvent() external view {
        uint256 owed;
        for (uint256 id = 1; id < transfers.nextTransferId(); ++id) {
            IProtectedTransfer.Transfer memory t = transfers.getTransfer(id);
            if (_isOpen(t.status)) owed += t.amount;
        }
        assertGe(token.balanceOf(address(transfers)), owed);
        assertEq(token.balanceOf(address(transfers)), owed + _handler.donated());
    }

    /// @dev A settled transfer paid out once: to its recipient and fee taker, or to its sender; an open one never.
    function invariant_paysOnceAndOnlyItsParties() external view {
        for (uint256 id = 1; id < transfers.nextTransferId(); ++id) {
            Handler.Book memory book = _handler.books(id);
            if (book.outcome == Handler.Outcome.OPEN) {
                assertEq(book.payouts, 0);
            } else if (book.outcome == Handler.Outcome.CLAIMED) {
                assertEq(book.payouts, 1);
                assertEq(book.paidToRecipient + book.paidAsFee, book.amount);
                assertEq(book.paidToSender, 0);
            } else {
                assertEq(book.payouts, 1);
                assertEq(book.paidToSender, book.amount);
                assertEq(book.paidToRecipient + book.paidAsFee, 0);
            }
        }
    }

    /// @dev Status, attempts and the fixed fields match the calls so far: only the table's moves, plus rekey.
    function invariant_statesMoveAlongTheTable() external view {
        for (uint256 id = 1; id < transfers.nextTransferId(); ++id) {
            Handler.Book memory book = _handler.books(id);
            IProtectedTransfer.Transfer memory t = transfers.getTransfer(id);
            IProtectedTransfer.TransferStatus expected;
            if (book.outcome == Handler.Outcome.CLAIMED) expected = IProtectedTransfer.TransferStatus.CLAIMED;
            else if (book.outcome == Handler.Outcome.CANCELLED) expected = IProtectedTransfer.TransferStatus.CANCELLED;
            else if (book.outcome == Handler.Outcome.RECLAIMED) expected = IProtectedTransfer.TransferStatus.RECLAIMED;
            else if (book.failures == 5) expected = IProtectedTransfer.TransferStatus.LOCKED;
            else expected = IProtectedTransfer.TransferStatus.PENDING;
            assertEq(uint8(t.status), uint8(expected), "status");
            assertEq(t.attempts, book.failures, "attempts");
            assertLe(t.attempts, 5);
            assertEq(t.sender, book.sender);
            assertEq(t.to, book.to);
            assertEq(t.amount, book.amount);
            assertEq(t.deadline, book.deadline);
            assertEq(transfers.attemptsRemaining(id), _isOpen(t.status) ? 5 - book.failures : 0);
            assertEq(
                transfers.isClaimable(id),
                expected == IProtectedTransfer.TransferStatus.PENDING && block.timestamp <= book.deadline
            );
        }
        _assertUntouched(0);
        _assertUntouched(transfers.nextTransferId());
    }

    /// @dev Strangers have what they had, less what they gave away; every token is where the books say.
    function invariant_nobodyElseGainsOrLoses() external view {
        uint256 ofStrangers;
        for (uint256 i = 0; i < PEOPLE; ++i) {
            ofStrangers += token.balanceOf(_strangers[i]);
        }
        assertEq(ofStrangers + _handler.donated(), PEOPLE * FUNDS);

        uint256[] memory expected = new uint256[](2 * PEOPLE);
        uint256 fees;
        for (uint256 i = 0; i < PEOPLE; ++i) {
            expected[i] = FUNDS;
        }
        for (uint256 id = 1; id < transfers.nextTransferId(); ++id) {
            Handler.Book memory book = _handler.books(id);
            fees += book.paidAsFee;
            for (uint256 i = 0; i < PEOPLE; ++i) {
                if (_senders[i] == book.sender) expected[i] = expected[i] + book.paidToSender - book.amount;
                if (_recipients[i] == book.to) expected[PEOPLE + i] += book.paidToRecipient;
            }
        }
        for (uint256 i = 0; i < PEOPLE; ++i) {
            assertEq(token.balanceOf(_senders[i]), expected[i], "sender");
            assertEq(token.balanceOf(_recipients[i]), expected[PEOPLE + i], "recipient");
        }
        assertEq(token.balanceOf(feeTaker), fees, "fee taker");
    }

    /// @dev A pair is verified exactly when a claim between the two has settled.
    function invariant_verifiedPairs() external view {
        for (uint256 i = 0; i < PEOPLE; ++i) {
            for (uint256 j = 0; j < PEOPLE; ++j) {
                bool expected = _handler.verified(_senders[i], _recipients[j]);
                assertEq(transfers.isVerifiedRecipient(_senders[i], _recipients[j]), expected);
                assertFalse(transfers.isVerifiedRecipient(_recipients[j], _senders[i]));
                assertFalse(transfers.isVerifiedRecipient(_strangers[i], _recipients[j]));
            }
        }
    }

    /// @dev At the end of any run: once no account is blocked, all open transfers go back, and only the gifts stay.
    function afterInvariant() external {
        for (uint256 i = 0; i < PEOPLE; ++i) {
            token.setBlacklisted(_senders[i], false);
        }
        vm.warp(block.timestamp + WINDOW + 1);
        uint256[] memory ids = new uint256[](transfers.nextTransferId());
        for (uint256 id = 1; id < ids.length; ++id) {
            ids[id] = id;
        }
        transfers.reclaimExpiredBatch(ids);
        assertEq(token.balanceOf(address(transfers)), _handler.donated());
    }

    function _isOpen(IProtectedTransfer.TransferStatus status) private pure returns (bool) {
        return status == IProtectedTransfer.TransferStatus.PENDING || status == IProtectedTransfer.TransferStatus.LOCKED;
    }

    function _assertUntouched(uint256 id) private view {
        IProtectedTransfer.Transfer memory empty;
        assertEq(abi.encode(transfers.getTransfer(id)), abi.encode(empty));
    }
}
