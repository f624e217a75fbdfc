// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {CommonBase} from "forge-std/Base.sol";
import {StdUtils} from "forge-std/StdUtils.sol";

import {ProtectedTransfer} from "../../src/ProtectedTransfer.sol";
import {IProtectedTransfer} from "../../src/interfaces/IProtectedTransfer.sol";
import {ISignatureTransfer} from "../../src/interfaces/ISignatureTransfer.sol";
import {TransferDigests} from "../TransferDigests.sol";
import {PreimageVerifier} from "../mocks/HostileVerifier.sol";
import {MockPermit2} from "../mocks/MockPermit2.sol";
import {UsdcToken} from "../mocks/UsdcToken.sol";

/// @notice All parties that can call the contract: senders, recipients, strangers, a fee taker, the blocklist and time.
/// It keeps its own books, from what it did and from token balances, never from the contract's answers.
contract Handler is CommonBase, StdUtils {
    enum Outcome {
        OPEN,
        CLAIMED,
        CANCELLED,
        RECLAIMED
    }

    /// @dev How a claim is proven.
    enum Kind {
        CODE,
        VERIFIER,
        KEY,
        KEY_RELEASE
    }

    /// @dev The expected state of a transfer, kept without asking the contract.
    struct Book {
        address sender;
        address to;
        bool isOpen;
        uint256 amount;
        uint256 feeBps;
        uint256 deadline;
        uint256 secret;
        uint256 failures;
        Kind kind;
        Outcome outcome;
        uint256 payouts;
        uint256 paidToRecipient;
        uint256 paidAsFee;
        uint256 paidToSender;
    }

    uint256 private constant PEOPLE = 3;
    uint256 private constant WINDOW = 1 hours;
    string private constant ITEM_TYPE = "Item(bytes32 configId,address to,uint256 amount,bytes32 claimHash)";
    string private constant SEND_WITNESS =
        "ProtectedSend witness)ProtectedSend(bytes32 configId,address to,bytes32 claimHash)TokenPermissions(address token,uint256 amount)";
    string private constant BATCH_WITNESS =
        "ProtectedBatch witness)Item(bytes32 configId,address to,uint256 amount,bytes32 claimHash)ProtectedBatch(Item[] items)TokenPermissions(address token,uint256 amount)";

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
    /// @dev Tokens that strangers gave the contract; no account can take them out.
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
        _addConfig(transfers.createConfig(uint32(WINDOW), 3, 0, address(0)), 0);
        _addConfig(transfers.createConfig(uint32(WINDOW), 3, 50, feeTaker_), 50);
        _addConfig(transfers.createConfig(uint32(WINDOW), 4, 0, address(0)), 0);
        _addConfig(transfers.createConfig(uint32(WINDOW), 4, 99, feeTaker_), 99);
    }

    /// @dev One to four transfers, so that there are always some to settle.
    function send(uint256 seed, uint256 count) external {
        count = bound(count, 1, 4);
        for (uint256 i = 0; i < count; ++i) {
            bytes32 s = keccak256(abi.encode(seed, i));
            _send(uint8(s[0]), uint8(s[1]), uint64(uint256(s)), uint8(s[2]), uint256(s), uint8(s[3]));
        }
    }

    function _send(uint256 who, uint256 to, uint256 amount, uint256 config, uint256 secret, uint256 way) private {
        who = who % PEOPLE;
        if (token.isBlacklisted(senders[who])) return;
        Book memory book = _order(who, to, bound(amount, 1, 1_000e6), config % configIds.length, secret);
        uint256 id = transfers.nextTransferId();
        IProtectedTransfer.Item memory item = _itemOf(id, book, config % configIds.length);
        if (way % 4 == 0) _sendApproved(book, item);
        else if (way % 4 == 1) _sendPermitted(who, book, item);
        else if (way % 4 == 2) _sendAuthorized(who, book, item);
        else _sendWitnessed(who, book, item);
        _books[id] = book;
        ++calls["send"];
    }

    /// @dev Up to six of every kind at once, paid in one of the three ways.
    function sendBatch(uint256 seed, uint256 count, uint256 way) external {
        count = bound(count, 1, 6);
        uint256 who = seed % PEOPLE;
        if (token.isBlacklisted(senders[who])) return;
        uint256 first = transfers.nextTransferId();
        IProtectedTransfer.Item[] memory items = new IProtectedTransfer.Item[](count);
        uint256 total;
        for (uint256 i = 0; i < count; ++i) {
            bytes32 s = keccak256(abi.encode(seed, i));
            uint256 config = uint8(s[1]) % configIds.length;
            Book memory book = _order(who, uint8(s[0]), 1 + uint256(s) % 100e6, config, uint256(s));
            items[i] = _itemOf(first + i, book, config);
            _books[first + i] = book;
            total += book.amount;
        }
        _submitBatch(who, items, total, way % 3);
        ++calls["sendBatch"];
    }

    function _order(uint256 who, uint256 to, uint256 amount, uint256 config, uint256 secret)
        private
        view
        returns (Book memory book)
    {
        book.sender = senders[who];
        book.kind = Kind(config / 2);
        book.isOpen = book.kind >= Kind.KEY && to % 2 == 0;
        if (!book.isOpen) book.to = recipients[to % PEOPLE];
        (book.amount, book.feeBps, book.deadline, book.secret) =
        (amount, _feeBps[config], block.timestamp + WINDOW, secret);
    }

    function _itemOf(uint256 id, Book memory book, uint256 config)
        private
        view
        returns (IProtectedTransfer.Item memory)
    {
        return IProtectedTransfer.Item(configIds[config], book.to, book.amount, _hash(id, book.kind, book.secret));
    }

    /// @dev Cancels are rare, otherwise no transfer would last until it is claimed, locked or expired.
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
        transfers.rekey(id, _hash(id, book.kind, secret));
        if (book.failures == 5) ++calls["unlock"];
        (book.secret, book.failures) = (secret, 0);
        ++calls["rekey"];
    }

    function rekeyWithSignature(uint256 pick, uint256 secret, uint256 stranger) external {
        (uint256 id, Book storage book) = _pickOpen(pick);
        if (id == 0 || block.timestamp > book.deadline) return;
        (bytes32 claimHash, bytes32 newHash) = (_hash(id, book.kind, book.secret), _hash(id, book.kind, secret));
        bytes32 digest =
            TransferDigests.rekey(address(transfers), block.chainid, id, claimHash, newHash, block.timestamp);
        bytes memory signature = _sign(_keyOf(book.sender), digest);
        vm.startPrank(strangers[stranger % PEOPLE]);
        (bool success,) = address(transfers)
            .call(abi.encodeCall(transfers.rekeyWithSignature, (id, newHash, block.timestamp, signature)));
        _assert(success == (claimHash != newHash), "a signed rekey");
        (success,) = address(transfers)
            .call(abi.encodeCall(transfers.rekeyWithSignature, (id, newHash, block.timestamp, signature)));
        _assert(!success, "a signed rekey worked twice");
        vm.stopPrank();
        if (claimHash != newHash) (book.secret, book.failures) = (secret, 0);
        ++calls["rekeyWithSignature"];
    }

    /// @dev The holder of the key names the recipient of an open transfer; a recorded one cannot be changed.
    function claimWithKey(uint256 pick, uint256 caller, uint256 to, bool batch) external {
        (uint256 id, Book storage book) = _pickOpen(pick);
        if (id == 0 || book.kind < Kind.KEY) return;
        address recipient = recipients[to % PEOPLE];
        bytes memory signature = _keySignature(id, book.secret, recipient);
        bool expected = block.timestamp <= book.deadline && !token.isBlacklisted(recipient)
            && (book.isOpen ? book.kind == Kind.KEY : recipient == book.to);
        if (expected) book.to = recipient;
        uint256[3] memory before = _balances(book);
        IProtectedTransfer.KeyClaim[] memory claims = new IProtectedTransfer.KeyClaim[](1);
        claims[0] = IProtectedTransfer.KeyClaim(id, recipient, signature);
        vm.prank(strangers[caller % PEOPLE]);
        (bool success,) = address(transfers)
            .call(
                batch
                    ? abi.encodeCall(transfers.claimWithKeyBatch, (claims))
                    : abi.encodeCall(transfers.claimWithKey, (id, recipient, signature))
            );
        _assert(success == expected, "a claim by key");
        if (!success) return;
        // The claim of an open transfer verifies no pair.
        if (!book.isOpen) verified[book.sender][recipient] = true;
        _settle(id, book, Outcome.CLAIMED, before);
        ++calls[book.isOpen ? bytes32("claimOpen") : bytes32("claimWithKey")];
    }

    /// @dev The link's holder asks, the sender releases, mostly to the one who asked.
    function release(uint256 pick, uint256 caller, uint256 to, bool signed) external {
        (uint256 id, Book storage book) = _pickOpen(pick);
        if (id == 0 || book.kind < Kind.KEY) return;
        address recipient = recipients[to % PEOPLE];
        bool releasable = block.timestamp <= book.deadline && book.isOpen && book.kind == Kind.KEY_RELEASE;
        bytes memory signature = _keySignature(id, book.secret, recipient);
        vm.prank(strangers[caller % PEOPLE]);
        (bool success,) = address(transfers).call(abi.encodeCall(transfers.requestRelease, (id, recipient, signature)));
        _assert(success == releasable, "a request");
        bool expected = releasable && !token.isBlacklisted(recipient);
        if (expected) book.to = recipient;
        uint256[3] memory before = _balances(book);
        if (signed) {
            bytes32 claimHash = _hash(id, book.kind, book.secret);
            signature = _sign(
                _keyOf(book.sender),
                TransferDigests.release(address(transfers), block.chainid, id, recipient, claimHash, block.timestamp)
            );
        }
        vm.prank(signed ? strangers[caller % PEOPLE] : book.sender);
        (success,) = address(transfers)
            .call(
                signed
                    ? abi.encodeCall(transfers.releaseWithSignature, (id, recipient, block.timestamp, signature))
                    : abi.encodeCall(transfers.release, (id, recipient))
            );
        _assert(success == expected, "a release");
        if (!success) return;
        verified[book.sender][recipient] = true;
        _settle(id, book, Outcome.CLAIMED, before);
        ++calls["release"];
    }

    /// @dev The right proof, by the recipient or by a relayer.
    function claim(uint256 pick, uint256 caller, bool withProof, bool toRecipient) external {
        (uint256 id, Book storage book) = _pickOpen(pick);
        if (id == 0 || block.timestamp > book.deadline || book.failures == 5 || token.isBlacklisted(book.to)) return;
        if (book.kind >= Kind.KEY) return;
        uint256[3] memory before = _balances(book);
        if (book.kind == Kind.VERIFIER) {
            vm.prank(recipients[0]);
            _assert(transfers.claimWithProof(id, abi.encode(book.secret)), "the right proof was refused");
        } else {
            vm.prank(caller % 2 == 0 ? book.to : strangers[caller % PEOPLE]);
            string memory code = _code(book.secret);
            _assert(
                toRecipient
                    ? withProof
                        ? transfers.claimToWithProof(id, book.to, abi.encode(_salt(book.secret), code))
                        : transfers.claimTo(id, book.to, code, _salt(book.secret))
                    : withProof
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
        if (id == 0 || block.timestamp > book.deadline || secret == book.secret || book.kind >= Kind.KEY) return;
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
        bytes memory signature = _cancelSignature(id, book);
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

    /// @dev All transfers from `from` on, in any state.
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

    /// @dev A stranger calls any function on any id, without a secret or signature. Only sending back what has expired
    /// may work; everything else must revert or, for a claim, count.
    function attack(uint256 id, uint256 stranger, uint256 what, bytes calldata noise) external {
        id = id % (transfers.nextTransferId() + 2);
        what = what % 14;
        address caller = strangers[stranger % PEOPLE];
        bytes memory data;
        if (what == 0) data = abi.encodeCall(transfers.cancel, (id));
        if (what == 1) data = abi.encodeCall(transfers.rekey, (id, keccak256(noise)));
        if (what == 2) data = abi.encodeCall(transfers.cancelWithSignature, (id, type(uint256).max, noise));
        if (what == 3) data = abi.encodeCall(transfers.claimWithProof, (id, noise));
        if (what == 4) data = abi.encodeCall(transfers.claim, (id, string(noise), bytes32(stranger)));
        if (what == 5) data = abi.encodeCall(transfers.reclaimExpired, (id));
        if (what == 6) data = abi.encodeCall(transfers.claimWithKey, (id, caller, noise));
        // A signature of a key that is not this transfer's.
        if (what == 7) {
            data = abi.encodeCall(transfers.claimWithKey, (id, caller, _keySignature(id, stranger ^ 1, caller)));
        }
        if (what == 8) data = abi.encodeCall(transfers.release, (id, caller));
        if (what == 9) data = abi.encodeCall(transfers.releaseWithSignature, (id, caller, type(uint256).max, noise));
        if (what == 10) data = abi.encodeCall(transfers.requestRelease, (id, caller, noise));
        if (what == 11) data = abi.encodeCall(transfers.claimTo, (id, caller, string(noise), bytes32(stranger)));
        if (what == 12) data = abi.encodeCall(transfers.claimToWithProof, (id, caller, noise));
        if (what == 13) {
            data = abi.encodeCall(transfers.rekeyWithSignature, (id, keccak256(noise), type(uint256).max, noise));
        }
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
        bytes memory signature = _cancelSignature(id, book);
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

    /// @dev The books of the transfers from 1 to `count`.
    function books(uint256 count) external view returns (Book[] memory all) {
        all = new Book[](count);
        for (uint256 i = 0; i < count; ++i) {
            all[i] = _books[i + 1];
        }
    }

    function _sendApproved(Book memory book, IProtectedTransfer.Item memory item) private {
        vm.prank(book.sender);
        transfers.sendProtected(item.configId, item.to, item.amount, item.claimHash);
    }

    function _sendPermitted(uint256 who, Book memory book, IProtectedTransfer.Item memory item) private {
        uint256 nonce = ++_nonce;
        bytes32 digest = permit2.permitDigest(address(token), item.amount, address(transfers), nonce, block.timestamp);
        bytes memory signature = _sign(_keys[who], digest);
        vm.prank(book.sender);
        transfers.sendProtectedWithPermit(
            item.configId, item.to, item.amount, item.claimHash, nonce, block.timestamp, signature
        );
    }

    function _sendAuthorized(uint256 who, Book memory book, IProtectedTransfer.Item memory item) private {
        bytes32 nonceSalt = bytes32(++_nonce);
        bytes32 nonce = keccak256(abi.encode(item.configId, item.to, item.claimHash, nonceSalt));
        bytes memory signature = _authorize(who, item.amount, nonce);
        vm.prank(strangers[0]);
        transfers.sendProtectedWithAuthorization(
            book.sender, item.configId, item.to, item.amount, item.claimHash, 0, type(uint256).max, nonceSalt, signature
        );
    }

    function _sendWitnessed(uint256 who, Book memory book, IProtectedTransfer.Item memory item) private {
        bytes32 witness = keccak256(
            abi.encode(
                keccak256("ProtectedSend(bytes32 configId,address to,bytes32 claimHash)"),
                item.configId,
                item.to,
                item.claimHash
            )
        );
        bytes memory signature = _witness(who, item.amount, witness, SEND_WITNESS);
        vm.prank(strangers[1]);
        transfers.sendProtectedWithWitness(
            book.sender, item.configId, item.to, item.amount, item.claimHash, _nonce, block.timestamp, signature
        );
    }

    function _submitBatch(uint256 who, IProtectedTransfer.Item[] memory items, uint256 total, uint256 way) private {
        if (way == 0) {
            vm.prank(senders[who]);
            transfers.sendProtectedBatch(items);
            return;
        }
        if (way == 1) {
            bytes32 nonceSalt = bytes32(++_nonce);
            bytes32 nonce =
                keccak256(abi.encode(keccak256("holdfast:batch:v1"), keccak256(abi.encode(items)), nonceSalt));
            bytes memory authorization = _authorize(who, total, nonce);
            vm.prank(strangers[0]);
            transfers.sendProtectedBatchWithAuthorization(
                senders[who], items, 0, type(uint256).max, nonceSalt, authorization
            );
            return;
        }
        bytes32[] memory hashes = new bytes32[](items.length);
        for (uint256 i = 0; i < items.length; ++i) {
            hashes[i] = keccak256(abi.encode(keccak256(bytes(ITEM_TYPE)), items[i]));
        }
        bytes32 batchType = keccak256(abi.encodePacked("ProtectedBatch(Item[] items)", ITEM_TYPE));
        bytes32 witness = keccak256(abi.encode(batchType, keccak256(abi.encodePacked(hashes))));
        bytes memory signature = _witness(who, total, witness, BATCH_WITNESS);
        vm.prank(strangers[0]);
        transfers.sendProtectedBatchWithWitness(senders[who], items, _nonce, block.timestamp, signature);
    }

    function _authorize(uint256 who, uint256 amount, bytes32 nonce) private view returns (bytes memory) {
        return _sign(
            _keys[who], token.authorizationDigest(senders[who], address(transfers), amount, 0, type(uint256).max, nonce)
        );
    }

    /// @dev Over the next nonce, until this second.
    function _witness(uint256 who, uint256 amount, bytes32 witness, string memory witnessType)
        private
        returns (bytes memory)
    {
        ISignatureTransfer.PermitTransferFrom memory permit = ISignatureTransfer.PermitTransferFrom(
            ISignatureTransfer.TokenPermissions(address(token), amount), ++_nonce, block.timestamp
        );
        return _sign(_keys[who], permit2.witnessDigest(permit, address(transfers), witness, witnessType));
    }

    /// @dev Records what a settlement moved, read from balances.
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

    /// @dev The first open transfer from a random place on; id 0 when none is open.
    function _pickOpen(uint256 pick) private view returns (uint256 id, Book storage book) {
        uint256 count = transfers.nextTransferId() - 1;
        for (uint256 i = 0; i < count; ++i) {
            id = 1 + (pick % count + i) % count;
            book = _books[id];
            if (book.outcome == Outcome.OPEN) return (id, book);
        }
        return (0, _books[0]);
    }

    function _cancelSignature(uint256 id, Book storage book) private view returns (bytes memory) {
        bytes32 claimHash = _hash(id, book.kind, book.secret);
        return _sign(
            _keyOf(book.sender),
            TransferDigests.cancel(address(transfers), block.chainid, id, claimHash, block.timestamp)
        );
    }

    function _keySignature(uint256 id, uint256 secret, address recipient) private view returns (bytes memory) {
        return _sign(_claimKey(secret), TransferDigests.claim(address(transfers), block.chainid, id, recipient));
    }

    function _keyOf(address sender) private view returns (uint256 key) {
        for (uint256 i = 0; i < senders.length; ++i) {
            if (senders[i] == sender) key = _keys[i];
        }
    }

    /// @dev A hash below the curve's order, for all inputs of a run.
    function _claimKey(uint256 secret) private pure returns (uint256) {
        return uint256(keccak256(abi.encode("claim key", secret)));
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

    function _hash(uint256 id, Kind kind, uint256 secret) private view returns (bytes32) {
        if (kind >= Kind.KEY) return bytes32(uint256(uint160(vm.addr(_claimKey(secret)))));
        if (kind == Kind.VERIFIER) return keccak256(abi.encode(id, recipients[0], abi.encode(secret)));
        return keccak256(abi.encodePacked(_salt(secret), _code(secret)));
    }

    function _addConfig(bytes32 id, uint256 feeBps) private {
        configIds.push(id);
        _feeBps.push(feeBps);
    }

    /// @dev Recorded instead of thrown, so that an invariant reports it.
    function _assert(bool condition, string memory what) private {
        if (!condition && bytes(violation).length == 0) violation = what;
    }
}
