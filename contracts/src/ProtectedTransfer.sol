// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {EIP712} from "solady/utils/EIP712.sol";
import {EfficientHashLib} from "solady/utils/EfficientHashLib.sol";
import {LibCall} from "solady/utils/LibCall.sol";

import {IClaimVerifier} from "./interfaces/IClaimVerifier.sol";
import {IERC3009Receiver} from "./interfaces/IERC3009Receiver.sol";
import {IProtectedTransfer} from "./interfaces/IProtectedTransfer.sol";
import {ISignatureTransfer} from "./interfaces/ISignatureTransfer.sol";
import {CodeProof} from "./libraries/CodeProof.sol";
import {Signatures} from "./libraries/Signatures.sol";

/// @title ProtectedTransfer
/// @notice See `IProtectedTransfer`.
/// @dev Every function that moves money checks, writes the final state, and only then calls the token, so a token that
/// calls back finds nothing left to take; there is no reentrancy lock. The token is trusted to move exactly what it is
/// asked to or to revert or return false; a fee-on-transfer token must not be used. Its balance here may exceed what is
/// owed (any account can send it tokens, and none can take those out), but is never less.
contract ProtectedTransfer is IProtectedTransfer, EIP712 {
    using SafeERC20 for IERC20;
    using Signatures for bytes;

    /// @dev A transfer, three slots.
    ///
    /// | slot | offset | bytes | field                                                         |
    /// | ---- | ------ | ----- | ------------------------------------------------------------- |
    /// | 0    | 0      | 20    | sender                                                        |
    /// | 0    | 20     | 12    | amount, base units                                            |
    /// | 1    | 0      | 20    | to                                                            |
    /// | 1    | 20     | 5     | deadline, Unix seconds                                        |
    /// | 1    | 25     | 4     | configKey, index into `_configIds`                            |
    /// | 1    | 29     | 1     | attempts                                                      |
    /// | 1    | 30     | 1     | status, a `TransferStatus` whose range no read checks;        |
    /// |      |        |       | PENDING with `MAX_ATTEMPTS` reads as LOCKED                   |
    /// | 1    | 31     | 1     | path: what a claim must do, flags                             |
    /// | 2    | 0      | 32    | claimHash                                                     |
    struct Record {
        address sender;
        uint96 amount;
        address to;
        uint40 deadline;
        uint32 configKey;
        uint8 attempts;
        uint8 status;
        uint8 path;
        bytes32 claimHash;
    }

    /// @dev A config, one slot; the verifier of a mode 255 config is in `_verifiers`.
    ///
    /// | slot | offset | bytes | field                                   |
    /// | ---- | ------ | ----- | --------------------------------------- |
    /// | 0    | 0      | 4     | recallWindow, seconds; zero: no config  |
    /// | 0    | 4      | 1     | claimMode                               |
    /// | 0    | 5      | 2     | feeBps                                  |
    /// | 0    | 7      | 20    | feeRecipient                            |
    /// | 0    | 27     | 4     | key, index into `_configIds`            |
    /// | 0    | 31     | 1     | path, copied into each transfer         |
    struct Terms {
        uint32 recallWindow;
        uint8 claimMode;
        uint16 feeBps;
        address feeRecipient;
        uint32 key;
        uint8 path;
    }

    /// @dev What a claim key signs.
    bytes32 private constant CLAIM_TYPEHASH = keccak256("Claim(uint256 transferId,address recipient)");
    /// @dev What the sender signs. Each names the claim hash, so a rekey voids it.
    bytes32 private constant CANCEL_TYPEHASH =
        keccak256("Cancel(uint256 transferId,bytes32 claimHash,uint256 deadline)");
    bytes32 private constant REKEY_TYPEHASH =
        keccak256("Rekey(uint256 transferId,bytes32 claimHash,bytes32 newClaimHash,uint256 deadline)");
    bytes32 private constant RELEASE_TYPEHASH =
        keccak256("Release(uint256 transferId,address recipient,bytes32 claimHash,uint256 deadline)");

    /// @dev What a permit names besides token, amount and this contract, and the rest of the permit's type as Permit2 wants
    /// it: the witness field, then the types in alphabetical order.
    bytes32 private constant SEND_TYPEHASH = keccak256("ProtectedSend(bytes32 configId,address to,bytes32 claimHash)");
    string private constant SEND_WITNESS =
        "ProtectedSend witness)ProtectedSend(bytes32 configId,address to,bytes32 claimHash)TokenPermissions(address token,uint256 amount)";
    bytes32 private constant ITEM_TYPEHASH =
        keccak256("Item(bytes32 configId,address to,uint256 amount,bytes32 claimHash)");
    bytes32 private constant BATCH_TYPEHASH =
        keccak256("ProtectedBatch(Item[] items)Item(bytes32 configId,address to,uint256 amount,bytes32 claimHash)");
    string private constant BATCH_WITNESS =
        "ProtectedBatch witness)Item(bytes32 configId,address to,uint256 amount,bytes32 claimHash)ProtectedBatch(Item[] items)TokenPermissions(address token,uint256 amount)";
    bytes32 private constant BATCH_NONCE_DOMAIN = keccak256("holdfast:batch:v1");

    uint8 private constant PENDING = uint8(TransferStatus.PENDING);
    uint8 private constant CODE = 0;
    uint8 private constant KEY = 3;
    uint8 private constant KEY_RELEASE = 4;
    uint8 private constant VERIFIER = 255;
    /// @dev Flags of a path; without any, the code decides and nothing but the transfer is read.
    uint8 private constant PAYS_FEE = 1;
    uint8 private constant ASKS_VERIFIER = 2;
    uint8 private constant NEEDS_KEY = 4;
    uint8 private constant NEEDS_RELEASE = 8;
    uint256 private constant MAX_BATCH_SIZE = 100;
    /// @dev The index used outside a batch.
    uint256 private constant SINGLE = type(uint256).max;
    uint8 private constant MAX_ATTEMPTS = 5;
    uint16 private constant MAX_FEE_BPS = 100;
    uint256 private constant BPS = 10_000;
    uint32 private constant MAX_RECALL_WINDOW = 7 days;

    /// @dev Gas that must be left before each item of a batch: several times what one reclaim of a USDC that is a proxy over
    /// a precompile costs.
    uint256 private constant BATCH_ITEM_GAS = 200_000;

    IERC20 private immutable _usdc;
    address private immutable _codeVerifier;
    ISignatureTransfer private immutable _permit2;

    uint256 private _nextTransferId = 1;
    mapping(uint256 transferId => Record) private _transfers;
    mapping(bytes32 configId => Terms) private _terms;
    mapping(bytes32 configId => address) private _verifiers;
    /// @dev Keys are counted up: if they came from the terms, callers could take the key of a sender's terms first. Key 0
    /// is that of an empty record.
    uint32 private _nextConfigKey = 1;
    mapping(uint32 key => bytes32 configId) private _configIds;
    mapping(address sender => mapping(address recipient => bool)) private _verified;

    /// @dev Refuses a token without EIP-3009: one whose fallback accepts every call would let any account open
    /// transfers without money behind them.
    /// @param usdc_ The token to lock.
    /// @param codeVerifier_ The deployed `CodeClaimVerifier`, named in the ids of code configs.
    /// @param permit2_ The deployed Permit2; without one, only `sendProtectedWithPermit` does not work.
    constructor(address usdc_, address codeVerifier_, address permit2_) {
        _usdc = IERC20(usdc_);
        _codeVerifier = codeVerifier_;
        _permit2 = ISignatureTransfer(permit2_);
        (bool success, bytes memory answer) =
            usdc_.staticcall(abi.encodeCall(IERC3009Receiver.authorizationState, (address(this), bytes32(0))));
        if (!success || answer.length != 32) revert TokenWithoutAuthorizations(usdc_);
    }

    /// @inheritdoc IProtectedTransfer
    function createConfig(uint32 recallWindow, uint8 claimMode, uint16 feeBps, address feeRecipient)
        external
        returns (bytes32 configId)
    {
        uint8 path;
        if (claimMode == KEY) path = NEEDS_KEY;
        else if (claimMode == KEY_RELEASE) path = NEEDS_KEY | NEEDS_RELEASE;
        else if (claimMode != CODE) revert UnsupportedClaimMode(claimMode);
        return _createConfig(recallWindow, claimMode, feeBps, feeRecipient, _builtIn(claimMode), path);
    }

    /// @inheritdoc IProtectedTransfer
    function createConfigWithVerifier(uint32 recallWindow, address verifier, uint16 feeBps, address feeRecipient)
        external
        returns (bytes32 configId)
    {
        if (verifier.code.length == 0) revert VerifierWithoutCode(verifier);
        configId = _createConfig(recallWindow, VERIFIER, feeBps, feeRecipient, verifier, ASKS_VERIFIER);
        _verifiers[configId] = verifier;
    }

    /// @inheritdoc IProtectedTransfer
    function sendProtected(bytes32 configId, address to, uint256 amount, bytes32 claimHash)
        external
        returns (uint256 transferId)
    {
        transferId = _open(configId, msg.sender, to, amount, claimHash, SINGLE);
        _usdc.safeTransferFrom(msg.sender, address(this), amount);
    }

    /// @inheritdoc IProtectedTransfer
    function sendProtectedWithPermit(
        bytes32 configId,
        address to,
        uint256 amount,
        bytes32 claimHash,
        uint256 nonce,
        uint256 deadline,
        bytes calldata signature
    ) external returns (uint256 transferId) {
        transferId = _open(configId, msg.sender, to, amount, claimHash, SINGLE);
        _permit2.permitTransferFrom(
            _permitOf(amount, nonce, deadline),
            ISignatureTransfer.SignatureTransferDetails({to: address(this), requestedAmount: amount}),
            msg.sender,
            signature
        );
    }

    /// @inheritdoc IProtectedTransfer
    function sendProtectedWithWitness(
        address from,
        bytes32 configId,
        address to,
        uint256 amount,
        bytes32 claimHash,
        uint256 nonce,
        uint256 deadline,
        bytes calldata signature
    ) external returns (uint256 transferId) {
        transferId = _open(configId, from, to, amount, claimHash, SINGLE);
        bytes32 witness = keccak256(abi.encode(SEND_TYPEHASH, configId, to, claimHash));
        _pullWithWitness(from, amount, nonce, deadline, witness, SEND_WITNESS, signature);
    }

    /// @inheritdoc IProtectedTransfer
    function sendProtectedWithAuthorization(
        address from,
        bytes32 configId,
        address to,
        uint256 amount,
        bytes32 claimHash,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonceSalt,
        bytes calldata signature
    ) external returns (uint256 transferId) {
        transferId = _open(configId, from, to, amount, claimHash, SINGLE);
        bytes32 nonce = keccak256(abi.encode(configId, to, claimHash, nonceSalt));
        _receiveWithAuthorization(from, amount, validAfter, validBefore, nonce, signature);
    }

    /// @inheritdoc IProtectedTransfer
    function sendProtectedBatch(Item[] calldata items) external returns (uint256 firstTransferId) {
        uint256 total;
        (firstTransferId, total) = _openBatch(msg.sender, items);
        _usdc.safeTransferFrom(msg.sender, address(this), total);
    }

    /// @inheritdoc IProtectedTransfer
    function sendProtectedBatchWithWitness(
        address from,
        Item[] calldata items,
        uint256 nonce,
        uint256 deadline,
        bytes calldata signature
    ) external returns (uint256 firstTransferId) {
        uint256 total;
        (firstTransferId, total) = _openBatch(from, items);
        bytes32[] memory hashes = new bytes32[](items.length);
        for (uint256 i = 0; i < items.length; ++i) {
            hashes[i] = keccak256(abi.encode(ITEM_TYPEHASH, items[i]));
        }
        bytes32 witness = keccak256(abi.encode(BATCH_TYPEHASH, keccak256(abi.encodePacked(hashes))));
        _pullWithWitness(from, total, nonce, deadline, witness, BATCH_WITNESS, signature);
    }

    /// @inheritdoc IProtectedTransfer
    function sendProtectedBatchWithAuthorization(
        address from,
        Item[] calldata items,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonceSalt,
        bytes calldata signature
    ) external returns (uint256 firstTransferId) {
        uint256 total;
        (firstTransferId, total) = _openBatch(from, items);
        bytes32 nonce = keccak256(abi.encode(BATCH_NONCE_DOMAIN, keccak256(abi.encode(items)), nonceSalt));
        _receiveWithAuthorization(from, total, validAfter, validBefore, nonce, signature);
    }

    /// @inheritdoc IProtectedTransfer
    function claim(uint256 transferId, string calldata code, bytes32 salt) external returns (bool claimed) {
        Record memory record = _transfers[transferId];
        _requireClaimable(transferId, record);
        return _claimWithCode(transferId, record, code, salt);
    }

    /// @inheritdoc IProtectedTransfer
    function claimTo(uint256 transferId, address recipient, string calldata code, bytes32 salt)
        external
        returns (bool claimed)
    {
        Record memory record = _transfers[transferId];
        _requireClaimable(transferId, record);
        _requireRecorded(transferId, record.to, recipient);
        return _claimWithCode(transferId, record, code, salt);
    }

    /// @inheritdoc IProtectedTransfer
    function claimWithProof(uint256 transferId, bytes calldata proof) external returns (bool claimed) {
        Record memory record = _transfers[transferId];
        _requireClaimable(transferId, record);
        return _claimWithProof(transferId, record, proof);
    }

    /// @inheritdoc IProtectedTransfer
    function claimToWithProof(uint256 transferId, address recipient, bytes calldata proof)
        external
        returns (bool claimed)
    {
        Record memory record = _transfers[transferId];
        _requireClaimable(transferId, record);
        _requireRecorded(transferId, record.to, recipient);
        return _claimWithProof(transferId, record, proof);
    }

    /// @inheritdoc IProtectedTransfer
    function claimWithKey(uint256 transferId, address recipient, bytes calldata signature) external {
        Record storage record = _transfers[transferId];
        uint8 status = record.status;
        uint256 deadline = record.deadline;
        uint8 path = record.path;
        address to = record.to;
        uint32 configKey = record.configKey;
        if (status != PENDING) _refuseSettled(transferId, status);
        _requireBeforeDeadline(transferId, deadline);
        (address sender, uint256 amount) = (record.sender, record.amount);
        if (path & NEEDS_KEY == 0) _refuseMode(transferId, configKey);
        if (to == address(0)) {
            if (path & NEEDS_RELEASE != 0) revert ReleaseRequired(transferId);
            _checkRecipient(sender, recipient, SINGLE);
        } else if (recipient != to) {
            revert OtherRecipient(transferId, recipient, to);
        }
        _requireClaimKey(transferId, record.claimHash, recipient, signature);
        record.status = uint8(TransferStatus.CLAIMED);
        // The sender of an open transfer has not confirmed the holder of its key, so the pair is not verified.
        if (to == address(0)) record.to = recipient;
        else _vouch(transferId, sender, to);
        _pay(transferId, recipient, amount, path, configKey);
    }

    /// @inheritdoc IProtectedTransfer
    function claimWithKeyBatch(KeyClaim[] calldata claims) external {
        _requireBatchSize(claims.length);
        for (uint256 i = 0; i < claims.length; ++i) {
            KeyClaim calldata item = claims[i];
            _callItem(i, abi.encodeCall(this.claimWithKey, (item.transferId, item.recipient, item.signature)));
        }
    }

    /// @inheritdoc IProtectedTransfer
    function requestRelease(uint256 transferId, address recipient, bytes calldata signature) external {
        Record memory record = _transfers[transferId];
        _requireReleasable(transferId, record, recipient);
        _requireClaimKey(transferId, record.claimHash, recipient, signature);
        emit ReleaseRequested(transferId, recipient);
    }

    /// @inheritdoc IProtectedTransfer
    function release(uint256 transferId, address recipient) external {
        Record memory record = _transfers[transferId];
        _requireReleasable(transferId, record, recipient);
        if (msg.sender != record.sender) revert NotSender(transferId, msg.sender, record.sender);
        _release(transferId, record, recipient);
    }

    /// @inheritdoc IProtectedTransfer
    function releaseWithSignature(uint256 transferId, address recipient, uint256 deadline, bytes calldata signature)
        external
    {
        Record memory record = _transfers[transferId];
        _requireReleasable(transferId, record, recipient);
        bytes32 hash = keccak256(abi.encode(RELEASE_TYPEHASH, transferId, recipient, record.claimHash, deadline));
        _requireSigned(record.sender, hash, deadline, signature);
        _release(transferId, record, recipient);
    }

    /// @inheritdoc IProtectedTransfer
    function cancel(uint256 transferId) external {
        Record storage record = _transfers[transferId];
        (address sender, uint256 amount) = _requireOpen(transferId, record);
        if (msg.sender != sender) revert NotSender(transferId, msg.sender, sender);
        _cancel(transferId, record, sender, amount);
    }

    /// @inheritdoc IProtectedTransfer
    function cancelBatch(uint256[] calldata transferIds) external {
        _requireBatchSize(transferIds.length);
        for (uint256 i = 0; i < transferIds.length; ++i) {
            _callItem(i, abi.encodeCall(this.cancel, (transferIds[i])));
        }
    }

    /// @inheritdoc IProtectedTransfer
    function cancelWithSignature(uint256 transferId, uint256 deadline, bytes calldata signature) external {
        Record storage record = _transfers[transferId];
        (address sender, uint256 amount) = _requireOpen(transferId, record);
        bytes32 hash = keccak256(abi.encode(CANCEL_TYPEHASH, transferId, record.claimHash, deadline));
        _requireSigned(sender, hash, deadline, signature);
        _cancel(transferId, record, sender, amount);
    }

    /// @inheritdoc IProtectedTransfer
    function rekey(uint256 transferId, bytes32 newClaimHash) external {
        Record storage record = _transfers[transferId];
        (uint8 status, uint8 path, uint256 deadline) = (record.status, record.path, record.deadline);
        if (status != PENDING) _refuseSettled(transferId, status);
        address sender = record.sender;
        if (msg.sender != sender) revert NotSender(transferId, msg.sender, sender);
        _requireBeforeDeadline(transferId, deadline);
        _rekey(transferId, record, path, newClaimHash);
    }

    /// @inheritdoc IProtectedTransfer
    function rekeyWithSignature(uint256 transferId, bytes32 newClaimHash, uint256 deadline, bytes calldata signature)
        external
    {
        Record storage record = _transfers[transferId];
        (address sender,) = _requireOpen(transferId, record);
        bytes32 claimHash = record.claimHash;
        if (newClaimHash == claimHash) revert SameClaimHash(claimHash);
        bytes32 hash = keccak256(abi.encode(REKEY_TYPEHASH, transferId, claimHash, newClaimHash, deadline));
        _requireSigned(sender, hash, deadline, signature);
        _requireBeforeDeadline(transferId, record.deadline);
        _rekey(transferId, record, record.path, newClaimHash);
    }

    /// @inheritdoc IProtectedTransfer
    function reclaimExpired(uint256 transferId) external {
        Record storage record = _transfers[transferId];
        (address sender, uint256 amount) = _requireOpen(transferId, record);
        uint256 deadline = record.deadline;
        if (block.timestamp <= deadline) revert DeadlineNotPassed(transferId, deadline, block.timestamp);

        record.status = uint8(TransferStatus.RECLAIMED);
        emit TransferReclaimed(transferId, sender, msg.sender, amount);
        _usdc.safeTransfer(sender, amount);
    }

    /// @inheritdoc IProtectedTransfer
    function reclaimExpiredBatch(uint256[] calldata transferIds) external returns (uint256 reclaimed) {
        for (uint256 i = 0; i < transferIds.length; ++i) {
            uint256 gasLeft = gasleft();
            if (gasLeft < BATCH_ITEM_GAS) revert InsufficientBatchGas(gasLeft, BATCH_ITEM_GAS);
            // A delegate call to our own code: only this call reverts, and the event names the real caller.
            (bool done,) = address(this).delegatecall(abi.encodeCall(this.reclaimExpired, (transferIds[i])));
            if (done) ++reclaimed;
        }
    }

    /// @inheritdoc IProtectedTransfer
    function getTransfer(uint256 transferId) external view returns (Transfer memory) {
        Record memory record = _transfers[transferId];
        return Transfer({
            sender: record.sender,
            to: record.to,
            amount: record.amount,
            deadline: record.deadline,
            attempts: record.attempts,
            status: record.status == PENDING && record.attempts == MAX_ATTEMPTS
                ? TransferStatus.LOCKED
                : TransferStatus(record.status),
            claimHash: record.claimHash,
            configId: _configIds[record.configKey]
        });
    }

    /// @inheritdoc IProtectedTransfer
    function isVerifiedRecipient(address sender, address recipient) external view returns (bool) {
        return _verified[sender][recipient];
    }

    /// @inheritdoc IProtectedTransfer
    function isClaimable(uint256 transferId) external view returns (bool) {
        Record storage record = _transfers[transferId];
        return record.status == PENDING && record.attempts < MAX_ATTEMPTS && block.timestamp <= record.deadline;
    }

    /// @inheritdoc IProtectedTransfer
    function attemptsRemaining(uint256 transferId) external view returns (uint256) {
        Record storage record = _transfers[transferId];
        return record.status == PENDING ? MAX_ATTEMPTS - record.attempts : 0;
    }

    /// @inheritdoc IProtectedTransfer
    function configs(bytes32 configId) external view returns (Config memory config) {
        Terms memory terms = _terms[configId];
        if (terms.recallWindow == 0) return config;
        return Config({
            recallWindow: terms.recallWindow,
            claimMode: terms.claimMode,
            feeBps: terms.feeBps,
            feeRecipient: terms.feeRecipient,
            verifier: terms.claimMode == VERIFIER ? _verifiers[configId] : _builtIn(terms.claimMode)
        });
    }

    /// @inheritdoc IProtectedTransfer
    function nextTransferId() external view returns (uint256) {
        return _nextTransferId;
    }

    /// @inheritdoc IProtectedTransfer
    function usdc() external view returns (address) {
        return address(_usdc);
    }

    /// @inheritdoc IProtectedTransfer
    function codeVerifier() external view returns (address) {
        return _codeVerifier;
    }

    /// @inheritdoc IProtectedTransfer
    function permit2() external view returns (address) {
        return address(_permit2);
    }

    /// @dev Checks and stores terms; does nothing when they exist.
    function _createConfig(
        uint32 recallWindow,
        uint8 claimMode,
        uint16 feeBps,
        address feeRecipient,
        address verifier,
        uint8 path
    ) private returns (bytes32 configId) {
        if (recallWindow == 0) revert ZeroRecallWindow();
        if (recallWindow > MAX_RECALL_WINDOW) revert RecallWindowTooLong(recallWindow, MAX_RECALL_WINDOW);
        if (feeBps > MAX_FEE_BPS) revert FeeTooHigh(feeBps, MAX_FEE_BPS);
        if (feeBps != 0 && feeRecipient == address(0)) revert FeeWithoutRecipient(feeBps);
        if (_isOurs(feeRecipient)) revert ForbiddenFeeRecipient(feeRecipient);

        configId = keccak256(abi.encode(msg.sender, recallWindow, claimMode, feeBps, feeRecipient, verifier));
        if (_terms[configId].recallWindow != 0) return configId;

        uint32 key = _nextConfigKey++;
        _configIds[key] = configId;
        _terms[configId] = Terms({
            recallWindow: recallWindow,
            claimMode: claimMode,
            feeBps: feeBps,
            feeRecipient: feeRecipient,
            key: key,
            path: feeBps == 0 ? path : path | PAYS_FEE
        });
        emit ConfigCreated(configId, msg.sender, recallWindow, claimMode, feeBps, feeRecipient, verifier);
    }

    /// @dev Checks and stores a transfer. The caller pulls the money next, and a failed pull undoes everything.
    /// @param index Which item of a batch it is, or `SINGLE`.
    function _open(bytes32 configId, address sender, address to, uint256 amount, bytes32 claimHash, uint256 index)
        private
        returns (uint256 transferId)
    {
        Terms memory terms = _terms[configId];
        if (terms.recallWindow == 0) _refuse(index, abi.encodeWithSelector(UnknownConfig.selector, configId));
        // Only a claim key can name a recipient later.
        if (to != address(0) || terms.path & NEEDS_KEY == 0) _checkRecipient(sender, to, index);
        if (amount == 0) _refuse(index, abi.encodeWithSelector(ZeroAmount.selector));
        if (amount > type(uint96).max) {
            _refuse(index, abi.encodeWithSelector(AmountTooLarge.selector, amount, type(uint96).max));
        }
        _checkHash(terms.path, claimHash, index);

        uint256 deadline;
        // A window is at most a week and a timestamp stays below 2^39 for 17,000 years; ids are counted one by one.
        unchecked {
            transferId = _nextTransferId++;
            deadline = block.timestamp + terms.recallWindow;
        }
        _store(
            _transfers[transferId],
            uint256(uint160(sender)) | amount << 160,
            uint256(uint160(to)) | deadline << 160 | uint256(terms.key) << 200 | uint256(PENDING) << 240
                | uint256(terms.path) << 248,
            claimHash
        );
        emit TransferCreated(transferId, sender, to, amount, configId, uint64(deadline), claimHash);
    }

    /// @dev Writes the three slots of `Record` whole; the compiler would write them field by field.
    function _store(Record storage record, uint256 slot0, uint256 slot1, bytes32 claimHash) private {
        assembly ("memory-safe") {
            sstore(record.slot, slot0)
            sstore(add(record.slot, 1), slot1)
        }
        record.claimHash = claimHash;
    }

    /// @dev Like `_open`, for all items or none, and adds up what the caller must pull.
    function _openBatch(address sender, Item[] calldata items)
        private
        returns (uint256 firstTransferId, uint256 total)
    {
        _requireBatchSize(items.length);
        firstTransferId = _nextTransferId;
        for (uint256 i = 0; i < items.length; ++i) {
            Item calldata item = items[i];
            _open(item.configId, sender, item.to, item.amount, item.claimHash, i);
            total += item.amount;
        }
    }

    /// @dev Checks a recipient, whether recorded or named later.
    function _checkRecipient(address sender, address to, uint256 index) private view {
        if (to == address(0)) _refuse(index, abi.encodeWithSelector(ZeroRecipient.selector));
        if (to == sender) _refuse(index, abi.encodeWithSelector(SelfTransfer.selector, to));
        if (_isOurs(to)) _refuse(index, abi.encodeWithSelector(ForbiddenRecipient.selector, to));
    }

    function _checkHash(uint8 path, bytes32 claimHash, uint256 index) private pure {
        if (claimHash == bytes32(0)) _refuse(index, abi.encodeWithSelector(EmptyClaimHash.selector));
        if (path & NEEDS_KEY != 0 && uint256(claimHash) > type(uint160).max) {
            _refuse(index, abi.encodeWithSelector(InvalidClaimKey.selector, claimHash));
        }
    }

    /// @dev Reverts with `reason`, which a batch wraps with the item's index.
    function _refuse(uint256 index, bytes memory reason) private pure {
        if (index != SINGLE) revert BatchItemFailed(index, reason);
        LibCall.bubbleUpRevert(reason);
    }

    /// @dev The permit's amount is exactly the pulled amount, so a wallet shows the amount and, by the witness, the
    /// recipient.
    function _pullWithWitness(
        address from,
        uint256 amount,
        uint256 nonce,
        uint256 deadline,
        bytes32 witness,
        string memory witnessType,
        bytes calldata signature
    ) private {
        _permit2.permitWitnessTransferFrom(
            _permitOf(amount, nonce, deadline),
            ISignatureTransfer.SignatureTransferDetails({to: address(this), requestedAmount: amount}),
            from,
            witness,
            witnessType,
            signature
        );
    }

    function _permitOf(uint256 amount, uint256 nonce, uint256 deadline)
        private
        view
        returns (ISignatureTransfer.PermitTransferFrom memory)
    {
        return ISignatureTransfer.PermitTransferFrom({
            permitted: ISignatureTransfer.TokenPermissions({token: address(_usdc), amount: amount}),
            nonce: nonce,
            deadline: deadline
        });
    }

    /// @dev A separate function only to reduce the number of live variables.
    function _receiveWithAuthorization(
        address from,
        uint256 amount,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes calldata signature
    ) private {
        IERC3009Receiver(address(_usdc))
            .receiveWithAuthorization(from, address(this), amount, validAfter, validBefore, nonce, signature);
    }

    function _requireClaimable(uint256 transferId, Record memory record) private view {
        uint8 status = record.status;
        if (status != PENDING) _refuseSettled(transferId, status);
        _requireBeforeDeadline(transferId, record.deadline);
    }

    /// @dev Only codes and verifiers count failures.
    function _requireUnlocked(uint256 transferId, Record memory record) private pure {
        if (record.attempts == MAX_ATTEMPTS) revert ClaimLocked(transferId);
    }

    /// @dev Like `_requireClaimable`, for an open transfer that needs the sender's release to `recipient`.
    function _requireReleasable(uint256 transferId, Record memory record, address recipient) private view {
        _requireClaimable(transferId, record);
        if (record.path & NEEDS_RELEASE == 0) _refuseMode(transferId, record.configKey);
        if (record.to != address(0)) revert RecipientRecorded(transferId, record.to);
        _checkRecipient(record.sender, recipient, SINGLE);
    }

    function _claimWithCode(uint256 transferId, Record memory record, string calldata code, bytes32 salt)
        private
        returns (bool)
    {
        _requireUnlocked(transferId, record);
        bool proven = record.path & (ASKS_VERIFIER | NEEDS_KEY) == 0
            ? CodeProof.matches(record.claimHash, salt, bytes(code))
            : _ask(transferId, record, abi.encode(salt, code));
        return _conclude(transferId, record, proven);
    }

    function _claimWithProof(uint256 transferId, Record memory record, bytes calldata proof) private returns (bool) {
        _requireUnlocked(transferId, record);
        bool proven = record.path & (ASKS_VERIFIER | NEEDS_KEY) == 0
            ? CodeProof.matches(record.claimHash, proof)
            : _ask(transferId, record, proof);
        return _conclude(transferId, record, proven);
    }

    /// @dev Calls a config's own verifier. At most one word of its answer is copied, so it cannot make the caller pay
    /// for memory.
    function _ask(uint256 transferId, Record memory record, bytes memory proof) private view returns (bool) {
        if (record.path & NEEDS_KEY != 0) _refuseMode(transferId, record.configKey);
        address verifier = _verifiers[_configIds[record.configKey]];
        (bool success, bool tooLong, bytes memory answer) = LibCall.tryStaticCall(
            verifier,
            gasleft(),
            32,
            abi.encodeCall(IClaimVerifier.verify, (transferId, record.claimHash, msg.sender, proof))
        );
        if (!success) revert VerifierReverted(verifier);
        if (tooLong || answer.length != 32) revert InvalidVerifierAnswer(verifier);
        uint256 value = abi.decode(answer, (uint256));
        if (value > 1) revert InvalidVerifierAnswer(verifier);
        return value == 1;
    }

    /// @dev Completes a checked claim: pays, or counts the wrong proof.
    function _conclude(uint256 transferId, Record memory record, bool proven) private returns (bool) {
        if (proven) {
            _transfers[transferId].status = uint8(TransferStatus.CLAIMED);
            address to = record.to;
            _vouch(transferId, record.sender, to);
            _pay(transferId, to, record.amount, record.path, record.configKey);
        } else {
            _countFailure(transferId, record.attempts + 1);
        }
        return proven;
    }

    function _release(uint256 transferId, Record memory record, address recipient) private {
        Record storage stored = _transfers[transferId];
        stored.status = uint8(TransferStatus.CLAIMED);
        stored.to = recipient;
        emit TransferReleased(transferId, recipient);
        _vouch(transferId, record.sender, recipient);
        _pay(transferId, recipient, record.amount, record.path, record.configKey);
    }

    /// @dev The sender has named this recipient, so the claim verifies the pair.
    function _vouch(uint256 transferId, address sender, address recipient) private {
        mapping(address recipient => bool) storage verified = _verified[sender];
        if (verified[recipient]) return;
        verified[recipient] = true;
        emit RecipientVerified(sender, recipient, transferId);
    }

    /// @dev Pays a transfer that was settled before, so a token that calls back finds nothing left to take.
    function _pay(uint256 transferId, address recipient, uint256 amount, uint8 path, uint32 configKey) private {
        // The fee goes first: a caller that gives so little gas that the call fails has at most a 63rd of it left, too
        // little to pay the recipient, so no caller can skip a fee that can be paid.
        uint256 fee;
        if (path & PAYS_FEE != 0) {
            Terms memory terms = _terms[_configIds[configKey]];
            fee = amount * terms.feeBps / BPS;
            if (fee != 0 && !_usdc.trySafeTransfer(terms.feeRecipient, fee)) fee = 0;
            amount -= fee;
        }
        emit TransferClaimed(transferId, recipient, msg.sender, amount, fee);
        _usdc.safeTransfer(recipient, amount);
    }

    function _countFailure(uint256 transferId, uint8 attempts) private {
        _transfers[transferId].attempts = attempts;
        emit ClaimAttemptFailed(transferId, msg.sender, attempts);
        if (attempts == MAX_ATTEMPTS) emit TransferLocked(transferId);
    }

    function _cancel(uint256 transferId, Record storage record, address sender, uint256 amount) private {
        record.status = uint8(TransferStatus.CANCELLED);
        emit TransferCancelled(transferId, sender, amount);
        _usdc.safeTransfer(sender, amount);
    }

    function _rekey(uint256 transferId, Record storage record, uint8 path, bytes32 newClaimHash) private {
        _checkHash(path, newClaimHash, SINGLE);

        record.attempts = 0;
        record.claimHash = newClaimHash;
        emit TransferRekeyed(transferId, newClaimHash);
    }

    /// @dev A delegate call to our own code: only this call reverts, and the caller is the real one.
    function _callItem(uint256 index, bytes memory data) private {
        (bool done, bytes memory reason) = address(this).delegatecall(data);
        if (!done) revert BatchItemFailed(index, reason);
    }

    function _requireBatchSize(uint256 size) private pure {
        if (size == 0 || size > MAX_BATCH_SIZE) revert InvalidBatchSize(size, MAX_BATCH_SIZE);
    }

    function _requireRecorded(uint256 transferId, address recorded, address recipient) private pure {
        if (recipient != recorded) revert OtherRecipient(transferId, recipient, recorded);
    }

    /// @dev The claim hash of a keyed transfer is the key's address, checked when it was stored.
    function _requireClaimKey(uint256 transferId, bytes32 claimHash, address recipient, bytes calldata signature)
        private
        view
    {
        address key = address(uint160(uint256(claimHash)));
        bytes32 digest = _hashTypedData(EfficientHashLib.hash(uint256(CLAIM_TYPEHASH), transferId, uint160(recipient)));
        if (!signature.isByKey(key, digest)) revert InvalidSignature(key);
    }

    function _requireSigned(address sender, bytes32 structHash, uint256 deadline, bytes calldata signature)
        private
        view
    {
        if (block.timestamp > deadline) revert SignatureExpired(deadline, block.timestamp);
        if (!signature.isBy(sender, _hashTypedData(structHash))) revert InvalidSignature(sender);
    }

    /// @dev Returns sender and amount of an open transfer.
    function _requireOpen(uint256 transferId, Record storage record)
        private
        view
        returns (address sender, uint256 amount)
    {
        if (record.status != PENDING) _refuseSettled(transferId, record.status);
        return (record.sender, record.amount);
    }

    function _refuseSettled(uint256 transferId, uint8 status) private pure {
        if (status == uint8(TransferStatus.NONE)) revert UnknownTransfer(transferId);
        revert TransferSettled(transferId, TransferStatus(status));
    }

    function _requireBeforeDeadline(uint256 transferId, uint256 deadline) private view {
        if (block.timestamp > deadline) revert DeadlinePassed(transferId, deadline, block.timestamp);
    }

    function _refuseMode(uint256 transferId, uint32 configKey) private view {
        revert WrongClaimMode(transferId, _terms[_configIds[configKey]].claimMode);
    }

    /// @dev The verifier that the ids of built-in configs name; claim keys need none.
    function _builtIn(uint8 mode) private view returns (address) {
        return mode == CODE ? _codeVerifier : address(0);
    }

    /// @dev Money sent to the token or to this contract would be lost.
    function _isOurs(address account) private view returns (bool) {
        return account == address(this) || account == address(_usdc);
    }

    /// @dev The EIP-712 domain's name and version; the domain follows chain id and address.
    function _domainNameAndVersion() internal pure override returns (string memory name, string memory version) {
        return ("Holdfast ProtectedTransfer", "1");
    }
}
