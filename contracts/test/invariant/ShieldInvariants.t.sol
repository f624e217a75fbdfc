// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISpendPolicyAccount} from "../../src/interfaces/ISpendPolicyAccount.sol";
import {Policy} from "../../src/types/Policy.sol";
import {ShieldBase} from "../ShieldBase.t.sol";
import {ContractSigner} from "../mocks/ContractSigner.sol";
import {ShieldHandler} from "./ShieldHandler.sol";

/// @notice What must hold for boxes, router and ledger after any sequence of calls by any account; see the README
/// beside.
contract ShieldInvariantsTest is ShieldBase {
    uint256 private constant PEOPLE = 3;

    ShieldHandler private _handler;
    address[] private _targets;
    address[] private _strangers;

    function setUp() public override {
        super.setUp();
        uint256[] memory payerKeys = new uint256[](PEOPLE);
        uint256[] memory vaultKeys = new uint256[](PEOPLE);
        for (uint256 i = 0; i < PEOPLE; ++i) {
            address payer;
            (payer, payerKeys[i]) = makeAddrAndKey(string.concat("payer ", vm.toString(i)));
            (, vaultKeys[i]) = makeAddrAndKey(string.concat("vault ", vm.toString(i)));
            _targets.push(makeAddr(string.concat("target ", vm.toString(i))));
            _strangers.push(makeAddr(string.concat("stranger ", vm.toString(i))));
            token.mint(payer, FUNDS);
            token.mint(_strangers[i], FUNDS);
            vm.startPrank(payer);
            token.approve(address(permit2), type(uint256).max);
            token.approve(address(ledger), type(uint256).max);
            vm.stopPrank();
        }
        address[] memory cosigners = new address[](2);
        cosigners[0] = cosigner;
        cosigners[1] = address(new ContractSigner(cosigner));
        _handler = new ShieldHandler(
            token, permit2, factory, router, ledger, payerKeys, vaultKeys, cosignerKey, cosigners, _targets, _strangers
        );
        targetContract(address(_handler));
    }

    /// @dev One campaign checks them all: each of its own would repeat the calls of the others.
    function invariant_allHold() external view {
        address[] memory boxes = _handler.allBoxes();
        ShieldHandler.Book[] memory books = new ShieldHandler.Book[](boxes.length);
        for (uint256 i = 0; i < boxes.length; ++i) {
            books[i] = _handler.books(boxes[i]);
        }
        _noViolation();
        _boxesKeepTheBooks(boxes, books);
        _moneyGoesToTargetsAndVaultsOnly(books);
        _routerHoldsNothing(boxes);
        _ledgerIsSolvent();
    }

    /// @dev None of the handler's own checks has failed.
    function _noViolation() private view {
        assertEq(_handler.violation(), "");
    }

    /// @dev Every box holds what came in less what was spent and swept, has counted exactly that, and its policy is
    /// unchanged.
    function _boxesKeepTheBooks(address[] memory boxes, ShieldHandler.Book[] memory books) private view {
        for (uint256 i = 0; i < boxes.length; ++i) {
            ISpendPolicyAccount box = ISpendPolicyAccount(boxes[i]);
            ShieldHandler.Book memory book = books[i];
            assertEq(token.balanceOf(address(box)), book.received - book.spent - book.swept, "balance");
            assertEq(box.spent(), book.spent, "spent");
            assertLe(book.spent, book.policy.maxAmount, "cap");
            assertEq(box.closed(), book.closed, "closed");
            assertEq(box.remaining(), book.closed ? 0 : book.policy.maxAmount - book.spent, "remaining");
            assertEq(box.nonce(), book.nonce, "nonce");
            assertEq(box.sweepNonce(), book.sweepNonce, "sweepNonce");
            assertEq(box.lastPull(), book.lastPull, "lastPull");
            (bytes32 owner, Policy memory p) = box.policy();
            assertEq(owner, book.ownerHash, "ownerHash");
            assertEq(abi.encode(p), abi.encode(book.policy), "policy");
            assertEq(factory.predictAddress(book.ownerHash, book.salt, book.policy), address(box), "address");
        }
    }

    /// @dev Targets have what boxes spent on them, vaults what was swept to them; no other account has any of it.
    function _moneyGoesToTargetsAndVaultsOnly(ShieldHandler.Book[] memory books) private view {
        uint256 ofStrangers;
        uint256 ofPayers;
        for (uint256 k = 0; k < PEOPLE; ++k) {
            (address target, address vault_) = (_targets[k], _handler.vaults(k));
            bytes32 vaultHash = _hashOf(vault_);
            uint256 spent;
            uint256 swept;
            for (uint256 i = 0; i < books.length; ++i) {
                if (books[i].policy.target == target) spent += books[i].spent;
                if (books[i].policy.vaultHash == vaultHash) swept += books[i].swept;
            }
            assertEq(token.balanceOf(target), spent, "target");
            assertEq(token.balanceOf(vault_), swept, "vault");
            ofStrangers += token.balanceOf(_strangers[k]);
            ofPayers += token.balanceOf(_handler.payers(k));
        }
        assertEq(ofStrangers + _handler.strangerGifts(), PEOPLE * FUNDS, "strangers");
        assertEq(ofPayers + _handler.payerSpending(), PEOPLE * FUNDS, "payers");
        assertEq(token.balanceOf(cosigner), 0);
        assertEq(token.balanceOf(address(factory)), 0);
        assertEq(token.balanceOf(address(implementation)), 0);
    }

    /// @dev The router holds nothing but gifts and has no power over anything.
    function _routerHoldsNothing(address[] memory boxes) private view {
        assertEq(token.balanceOf(address(router)), _handler.routerGifts());
        for (uint256 i = 0; i < boxes.length; ++i) {
            assertEq(token.allowance(address(router), boxes[i]), 0);
            assertEq(token.allowance(boxes[i], address(router)), 0);
        }
    }

    /// @dev The balance covers the ledger; counted with gifts it is exact.
    function _ledgerIsSolvent() private view {
        uint256 booked;
        for (uint256 k = 0; k < PEOPLE; ++k) {
            assertEq(ledger.balanceOf(_handler.payers(k)), _handler.ledgerBook(_handler.payers(k)));
            assertEq(ledger.balanceOf(_strangers[k]), 0);
            booked += ledger.balanceOf(_handler.payers(k));
        }
        assertLe(booked, token.balanceOf(address(ledger)));
        assertEq(booked + _handler.ledgerGifts(), token.balanceOf(address(ledger)));
    }

    /// @dev At the end of any run: once no account is blocked, the vaults get everything that is left.
    function afterInvariant() external {
        for (uint256 k = 0; k < PEOPLE; ++k) {
            token.setBlacklisted(_handler.vaults(k), false);
        }
        address[] memory boxes = _handler.allBoxes();
        for (uint256 i = 0; i < boxes.length; ++i) {
            ISpendPolicyAccount box = ISpendPolicyAccount(boxes[i]);
            for (uint256 k = 0; k < PEOPLE; ++k) {
                address vault_ = _handler.vaults(k);
                if (box.vaultHash() != _hashOf(vault_)) continue;
                uint256 held = token.balanceOf(address(box));
                uint256 before = token.balanceOf(vault_);
                vm.prank(vault_);
                box.sweepToVault(vault_);
                assertEq(token.balanceOf(vault_), before + held);
            }
            assertEq(token.balanceOf(address(box)), 0);
        }
    }
}
