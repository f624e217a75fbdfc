// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {CommonBase} from "forge-std/Base.sol";
import {StdUtils} from "forge-std/StdUtils.sol";

import {PrivatePayRouter} from "../../src/PrivatePayRouter.sol";
import {ShieldVault} from "../../src/ShieldVault.sol";
import {SpendPolicyFactory} from "../../src/SpendPolicyFactory.sol";
import {ISignatureTransfer} from "../../src/interfaces/ISignatureTransfer.sol";
import {ISpendPolicyAccount} from "../../src/interfaces/ISpendPolicyAccount.sol";
import {Policy} from "../../src/types/Policy.sol";
import {BoxDigests} from "../BoxDigests.sol";
import {MockPermit2} from "../mocks/MockPermit2.sol";
import {UsdcToken} from "../mocks/UsdcToken.sol";

/// @notice All parties around boxes, router and ledger: co-signers whose signatures are used at once or kept, vaults, payers, strangers who
/// try every signature they have seen, the blocklist and time. It keeps its own books, from what it did and from token
/// balances, never from the contracts' answers.
contract ShieldHandler is CommonBase, StdUtils {
    /// @dev The expected state of a box, kept without asking it.
    struct Book {
        bytes32 ownerHash;
        bytes32 salt;
        Policy policy;
        uint256 cosignerKey;
        uint256 vaultKey;
        uint256 received;
        uint256 spent;
        uint256 swept;
        uint256 nonce;
        uint256 sweepNonce;
        uint256 lastPull;
        bool closed;
    }

    /// @dev A co-signature that was handed out.
    struct Signed {
        address box;
        uint256 amount;
        uint8 action;
        uint256 nonce;
        bytes signature;
    }

    /// @dev A sweep that a vault signed.
    struct SignedSweep {
        address box;
        address vault;
        uint256 sweepNonce;
        bool close;
        bytes signature;
    }

    /// @dev A payment through the router.
    struct Route {
        uint256 key;
        bytes32 ownerHash;
        bytes32 salt;
        Policy policy;
        uint256 amount;
        bool permitted;
        bytes signature;
        bytes cosignature;
    }

    uint256 private constant PEOPLE = 3;
    uint256 private constant CAP = 1_000e6;
    uint256 private constant FOREVER = type(uint256).max;
    string private constant WITNESS =
        "PrivatePay witness)PrivatePay(address box)TokenPermissions(address token,uint256 amount)";

    UsdcToken public immutable token;
    MockPermit2 public immutable permit2;
    SpendPolicyFactory public immutable factory;
    PrivatePayRouter public immutable router;
    ShieldVault public immutable ledger;

    address[] private _boxes;
    mapping(address box => Book) private _books;
    Signed[] private _signed;
    SignedSweep[] private _signedSweeps;

    /// @dev Payers, vaults and strangers have keys; co-signers are an EOA and the same key behind a contract.
    uint256[] private _payerKeys;
    uint256[] private _vaultKeys;
    uint256 private _cosignerKey;
    address[] private _cosigners;
    address[] public targets;
    address[] public strangers;

    mapping(address owner => uint256) public ledgerBook;
    uint256 public routerGifts;
    uint256 public ledgerGifts;
    uint256 public strangerGifts;
    uint256 public payerSpending;
    uint256 private _count;
    mapping(bytes32 name => uint256) public calls;
    string public violation;

    constructor(
        UsdcToken token_,
        MockPermit2 permit2_,
        SpendPolicyFactory factory_,
        PrivatePayRouter router_,
        ShieldVault ledger_,
        uint256[] memory payerKeys_,
        uint256[] memory vaultKeys_,
        uint256 cosignerKey_,
        address[] memory cosigners_,
        address[] memory targets_,
        address[] memory strangers_
    ) {
        (token, permit2, factory, router, ledger) = (token_, permit2_, factory_, router_, ledger_);
        (_payerKeys, _vaultKeys, _cosignerKey) = (payerKeys_, vaultKeys_, cosignerKey_);
        (_cosigners, targets, strangers) = (cosigners_, targets_, strangers_);
        for (uint256 i = 0; i < 6; ++i) {
            uint8 mode = uint8(i % 2);
            _create(_policy(i, mode, mode == 0 || i % 3 == 0 ? 0 : CAP / (i + 1), mode == 0 ? 0 : uint40(1 hours + i)));
        }
    }

    /// @dev One to four co-signed spends, mostly ones that are allowed; each must work exactly when the books say so.
    function spend(uint256 seed, uint256 count) external {
        count = bound(count, 1, 4);
        for (uint256 i = 0; i < count; ++i) {
            bytes32 s = keccak256(abi.encode(seed, i));
            _spend(uint16(bytes2(s)), uint256(s), uint8(s[2]));
        }
    }

    function _spend(uint256 pick, uint256 amount, uint256 mood) private {
        (address box, Book storage book) = _pick(pick);
        if (_held(book) == 0 && mood % 4 != 0) _fund(box, CAP);
        uint8 action = mood % 8 == 0 ? 1 - book.policy.mode : book.policy.mode;
        uint256 most = _least(book.policy.maxAmount - book.spent, _held(book));
        if (action == 1) most = _least(most, _pullCap(book));
        if (mood % 3 != 0) most = _least(most, CAP / 20);
        amount = mood % 5 == 0 ? bound(amount, 0, 2 * CAP) : bound(amount, 0, most);
        bytes memory signature = _cosign(box, amount, action, book.nonce);
        _signed.push(Signed(box, amount, action, book.nonce, signature));
        _tryToSpend(box, amount, action, signature, book.nonce);
        ++calls["spend"];
    }

    /// @dev The co-signer signs, and the spend is not submitted yet.
    function hoard(uint256 pick, uint256 amount, uint256 ahead) external {
        (address box, Book storage book) = _pick(pick);
        amount = bound(amount, 1, CAP / 20);
        uint256 nonce = book.nonce + ahead % 3;
        _signed.push(Signed(box, amount, book.policy.mode, nonce, _cosign(box, amount, book.policy.mode, nonce)));
        ++calls["hoard"];
    }

    /// @dev Any earlier co-signature, on its own box: valid once at most, for its own amount, action and nonce.
    function submit(uint256 which, uint256 mood) external {
        if (_signed.length == 0) return;
        Signed memory s = _signed[which % _signed.length];
        uint256 amount = mood % 6 == 0 ? s.amount + 1 : s.amount;
        uint8 action = mood % 7 == 0 ? 1 - s.action : s.action;
        bool same = amount == s.amount && action == s.action;
        _tryToSpend(s.box, amount, action, s.signature, same ? s.nonce : FOREVER);
        ++calls["submit"];
    }

    /// @dev Any earlier co-signature, on another box.
    function submitElsewhere(uint256 which, uint256 pick) external {
        if (_signed.length == 0) return;
        Signed memory s = _signed[which % _signed.length];
        (address box,) = _pick(pick);
        if (box == s.box) return;
        _tryToSpend(box, s.amount, s.action, s.signature, FOREVER);
        ++calls["submitElsewhere"];
    }

    /// @dev The vault itself; after the last second also by `sweepExpired`.
    function sweep(uint256 pick, uint256 mood) external {
        (address box, Book storage book) = _pick(pick);
        if (mood % 4 != 0) return;
        address vault = vm.addr(book.vaultKey);
        bool expired = mood % 8 == 0;
        // Rarely, since a closed box can never spend again.
        bool close = !expired && mood % 60 == 4;
        bool expected = (!expired || block.timestamp > book.policy.expiry) && _canSweep(book, vault);
        vm.prank(vault);
        (bool success,) = box.call(
            expired
                ? abi.encodeCall(ISpendPolicyAccount.sweepExpired, (vault))
                : close
                    ? abi.encodeCall(ISpendPolicyAccount.closeToVault, (vault))
                    : abi.encodeCall(ISpendPolicyAccount.sweepToVault, (vault))
        );
        _assert(success == expected, "a vault's sweep");
        if (success) _bookSweep(book, close);
        ++calls["sweep"];
    }

    /// @dev The vault signs, a stranger submits, at once or later.
    function signSweep(uint256 pick, uint256 ahead) external {
        (address box, Book storage book) = _pick(pick);
        uint256 sweepNonce = book.sweepNonce + ahead % 2;
        address vault = vm.addr(book.vaultKey);
        bool close = ahead % 30 == 0;
        bytes32 digest = BoxDigests.sweep(box, block.chainid, vault, sweepNonce, close, FOREVER);
        _signedSweeps.push(SignedSweep(box, vault, sweepNonce, close, _sign(book.vaultKey, digest)));
        ++calls["signSweep"];
    }

    /// @dev Any signed sweep, on its own box or another; valid once at most.
    function submitSweep(uint256 which, uint256 pick, uint256 mood) external {
        if (_signedSweeps.length == 0) return;
        SignedSweep memory s = _signedSweeps[which % _signedSweeps.length];
        address box = s.box;
        if (mood % 3 == 0) (box,) = _pick(pick);
        Book storage book = _books[box];
        bool close = mood % 5 == 0 ? !s.close : s.close;
        bool expected = box == s.box && close == s.close && s.sweepNonce == book.sweepNonce && _canSweep(book, s.vault);
        vm.prank(strangers[mood % PEOPLE]);
        (bool success,) =
            box.call(abi.encodeCall(ISpendPolicyAccount.sweepWithSignature, (s.vault, close, FOREVER, s.signature)));
        _assert(success == expected, "a signed sweep");
        if (success) {
            _bookSweep(book, close);
            ++calls["submitSweep"];
        }
    }

    /// @dev A stranger, target, payer or vault of other boxes calls any function without a signature.
    function attack(uint256 pick, uint256 who, uint256 what, uint256 amount, bytes calldata noise) external {
        (address box, Book storage book) = _pick(pick);
        address caller = _anybodyBut(vm.addr(book.vaultKey), who);
        address vault = vm.addr(book.vaultKey);
        what = what % 10;
        bytes memory data;
        if (what == 0) data = abi.encodeCall(ISpendPolicyAccount.pay, (amount, noise));
        if (what == 1) data = abi.encodeCall(ISpendPolicyAccount.pull, (amount, noise));
        if (what == 2) data = abi.encodeCall(ISpendPolicyAccount.sweepToVault, (vault));
        if (what == 3) data = abi.encodeCall(ISpendPolicyAccount.sweepToVault, (caller));
        if (what == 4) data = abi.encodeCall(ISpendPolicyAccount.sweepExpired, (vault));
        if (what == 5) data = abi.encodeCall(ISpendPolicyAccount.sweepExpired, (caller));
        if (what == 6) {
            data = abi.encodeCall(ISpendPolicyAccount.sweepWithSignature, (vault, amount % 2 == 0, FOREVER, noise));
        }
        if (what == 7) data = noise;
        if (what == 8) data = abi.encodeCall(ISpendPolicyAccount.closeToVault, (vault));
        if (what == 9) data = abi.encodeCall(ISpendPolicyAccount.closeToVault, (caller));
        vm.prank(caller);
        (bool success, bytes memory result) = box.call(data);
        // A random call may hit a view.
        _assert(!success || (what == 7 && result.length != 0), "a stranger succeeded");
        ++calls["attack"];
    }

    /// @dev A stranger creates an existing box again; it is unchanged. With one bit of the policy changed it is
    /// another.
    function squat(uint256 pick, uint256 who, uint256 field, uint256 bit) external {
        (address box, Book storage book) = _pick(pick);
        vm.startPrank(strangers[who % PEOPLE]);
        _assert(factory.createAccount(book.ownerHash, book.salt, book.policy) == box, "a box was not found");
        Policy memory p = book.policy;
        field = field % 6;
        if (field == 0) p.target = strangers[who % PEOPLE];
        if (field == 1) p.vaultHash = keccak256(abi.encode(strangers[who % PEOPLE]));
        if (field == 2) p.cosigner = strangers[who % PEOPLE];
        if (field == 3) p.maxAmount = p.maxAmount ^ (1 << (bit % 256));
        if (field == 4 && p.mode == 1) p.perPullMax = p.perPullMax ^ (1 << (bit % 256));
        if (field == 4 && p.mode == 0) p.expiry = uint40(p.expiry ^ (1 << (bit % 40)));
        if (field == 5) p.expiry = uint40(p.expiry ^ (1 << (bit % 40)));
        if (p.maxAmount != 0) {
            address other = factory.createAccount(book.ownerHash, book.salt, p);
            _assert(_books[other].salt == 0, "another policy took an address");
        }
        vm.stopPrank();
        ++calls["squat"];
    }

    function fund(uint256 pick, uint256 amount) external {
        (address box,) = _pick(pick);
        _fund(box, bound(amount, 1, CAP / 4));
        ++calls["fund"];
    }

    /// @dev One transaction through the router, by Permit2 or by EIP-3009.
    function route(uint256 who, uint256 amount, bool permitted, uint256 mood) external {
        Route memory r;
        r.key = _payerKeys[who % PEOPLE];
        r.amount = bound(amount, 1, CAP);
        r.policy = _policy(mood, 0, 0, 0);
        (r.ownerHash, r.salt, r.permitted) = (keccak256(abi.encode(who)), bytes32(++_count), permitted);
        address box = factory.predictAddress(r.ownerHash, r.salt, r.policy);
        r.signature = _sign(r.key, permitted ? _permitDigest(box, r.amount) : _authDigest(r.key, box, r.amount));
        bytes32 digest = BoxDigests.spend(box, block.chainid, r.policy.target, r.amount, 0, 0);
        r.cosignature = _sign(_cosignerKey, digest);
        // Another call may have created it before.
        if (mood % 3 == 0) factory.createAccount(r.ownerHash, r.salt, r.policy);
        r.policy.expiry += 1;
        _assert(!_send(r), "a permit was spent on another box");
        r.policy.expiry -= 1;
        bool success = _send(r);
        bool expected = !token.isBlacklisted(r.policy.target) && !token.isBlacklisted(vm.addr(r.key));
        _assert(success == expected, "a routed payment");
        if (!success) return;
        _assert(!_send(r), "a permit was spent twice");
        _register(box, r.ownerHash, r.salt, r.policy, _vaultKeys[mood % PEOPLE]);
        Book storage book = _books[box];
        (book.received, book.spent, book.nonce) = (r.amount, r.amount, 1);
        payerSpending += r.amount;
        _signed.push(Signed(box, r.amount, 0, 0, r.cosignature));
        ++calls["route"];
    }

    function deposit(uint256 who, uint256 owner, uint256 amount) external {
        address payer = vm.addr(_payerKeys[who % PEOPLE]);
        address of_ = vm.addr(_payerKeys[owner % PEOPLE]);
        amount = bound(amount, 1, CAP);
        if (token.isBlacklisted(payer)) return;
        vm.prank(payer);
        ledger.depositFor(of_, amount);
        ledgerBook[of_] += amount;
        payerSpending += amount;
        ++calls["deposit"];
    }

    /// @dev Into a box or out again; more than the own balance never works, with any balance of the others.
    function payOut(uint256 who, uint256 pick, uint256 amount, uint256 mood) external {
        address owner = mood % 5 == 0 ? strangers[who % PEOPLE] : vm.addr(_payerKeys[who % PEOPLE]);
        (address box, Book storage book) = _pick(pick);
        amount = bound(amount, 0, mood % 7 == 0 ? 20 * CAP : ledgerBook[owner]);
        bool toBox = mood % 2 == 0;
        bool expected = amount != 0 && amount <= ledgerBook[owner] && (toBox || !token.isBlacklisted(owner));
        vm.prank(owner);
        (bool success,) = address(ledger)
            .call(
                toBox
                    ? abi.encodeCall(ShieldVault.fundAccount, (box, amount))
                    : abi.encodeCall(ShieldVault.withdraw, (owner, amount))
            );
        _assert(success == expected, "the ledger paid out");
        if (!success) return;
        ledgerBook[owner] -= amount;
        if (toBox) book.received += amount;
        else payerSpending -= amount;
        ++calls["payOut"];
    }

    /// @dev Strangers send tokens to the router and the ledger; no account may get them out.
    function donate(uint256 who, uint256 amount, bool toRouter) external {
        address giver = strangers[who % PEOPLE];
        amount = bound(amount, 0, token.balanceOf(giver) / 100);
        vm.prank(giver);
        require(token.transfer(toRouter ? address(router) : address(ledger), amount));
        if (toRouter) routerGifts += amount;
        else ledgerGifts += amount;
        strangerGifts += amount;
        ++calls["donate"];
    }

    function pass(uint256 time) external {
        vm.warp(block.timestamp + bound(time, 1, 8 hours));
        ++calls["pass"];
    }

    /// @dev One call in four blocks an account; the others unblock it.
    function setBlocked(uint256 who, uint256 mood) external {
        who = who % (3 * PEOPLE);
        address account = who < PEOPLE
            ? targets[who]
            : vm.addr(who < 2 * PEOPLE ? _vaultKeys[who - PEOPLE] : _payerKeys[who - 2 * PEOPLE]);
        token.setBlacklisted(account, mood % 4 == 0);
        ++calls["setBlocked"];
    }

    function books(address box) external view returns (Book memory) {
        return _books[box];
    }

    function allBoxes() external view returns (address[] memory) {
        return _boxes;
    }

    function vaults(uint256 i) external view returns (address) {
        return vm.addr(_vaultKeys[i]);
    }

    function payers(uint256 i) external view returns (address) {
        return vm.addr(_payerKeys[i]);
    }

    function _fund(address box, uint256 amount) private {
        token.mint(box, amount);
        _books[box].received += amount;
    }

    /// @param signedNonce What the signature names, if it is for this amount and action; otherwise an impossible nonce.
    function _tryToSpend(address box, uint256 amount, uint8 action, bytes memory signature, uint256 signedNonce)
        private
    {
        Book storage book = _books[box];
        bool expected = signedNonce == book.nonce && _maySpend(book, amount, action);
        uint256 before = token.balanceOf(book.policy.target);
        vm.prank(strangers[amount % PEOPLE]);
        (bool success,) = box.call(
            action == 0
                ? abi.encodeCall(ISpendPolicyAccount.pay, (amount, signature))
                : abi.encodeCall(ISpendPolicyAccount.pull, (amount, signature))
        );
        _assert(success == expected, expected ? "a good spend was refused" : "a bad spend was accepted");
        _assert(token.balanceOf(book.policy.target) == before + (success ? amount : 0), "the target got another amount");
        if (!success) return;
        book.spent += amount;
        ++book.nonce;
        if (action == 1) book.lastPull = block.timestamp;
        ++calls[action == 0 ? bytes32("paid") : bytes32("pulled")];
    }

    function _maySpend(Book storage book, uint256 amount, uint8 action) private view returns (bool) {
        Policy storage p = book.policy;
        if (book.closed || p.mode != action || amount == 0 || block.timestamp > p.expiry) return false;
        if (amount > p.maxAmount - book.spent || amount > _held(book) || token.isBlacklisted(p.target)) return false;
        if (action == 0) return true;
        return amount <= _pullCap(book) && (book.lastPull == 0 || block.timestamp >= book.lastPull + p.interval);
    }

    function _canSweep(Book storage book, address vault) private view returns (bool) {
        return vault == vm.addr(book.vaultKey) && (_held(book) == 0 || !token.isBlacklisted(vault));
    }

    function _bookSweep(Book storage book, bool close) private {
        book.swept += _held(book);
        ++book.nonce;
        ++book.sweepNonce;
        if (close) (book.closed, calls["close"]) = (true, calls["close"] + 1);
    }

    function _held(Book storage book) private view returns (uint256) {
        return book.received - book.spent - book.swept;
    }

    function _pullCap(Book storage book) private view returns (uint256) {
        uint256 raw = book.policy.perPullMax;
        return raw == 0 || raw > book.policy.maxAmount ? book.policy.maxAmount : raw;
    }

    /// @dev By Permit2 the payer must call, by EIP-3009 any account can.
    function _send(Route memory r) private returns (bool success) {
        address payer = vm.addr(r.key);
        bytes memory data = r.permitted
            ? abi.encodeCall(
                router.createFundAndPay,
                (r.ownerHash, r.salt, r.policy, r.amount, r.cosignature, _count, FOREVER, r.signature)
            )
            : abi.encodeCall(
                router.createFundAndPayWithAuthorization,
                (
                    payer,
                    r.ownerHash,
                    r.salt,
                    r.policy,
                    r.amount,
                    0,
                    FOREVER,
                    bytes32(_count),
                    r.signature,
                    r.cosignature
                )
            );
        vm.prank(r.permitted ? payer : strangers[0]);
        (success,) = address(router).call(data);
    }

    function _permitDigest(address box, uint256 amount) private view returns (bytes32) {
        return permit2.witnessDigest(
            ISignatureTransfer.PermitTransferFrom({
                permitted: ISignatureTransfer.TokenPermissions({token: address(token), amount: amount}),
                nonce: _count,
                deadline: FOREVER
            }),
            address(router),
            keccak256(abi.encode(keccak256("PrivatePay(address box)"), box)),
            WITNESS
        );
    }

    function _authDigest(uint256 key, address box, uint256 amount) private view returns (bytes32) {
        bytes32 nonce = keccak256(abi.encode(box, bytes32(_count)));
        return token.authorizationDigest(vm.addr(key), address(router), amount, 0, FOREVER, nonce);
    }

    function _policy(uint256 seed, uint8 mode, uint256 perPullMax, uint40 interval)
        private
        view
        returns (Policy memory)
    {
        return Policy({
            token: address(token),
            cosigner: _cosigners[seed % _cosigners.length],
            vaultHash: keccak256(abi.encode(vm.addr(_vaultKeys[seed % PEOPLE]))),
            target: targets[seed % PEOPLE],
            maxAmount: CAP,
            perPullMax: perPullMax,
            expiry: uint40(block.timestamp + 2 days),
            interval: interval,
            mode: mode
        });
    }

    function _create(Policy memory p) private {
        (bytes32 ownerHash, bytes32 salt) = (keccak256(abi.encode(_count)), bytes32(++_count));
        uint256 vaultKey = _vaultKeys[_boxes.length % PEOPLE];
        _register(factory.createAccount(ownerHash, salt, p), ownerHash, salt, p, vaultKey);
    }

    function _register(address box, bytes32 ownerHash, bytes32 salt, Policy memory p, uint256 vaultKey) private {
        _assert(_books[box].salt == 0, "two policies share an address");
        _boxes.push(box);
        Book storage book = _books[box];
        (book.ownerHash, book.salt, book.policy) = (ownerHash, salt, p);
        (book.cosignerKey, book.vaultKey) = (_cosignerKey, vaultKey);
    }

    function _pick(uint256 pick) private view returns (address box, Book storage book) {
        // The first boxes are the ones that live; routed ones are mostly used up.
        box = _boxes[pick % 4 != 0 ? (pick / 4) % 6 : (pick / 4) % _boxes.length];
        return (box, _books[box]);
    }

    function _anybodyBut(address vault, uint256 who) private view returns (address) {
        address[5] memory people = [
            strangers[who % PEOPLE],
            targets[who % PEOPLE],
            vm.addr(_payerKeys[who % PEOPLE]),
            vm.addr(_cosignerKey),
            vm.addr(_vaultKeys[who % PEOPLE])
        ];
        address chosen = people[(who / PEOPLE) % 5];
        return chosen == vault ? people[0] : chosen;
    }

    function _cosign(address box, uint256 amount, uint8 action, uint256 nonce) private view returns (bytes memory) {
        Book storage book = _books[box];
        return _sign(book.cosignerKey, BoxDigests.spend(box, block.chainid, book.policy.target, amount, nonce, action));
    }

    function _sign(uint256 key, bytes32 digest) private pure returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, digest);
        return abi.encodePacked(r, s, v);
    }

    function _least(uint256 a, uint256 b) private pure returns (uint256) {
        return a < b ? a : b;
    }

    /// @dev Recorded instead of thrown, so that an invariant reports it.
    function _assert(bool condition, string memory what) private {
        if (!condition && bytes(violation).length == 0) violation = what;
    }
}
