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

    /// @dev One campaign checks them all: each of its own would repeat the calls of the others.
    function invariant_allHold() external view {
        uint256 count = transfers.nextTransferId() - 1;
        Handler.Book[] memory books = _handler.books(count);
        IProtectedTransfer.Transfer[] memory recorded = new IProtectedTransfer.Transfer[](count);
        for (uint256 i = 0; i < count; ++i) {
            recorded[i] = transfers.getTransfer(i + 1);
        }
        _noViolation();
        _solvent(recorded);
        _paysOnceAndOnlyItsParties(books);
        _statesMoveAlongTheTable(books, recorded);
        _nobodyElseGainsOrLoses(books);
        _verifiedPairs();
    }

    /// @dev None of the handler's own checks has failed.
    function _noViolation() private view {
        assertEq(_handler.violation(), "");
    }

    /// @dev balance >= owed; here, where all gifts are counted, even exactly.
    function _solvent(IProtectedTransfer.Transfer[] memory recorded) private view {
        uint256 owed;
        for (uint256 i = 0; i < recorded.length; ++i) {
            if (_isOpen(recorded[i].status)) owed += recorded[i].amount;
        }
        assertGe(token.balanceOf(address(transfers)), owed);
        assertEq(token.balanceOf(address(transfers)), owed + _handler.donated());
    }

    /// @dev A settled transfer paid out once: to its recipient and fee taker, or to its sender; an open one never.
    function _paysOnceAndOnlyItsParties(Handler.Book[] memory books) private pure {
        for (uint256 i = 0; i < books.length; ++i) {
            Handler.Book memory book = books[i];
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
    function _statesMoveAlongTheTable(Handler.Book[] memory books, IProtectedTransfer.Transfer[] memory recorded)
        private
        view
    {
        for (uint256 i = 0; i < books.length; ++i) {
            Handler.Book memory book = books[i];
            IProtectedTransfer.Transfer memory t = recorded[i];
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
            assertEq(transfers.attemptsRemaining(i + 1), _isOpen(t.status) ? 5 - book.failures : 0);
            assertEq(
                transfers.isClaimable(i + 1),
                expected == IProtectedTransfer.TransferStatus.PENDING && block.timestamp <= book.deadline
            );
        }
        _assertUntouched(0);
        _assertUntouched(books.length + 1);
    }

    /// @dev Strangers have what they had, less what they gave away; every token is where the books say.
    function _nobodyElseGainsOrLoses(Handler.Book[] memory books) private view {
        uint256 ofStrangers;
        for (uint256 i = 0; i < PEOPLE; ++i) {
            ofStrangers += token.balanceOf(_strangers[i]);
        }
        assertEq(ofStrangers + _handler.donated(), PEOPLE * FUNDS);

        uint256 fees;
        for (uint256 i = 0; i < books.length; ++i) {
            fees += books[i].paidAsFee;
        }
        for (uint256 k = 0; k < PEOPLE; ++k) {
            (address sender, address recipient) = (_senders[k], _recipients[k]);
            (uint256 ofSender, uint256 ofRecipient) = (FUNDS, 0);
            for (uint256 i = 0; i < books.length; ++i) {
                if (books[i].sender == sender) ofSender = ofSender + books[i].paidToSender - books[i].amount;
                if (books[i].to == recipient) ofRecipient += books[i].paidToRecipient;
            }
            assertEq(token.balanceOf(sender), ofSender, "sender");
            assertEq(token.balanceOf(recipient), ofRecipient, "recipient");
        }
        assertEq(token.balanceOf(feeTaker), fees, "fee taker");
    }

    /// @dev A pair is verified exactly when a claim between the two has settled.
    function _verifiedPairs() private view {
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
