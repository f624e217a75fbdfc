// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {CommonBase} from "forge-std/Base.sol";
import {StdUtils} from "forge-std/StdUtils.sol";

import {ProtectedTransfer} from "../../src/ProtectedTransfer.sol";
import {IProtectedTransfer} from "../../src/interfaces/IProtectedTransfer.sol";
import {PreimageVerifier} from "../mocks/HostileVerifier.sol";
import {MockPermit2} from "../mocks/MockPermit2.sol";
import {UsdcToken} from "../mocks/UsdcToken.sol";

/// @notice Everybody who can touch the contract, doing what they can: senders, recipients, strangers, a fee taker, the
/// blocklist and time. It keeps its own books, from what it did and from token balances, never from the contract's answers.
contract Handler is CommonBase, StdUtils {
    enum Outcome {
        OPEN,
        CLAIMED,
        CANCELLED,
        RECLAIMED
    }

    /// @dev What we know of a transfer without asking the contract.
    struct Book {
        address sender;
        address to;
        uint256 amount;
        uint256 feeBps;
        uint256 deadline;
        uint256 secret;
        uint256 failures;
        bool byVerifier;
        Outcome outcome;
        uint256 payouts;
        uint256 paidToRecipient;
        uint256 paidAsFee;
        uint256 paidToSender;
    }

    uint256 private constant PEOPLE = 3;
    uint256 private constant WINDOW = 1 hours;

    UsdcToken public immutable token;
    MockPermit2 public immutable permit2;
    ProtectedTransfer public immutable transfers;
    address public immutable feeTaker;

    address[] public senders;
    uint256[] private _keys;
    address[] public recipients;
    address[] public strangers;
    bytes32[] public configIds;
    uint256[] private _feeBps;

    mapping(uint256 id => Book) private _books;
    mapping(address => mapping(address => bool)) public verified;
    mapping(bytes32 name => uint256) public calls;
    /// @dev Tokens that strangers gave the contract; nobody can take them out.
    uint256 public donated;
    uint256 private _nonce;
    string public violation;

    constructor(
        ProtectedTransfer transfers_,
        UsdcToken token_,
        MockPermit2 permit2_,
        address feeTaker_,
        address[] memory senders_,
        uint256[] memory keys_,
        address[] memory recipients_,
        address[] memory strangers_
    ) {
        (transfers, token, permit2, feeTaker) = (transfers_, token_, permit2_, feeTaker_);
        (senders, _keys, recipients, strangers) = (senders_, keys_, recipients_, strangers_);
        address verifier = address(new PreimageVerifier());
        _addConfig(transfers.createConfig(uint32(WINDOW), 0, 0, address(0)), 0);
        _addConfig(transfers.createConfig(uint32(WINDOW), 0, 100, feeTaker_), 100);
        _addConfig(transfers.createConfigWithVerifier(uint32(WINDOW), verifier, 0, address(0)), 0);
        _addConfig(transfers.createConfigWithVerifier(uint32(WINDOW), verifier, 37, feeTaker_), 37);
    }

    /// @dev One to four transfers, so that settling does not outrun sending.
    function send(uint256 seed, uint256 count) external {
        count = bound(count, 1, 4);
        for (uint256 i = 0; i < count; ++i) {
            bytes32 s = keccak256(abi.encode(seed, i));
            _send(uint8(s[0]), uint8(s[1]), uint64(uint256(s)), uint8(s[2]), uint256(s), uint8(s[3]));
        }
    }

    function _send(uint256 who, uint256 to, uint256 amount, uint256 config, uint256 secret, uint256 way) private {
        who = who % PEOPLE;
        amount = bound(amount, 1, 1_000e6);
        config = config % configIds.length;
        if (token.isBlacklisted(senders[who])) return;
        Book memory book = Book({
            sender: senders[who],
            to: recipients[to % PEOPLE],
            amount: amount,
            feeBps: _feeBps[config],
            deadline: block.timestamp + WINDOW,
            secret: secret,
            failures: 0,
            byVerifier: config > 1,
            outcome: Outcome.OPEN,
            payouts: 0,
            paidToRecipient: 0,
            paidAsFee: 0,
            paidToSender: 0
        });
        uint256 id = transfers.nextTransferId();
        bytes32 hash = _hash(id, book.byVerifier, secret);
        if (way % 3 == 0) _sendApproved(book, configIds[config], hash);
        else if (way % 3 == 1) _sendPermitted(who, book, configIds[config], hash);
        else _sendAuthorized(who, book, configIds[config], hash);
        _books[id] = book;
        ++calls["send"];
    }

    /// @dev People rarely change their mind, or nothing would live to be claimed, locked or expired.
    function cancel(uint256 pick, uint256 mood) external {
        (uint256 id, Book storage book) = _pickOpen(pick);
        if (id == 0 || mood % 3 != 0 || token.isBlacklisted(book.sender)) return;
        uint256[3] memory before = _balances(book);
        vm.prank(book.sender);
        transfers.cancel(id);
        _settle(id, book, Outcome.CANCELLED, before);
        ++calls["cancel"];
    }

    function rekey(uint256 pick, uint256 secret) external {
        (uint256 id, Book storage book) = _pickOpen(pick);
        if (id == 0 || block.timestamp > book.deadline) return;
        vm.prank(book.sender);
        transfers.rekey(id, _hash(id, book.byVerifier, secret));
        if (book.failures == 5) ++calls["unlock"];
        (book.secret, book.failures) = (secret, 0);
        ++calls["rekey"];
    }

    /// @dev The right proof, by the recipient or by a relayer.
    function claim(uint256 pick, uint256 caller, bool withProof) external {
        (uint256 id, Book storage book) = _pickOpen(pick);
        if (id == 0 || block.timestamp > book.deadline || book.failures == 5 || token.isBlacklisted(book.to)) return;
        uint256[3] memory before = _balances(book);
        if (book.byVerifier) {
            vm.prank(recipients[0]);
            _assert(transfers.claimWithProof(id, abi.encode(book.secret)), "the right proof was refused");
        } else {
            vm.prank(caller % 2 == 0 ? book.to : strangers[caller % PEOPLE]);
            string memory code = _code(book.secret);
            _assert(
                withProof
                    ? transfers.claimWithProof(id, abi.encode(_salt(book.secret), code))
                    : transfers.claim(id, code, _salt(book.secret)),
                "the right code was refused"
            );
        }
        verified[book.sender][book.to] = true;
        _settle(id, book, Outcome.CLAIMED, before);
        ++calls["claim"];
    }

    /// @dev One wrong proof or several in a row, at most up to the lock.
    function guess(uint256 pick, uint256 stranger, uint256 secret, uint256 times, bool withProof) external {
        (uint256 id, Book storage book) = _pickOpen(pick);
        if (id == 0 || block.timestamp > book.deadline || secret == book.secret) return;
        times = bound(times, 0, 5 - book.failures);
        for (uint256 i = 0; i < times; ++i) {
            vm.prank(strangers[stranger % PEOPLE]);
            _assert(
                !(withProof
                        ? transfers.claimWithProof(id, abi.encode(_salt(secret), _code(secret)))
                        : transfers.claim(id, _code(secret), _salt(secret))),
                "a wrong code was accepted"
            );
            ++book.failures;
            ++calls["guess"];
            if (book.failures == 5) ++calls["lock"];
        }
    }

    function cancelWithSignature(uint256 pick, uint256 stranger, uint256 mood) external {
        (uint256 id, Book storage book) = _pickOpen(pick);
        if (id == 0 || mood % 3 != 0 || token.isBlacklisted(book.sender)) return;
        bytes memory signature = _cancelSignature(id, book.sender);
        uint256[3] memory before = _balances(book);
        vm.prank(strangers[stranger % PEOPLE]);
        transfers.cancelWithSignature(id, block.timestamp, signature);
        _settle(id, book, Outcome.CANCELLED, before);
        ++calls["cancelWithSignature"];
    }

    function reclaim(uint256 pick, uint256 stranger) external {
        (uint256 id, Book storage book) = _pickOpen(pick);
        if (id == 0 || block.timestamp <= book.deadline || token.isBlacklisted(book.sender)) return;
        uint256[3] memory before = _balances(book);
        vm.prank(strangers[stranger % PEOPLE]);
        transfers.reclaimExpired(id);
        _settle(id, book, Outcome.RECLAIMED, before);
        ++calls["reclaim"];
    }

    /// @dev Everything from `from` on, whatever its state.
    function reclaimBatch(uint256 from, uint256 count, uint256 stranger) external {
        uint256 last = transfers.nextTransferId();
        count = bound(count, 0, 8);
        uint256[] memory ids = new uint256[](count);
        uint256 expected;
        uint256[] memory owed = new uint256[](senders.length);
        for (uint256 i = 0; i < count; ++i) {
            ids[i] = (from % last) + i;
            Book storage book = _books[ids[i]];
            if (!_returnable(book)) continue;
            ++expected;
            for (uint256 s = 0; s < senders.length; ++s) {
                if (senders[s] == book.sender) owed[s] += book.amount;
            }
        }
        uint256[] memory before = new uint256[](senders.length);
        for (uint256 s = 0; s < senders.length; ++s) {
            before[s] = token.balanceOf(senders[s]);
        }
        vm.prank(strangers[stranger % PEOPLE]);
        _assert(transfers.reclaimExpiredBatch(ids) == expected, "the batch reclaimed another number");
        for (uint256 s = 0; s < senders.length; ++s) {
            _assert(token.balanceOf(senders[s]) == before[s] + owed[s], "the batch paid another amount");
        }
        for (uint256 i = 0; i < count; ++i) {
            Book storage book = _books[ids[i]];
            if (!_returnable(book)) continue;
            (book.outcome, book.paidToSender) = (Outcome.RECLAIMED, book.amount);
            ++book.payouts;
        }
        ++calls["reclaimBatch"];
    }

    /// @dev A stranger calls anything on any id, with nobody's secret or signature. Only sending back what has expired may
    /// work; everything else must revert or, for a claim, count.
    function attack(uint256 id, uint256 stranger, uint256 what, bytes calldata noise) external {
        id = id % (transfers.nextTransferId() + 2);
        what = what % 6;
        address caller = strangers[stranger % PEOPLE];
        bytes memory data;
        if (what == 0) data = abi.encodeCall(transfers.cancel, (id));
        if (what == 1) data = abi.encodeCall(transfers.rekey, (id, keccak256(noise)));
        if (what == 2) data = abi.encodeCall(transfers.cancelWithSignature, (id, type(uint256).max, noise));
        if (what == 3) data = abi.encodeCall(transfers.claimWithProof, (id, noise));
        if (what == 4) data = abi.encodeCall(transfers.claim, (id, string(noise), bytes32(stranger)));
        if (what == 5) data = abi.encodeCall(transfers.reclaimExpired, (id));
        Book storage book = _books[id];
        bool mayReclaim = what == 5 && _returnable(book);
        uint256[3] memory before = _balances(book);
        vm.prank(caller);
        (bool success, bytes memory result) = address(transfers).call(data);
        if (mayReclaim) {
            _assert(success, "a stranger could not send back");
            _settle(id, book, Outcome.RECLAIMED, before);
        } else if (success && (what == 3 || what == 4)) {
            _assert(!abi.decode(result, (bool)), "a stranger claimed");
            ++book.failures;
        } else {
            _assert(!success, "a stranger succeeded");
        }
        ++calls["attack"];
    }

    /// @dev A cancel signature of one transfer tried on another.
    function replayCancel(uint256 pick, uint256 other, uint256 stranger) external {
        (uint256 id, Book storage book) = _pickOpen(pick);
        if (id == 0) return;
        other = other % (transfers.nextTransferId() + 1);
        if (other == id) return;
        bytes memory signature = _cancelSignature(id, book.sender);
        vm.prank(strangers[stranger % PEOPLE]);
        (bool success,) =
            address(transfers).call(abi.encodeCall(transfers.cancelWithSignature, (other, block.timestamp, signature)));
        _assert(!success, "a signature was replayed");
        ++calls["replayCancel"];
    }

    function donate(uint256 stranger, uint256 amount) external {
        address giver = strangers[stranger % PEOPLE];
        amount = bound(amount, 0, token.balanceOf(giver) / 100);
        vm.prank(giver);
        require(token.transfer(address(transfers), amount));
        donated += amount;
        ++calls["donate"];
    }

    function pass(uint256 time) external {
        vm.warp(block.timestamp + bound(time, 1, WINDOW / 2));
        ++calls["pass"];
    }

    /// @dev One in four blocks, the rest unblock.
    function setBlocked(uint256 who, uint256 mood) external {
        who = who % (2 * PEOPLE + 1);
        address account = who < PEOPLE ? senders[who] : who < 2 * PEOPLE ? recipients[who - PEOPLE] : feeTaker;
        token.setBlacklisted(account, mood % 4 == 0);
        ++calls["setBlocked"];
    }

    function books(uint256 id) external view returns (Book memory) {
        return _books[id];
    }

    function _sendApproved(Book memory book, bytes32 config, bytes32 hash) private {
        vm.prank(book.sender);
        transfers.sendProtected(config, book.to, book.amount, hash);
    }

    function _sendPermitted(uint256 who, Book memory book, bytes32 config, bytes32 hash) private {
        uint256 nonce = ++_nonce;
        bytes32 digest = permit2.permitDigest(address(token), book.amount, address(transfers), nonce, block.timestamp);
        bytes memory signature = _sign(_keys[who], digest);
        vm.prank(book.sender);
        transfers.sendProtectedWithPermit(config, book.to, book.amount, hash, nonce, block.timestamp, signature);
    }

    function _sendAuthorized(uint256 who, Book memory book, bytes32 config, bytes32 hash) private {
        bytes32 nonceSalt = bytes32(++_nonce);
        bytes32 nonce = keccak256(abi.encode(config, book.to, hash, nonceSalt));
        bytes32 digest =
            token.authorizationDigest(book.sender, address(transfers), book.amount, 0, type(uint256).max, nonce);
        bytes memory signature = _sign(_keys[who], digest);
        vm.prank(strangers[0]);
        transfers.sendProtectedWithAuthorization(
            book.sender, config, book.to, book.amount, hash, 0, type(uint256).max, nonceSalt, signature
        );
    }

    /// @dev Books what a settlement moved, read from balances.
    function _settle(uint256 id, Book storage book, Outcome outcome, uint256[3] memory before) private {
        uint256[3] memory now_ = _balances(book);
        _assert(book.outcome == Outcome.OPEN, "settled twice");
        book.outcome = outcome;
        ++book.payouts;
        book.paidToSender = now_[0] - before[0];
        book.paidToRecipient = now_[1] - before[1];
        book.paidAsFee = now_[2] - before[2];
        if (outcome == Outcome.CLAIMED) {
            uint256 fee = token.isBlacklisted(feeTaker) ? 0 : book.amount * book.feeBps / 10_000;
            _assert(book.paidAsFee == fee, "another fee was taken");
        }
        _assert(uint8(transfers.getTransfer(id).status) == uint8(outcome) + 1, "settled as something else");
    }

    function _balances(Book storage book) private view returns (uint256[3] memory) {
        return [token.balanceOf(book.sender), token.balanceOf(book.to), token.balanceOf(feeTaker)];
    }

    function _returnable(Book storage book) private view returns (bool) {
        return book.amount != 0 && book.outcome == Outcome.OPEN && block.timestamp > book.deadline
            && !token.isBlacklisted(book.sender);
    }

    /// @dev The first open transfer from a random place on; id 0 when there is none.
    function _pickOpen(uint256 pick) private view returns (uint256 id, Book storage book) {
        uint256 count = transfers.nextTransferId() - 1;
        for (uint256 i = 0; i < count; ++i) {
            id = 1 + (pick % count + i) % count;
            book = _books[id];
            if (book.outcome == Outcome.OPEN) return (id, book);
        }
        return (0, _books[0]);
    }

    function _cancelSignature(uint256 id, address sender) private view returns (bytes memory) {
        bytes32 domain = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256("Holdfast ProtectedTransfer"),
                keccak256("1"),
                block.chainid,
                address(transfers)
            )
        );
        bytes32 structHash =
            keccak256(abi.encode(keccak256("Cancel(uint256 transferId,uint256 deadline)"), id, block.timestamp));
        uint256 key;
        for (uint256 i = 0; i < senders.length; ++i) {
            if (senders[i] == sender) key = _keys[i];
        }
        return _sign(key, keccak256(abi.encodePacked("\x19\x01", domain, structHash)));
    }

    function _sign(uint256 key, bytes32 digest) private pure returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, digest);
        return abi.encodePacked(r, s, v);
    }

    function _salt(uint256 secret) private pure returns (bytes32) {
        return keccak256(abi.encode("salt", secret));
    }

    function _code(uint256 secret) private pure returns (string memory) {
        return vm.toString(secret);
    }

    function _hash(uint256 id, bool byVerifier, uint256 secret) private view returns (bytes32) {
        if (byVerifier) return keccak256(abi.encode(id, recipients[0], abi.encode(secret)));
        return keccak256(abi.encodePacked(_salt(secret), _code(secret)));
    }

    function _addConfig(bytes32 id, uint256 feeBps) private {
        configIds.push(id);
        _feeBps.push(feeBps);
    }

    /// @dev Kept rather than thrown, so that an invariant names it.
    function _assert(bool condition, string memory what) private {
        if (!condition && bytes(violation).length == 0) violation = what;
    }
}
