// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {EIP712} from "solady/utils/EIP712.sol";
import {LibCall} from "solady/utils/LibCall.sol";

import {IClaimVerifier} from "./interfaces/IClaimVerifier.sol";
import {IERC3009Receiver} from "./interfaces/IERC3009Receiver.sol";
import {IProtectedTransfer} from "./interfaces/IProtectedTransfer.sol";
import {ISignatureTransfer} from "./interfaces/ISignatureTransfer.sol";
import {CodeProof} from "./libraries/CodeProof.sol";
import {Signatures} from "./libraries/Signatures.sol";

/// @title ProtectedTransfer
/// @notice See `IProtectedTransfer`.
/// @dev Every function that moves money checks, writes the final state, and only then calls the token, so a token that calls
/// back finds nothing left to take; there is no reentrancy lock. The token is trusted to move exactly what it is asked to or
/// to revert or return false; a fee-on-transfer token must not be used. Its balance here may exceed what is owed (anybody
/// can send it tokens, and nobody can take those out), it is never less.
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
    /// | 1    | 30     | 1     | status                                                        |
    /// | 1    | 31     | 1     | plain: code config without a fee, a claim needs no config read |
    /// | 2    | 0      | 32    | claimHash                                                     |
    struct Record {
        address sender;
        uint96 amount;
        address to;
        uint40 deadline;
        uint32 configKey;
        uint8 attempts;
        TransferStatus status;
        bool plain;
        bytes32 claimHash;
    }

    /// @dev A config, one slot; the verifier of a mode 255 config lies in `_verifiers`.
    ///
    /// | slot | offset | bytes | field                                   |
    /// | ---- | ------ | ----- | --------------------------------------- |
    /// | 0    | 0      | 4     | recallWindow, seconds; zero: no such one |
    /// | 0    | 4      | 1     | claimMode                               |
    /// | 0    | 5      | 2     | feeBps                                  |
    /// | 0    | 7      | 20    | feeRecipient                            |
    /// | 0    | 27     | 4     | key, index into `_configIds`            |
    struct Terms {
        uint32 recallWindow;
        uint8 claimMode;
        uint16 feeBps;
        address feeRecipient;
        uint32 key;
    }

    /// @dev keccak256("Cancel(uint256 transferId,uint256 deadline)").
    bytes32 private constant CANCEL_TYPEHASH = 0x1d507ef011d0f89425dabf407eff4a9b736c56b0df325c9d40d69691dc59b48e;

    uint8 private constant CLAIM_MODE_CODE = 0;
    uint8 private constant CLAIM_MODE_VERIFIER = 255;
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
    mapping(uint32 key => bytes32 configId) private _configIds;
    mapping(address sender => mapping(address recipient => bool)) private _verified;

    /// @param usdc_ The token to lock.
    /// @param codeVerifier_ The deployed `CodeClaimVerifier`, named in the ids of code configs.
    /// @param permit2_ The deployed Permit2; where there is none, only `sendProtectedWithPermit` does not work.
    constructor(address usdc_, address codeVerifier_, address permit2_) {
        _usdc = IERC20(usdc_);
        _codeVerifier = codeVerifier_;
        _permit2 = ISignatureTransfer(permit2_);
    }

    /// @inheritdoc IProtectedTransfer
    function createConfig(uint32 recallWindow, uint8 claimMode, uint16 feeBps, address feeRecipient)
        external
        returns (bytes32 configId)
    {
        if (claimMode != CLAIM_MODE_CODE) revert UnsupportedClaimMode(claimMode);
        return _createConfig(recallWindow, claimMode, feeBps, feeRecipient, _codeVerifier);
    }

    /// @inheritdoc IProtectedTransfer
    function createConfigWithVerifier(uint32 recallWindow, address verifier, uint16 feeBps, address feeRecipient)
        external
        returns (bytes32 configId)
    {
        if (verifier.code.length == 0) revert VerifierWithoutCode(verifier);
        configId = _createConfig(recallWindow, CLAIM_MODE_VERIFIER, feeBps, feeRecipient, verifier);
        _verifiers[configId] = verifier;
    }

    /// @inheritdoc IProtectedTransfer
    function sendProtected(bytes32 configId, address to, uint256 amount, bytes32 claimHash)
        external
        returns (uint256 transferId)
    {
        transferId = _open(configId, msg.sender, to, amount, claimHash);
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
        transferId = _open(configId, msg.sender, to, amount, claimHash);
        _permit2.permitTransferFrom(
            ISignatureTransfer.PermitTransferFrom({
                permitted: ISignatureTransfer.TokenPermissions({token: address(_usdc), amount: amount}),
                nonce: nonce,
                deadline: deadline
            }),
            ISignatureTransfer.SignatureTransferDetails({to: address(this), requestedAmount: amount}),
            msg.sender,
            signature
        );
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
        transferId = _open(configId, from, to, amount, claimHash);
        bytes32 nonce = keccak256(abi.encode(configId, to, claimHash, nonceSalt));
        _receiveWithAuthorization(from, amount, validAfter, validBefore, nonce, signature);
    }

    /// @inheritdoc IProtectedTransfer
    function claim(uint256 transferId, string calldata code, bytes32 salt) external returns (bool claimed) {
        Record memory record = _claimable(transferId);
        if (record.plain) {
            return _conclude(transferId, record, CodeProof.matches(record.claimHash, salt, bytes(code)), 0, address(0));
        }
        bytes32 configId = _configIds[record.configKey];
        Terms memory terms = _terms[configId];
        bool proven = terms.claimMode == CLAIM_MODE_CODE
            ? CodeProof.matches(record.claimHash, salt, bytes(code))
            : _ask(_verifiers[configId], transferId, record.claimHash, abi.encode(salt, code));
        return _conclude(transferId, record, proven, terms.feeBps, terms.feeRecipient);
    }

    /// @inheritdoc IProtectedTransfer
    function claimWithProof(uint256 transferId, bytes calldata proof) external returns (bool claimed) {
        Record memory record = _claimable(transferId);
        if (record.plain) {
            return _conclude(transferId, record, CodeProof.matches(record.claimHash, proof), 0, address(0));
        }
        bytes32 configId = _configIds[record.configKey];
        Terms memory terms = _terms[configId];
        bool proven = terms.claimMode == CLAIM_MODE_CODE
            ? CodeProof.matches(record.claimHash, proof)
            : _ask(_verifiers[configId], transferId, record.claimHash, proof);
        return _conclude(transferId, record, proven, terms.feeBps, terms.feeRecipient);
    }

    /// @inheritdoc IProtectedTransfer
    function cancel(uint256 transferId) external {
        Record storage record = _transfers[transferId];
        address sender = _requireOpen(transferId, record);
        if (msg.sender != sender) revert NotSender(transferId, msg.sender, sender);
        _cancel(transferId, record);
    }

    /// @inheritdoc IProtectedTransfer
    function cancelWithSignature(uint256 transferId, uint256 deadline, bytes calldata signature) external {
        Record storage record = _transfers[transferId];
        address sender = _requireOpen(transferId, record);
        if (block.timestamp > deadline) revert SignatureExpired(deadline, block.timestamp);
        bytes32 digest = _hashTypedData(keccak256(abi.encode(CANCEL_TYPEHASH, transferId, deadline)));
        if (!signature.isBy(sender, digest)) revert InvalidSignature(sender);
        _cancel(transferId, record);
    }

    /// @inheritdoc IProtectedTransfer
    function rekey(uint256 transferId, bytes32 newClaimHash) external {
        Record storage record = _transfers[transferId];
        address sender = _requireOpen(transferId, record);
        if (msg.sender != sender) revert NotSender(transferId, msg.sender, sender);
        if (newClaimHash == bytes32(0)) revert EmptyClaimHash();
        _requireBeforeDeadline(transferId, record.deadline);

        record.claimHash = newClaimHash;
        record.attempts = 0;
        record.status = TransferStatus.PENDING;
        emit TransferRekeyed(transferId, newClaimHash);
    }

    /// @inheritdoc IProtectedTransfer
    function reclaimExpired(uint256 transferId) external {
        Record storage record = _transfers[transferId];
        address sender = _requireOpen(transferId, record);
        uint256 deadline = record.deadline;
        if (block.timestamp <= deadline) revert DeadlineNotPassed(transferId, deadline, block.timestamp);

        record.status = TransferStatus.RECLAIMED;
        uint256 amount = record.amount;
        emit TransferReclaimed(transferId, sender, msg.sender, amount);
        _usdc.safeTransfer(sender, amount);
    }

    /// @inheritdoc IProtectedTransfer
    function reclaimExpiredBatch(uint256[] calldata transferIds) external returns (uint256 reclaimed) {
        for (uint256 i = 0; i < transferIds.length; ++i) {
            uint256 gasLeft = gasleft();
            if (gasLeft < BATCH_ITEM_GAS) revert InsufficientBatchGas(gasLeft, BATCH_ITEM_GAS);
            // A delegate call to our own code: it reverts alone, and the caller in the event stays the real one.
            (bool done,) = address(this).delegatecall(abi.encodeCall(this.reclaimExpired, (transferIds[i])));
            if (done) ++reclaimed;
        }
    }

    /// @inheritdoc IProtectedTransfer
    function getTransfer(uint256 transferId) external view returns (Transfer memory transfer) {
        Record memory record = _transfers[transferId];
        // Key 0 may belong to a config, so an empty record must not be looked up.
        if (record.status == TransferStatus.NONE) return transfer;
        return Transfer({
            sender: record.sender,
            to: record.to,
            amount: record.amount,
            deadline: record.deadline,
            attempts: record.attempts,
            status: record.status,
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
        return record.status == TransferStatus.PENDING && block.timestamp <= record.deadline;
    }

    /// @inheritdoc IProtectedTransfer
    function attemptsRemaining(uint256 transferId) external view returns (uint256) {
        Record storage record = _transfers[transferId];
        return record.status == TransferStatus.PENDING ? MAX_ATTEMPTS - record.attempts : 0;
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
            verifier: terms.claimMode == CLAIM_MODE_CODE ? _codeVerifier : _verifiers[configId]
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
    function _createConfig(uint32 recallWindow, uint8 claimMode, uint16 feeBps, address feeRecipient, address verifier)
        private
        returns (bytes32 configId)
    {
        if (recallWindow == 0) revert ZeroRecallWindow();
        if (recallWindow > MAX_RECALL_WINDOW) revert RecallWindowTooLong(recallWindow, MAX_RECALL_WINDOW);
        if (feeBps > MAX_FEE_BPS) revert FeeTooHigh(feeBps, MAX_FEE_BPS);
        if (feeBps != 0 && feeRecipient == address(0)) revert FeeWithoutRecipient(feeBps);
        if (_isOurs(feeRecipient)) revert ForbiddenFeeRecipient(feeRecipient);

        configId = keccak256(abi.encode(msg.sender, recallWindow, claimMode, feeBps, feeRecipient, verifier));
        if (_terms[configId].recallWindow != 0) return configId;

        uint32 key = uint32(uint256(configId));
        // Wraps around by design; 2^32 configs will never exist, so the search ends.
        unchecked {
            while (_configIds[key] != bytes32(0)) ++key;
        }
        _configIds[key] = configId;
        _terms[configId] = Terms({
            recallWindow: recallWindow, claimMode: claimMode, feeBps: feeBps, feeRecipient: feeRecipient, key: key
        });
        emit ConfigCreated(configId, msg.sender, recallWindow, claimMode, feeBps, feeRecipient, verifier);
    }

    /// @dev Checks and stores a transfer. The caller pulls the money next, and a failed pull undoes everything.
    function _open(bytes32 configId, address sender, address to, uint256 amount, bytes32 claimHash)
        private
        returns (uint256 transferId)
    {
        Terms memory terms = _terms[configId];
        if (terms.recallWindow == 0) revert UnknownConfig(configId);
        if (to == address(0)) revert ZeroRecipient();
        if (to == sender) revert SelfTransfer(to);
        if (_isOurs(to)) revert ForbiddenRecipient(to);
        if (amount == 0) revert ZeroAmount();
        if (amount > type(uint96).max) revert AmountTooLarge(amount, type(uint96).max);
        if (claimHash == bytes32(0)) revert EmptyClaimHash();

        uint40 deadline;
        // A window is at most a week and a timestamp stays below 2^39 for 17,000 years; ids are counted one by one.
        unchecked {
            transferId = _nextTransferId++;
            deadline = uint40(block.timestamp + terms.recallWindow);
        }
        Record storage record = _transfers[transferId];
        record.sender = sender;
        record.amount = uint96(amount);
        record.to = to;
        record.deadline = deadline;
        record.configKey = terms.key;
        record.status = TransferStatus.PENDING;
        record.plain = terms.claimMode == CLAIM_MODE_CODE && terms.feeBps == 0;
        record.claimHash = claimHash;
        emit TransferCreated(transferId, sender, to, amount, configId, deadline, claimHash);
    }

    /// @dev A function of its own only to keep the number of live variables down.
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

    /// @dev The transfer, or a revert when it cannot be claimed now.
    function _claimable(uint256 transferId) private view returns (Record memory record) {
        record = _transfers[transferId];
        if (record.status == TransferStatus.LOCKED) revert ClaimLocked(transferId);
        _requireOpen(transferId, record.status);
        _requireBeforeDeadline(transferId, record.deadline);
    }

    /// @dev Asks a config's own verifier. At most one word of its answer is copied, so it cannot make us pay for memory.
    function _ask(address verifier, uint256 transferId, bytes32 claimHash, bytes memory proof)
        private
        view
        returns (bool)
    {
        (bool success, bool tooLong, bytes memory answer) = LibCall.tryStaticCall(
            verifier, gasleft(), 32, abi.encodeCall(IClaimVerifier.verify, (transferId, claimHash, msg.sender, proof))
        );
        if (!success) revert VerifierReverted(verifier);
        if (tooLong || answer.length != 32) revert InvalidVerifierAnswer(verifier);
        uint256 value = abi.decode(answer, (uint256));
        if (value > 1) revert InvalidVerifierAnswer(verifier);
        return value == 1;
    }

    /// @dev Settles a judged claim: pays, or counts the wrong proof.
    function _conclude(uint256 transferId, Record memory record, bool proven, uint256 feeBps, address feeRecipient)
        private
        returns (bool)
    {
        if (!proven) {
            _countFailure(transferId, record.attempts + 1);
            return false;
        }

        _transfers[transferId].status = TransferStatus.CLAIMED;
        if (!_verified[record.sender][record.to]) {
            _verified[record.sender][record.to] = true;
            emit RecipientVerified(record.sender, record.to, transferId);
        }
        // The fee goes first: a caller who gives so little gas that its call dies has at most a 63rd of that left, too
        // little to pay the recipient, so a fee that can be paid cannot be dodged.
        uint256 fee = record.amount * feeBps / BPS;
        if (fee != 0 && !_usdc.trySafeTransfer(feeRecipient, fee)) fee = 0;
        uint256 rest = record.amount - fee;
        emit TransferClaimed(transferId, record.to, msg.sender, rest, fee);
        _usdc.safeTransfer(record.to, rest);
        return true;
    }

    function _countFailure(uint256 transferId, uint8 attempts) private {
        Record storage record = _transfers[transferId];
        record.attempts = attempts;
        emit ClaimAttemptFailed(transferId, msg.sender, attempts);
        if (attempts == MAX_ATTEMPTS) {
            record.status = TransferStatus.LOCKED;
            emit TransferLocked(transferId);
        }
    }

    function _cancel(uint256 transferId, Record storage record) private {
        record.status = TransferStatus.CANCELLED;
        address sender = record.sender;
        uint256 amount = record.amount;
        emit TransferCancelled(transferId, sender, amount);
        _usdc.safeTransfer(sender, amount);
    }

    /// @dev Returns the sender of an open transfer.
    function _requireOpen(uint256 transferId, Record storage record) private view returns (address) {
        _requireOpen(transferId, record.status);
        return record.sender;
    }

    function _requireOpen(uint256 transferId, TransferStatus status) private pure {
        if (status == TransferStatus.NONE) revert UnknownTransfer(transferId);
        if (status != TransferStatus.PENDING && status != TransferStatus.LOCKED) {
            revert TransferSettled(transferId, status);
        }
    }

    function _requireBeforeDeadline(uint256 transferId, uint256 deadline) private view {
        if (block.timestamp > deadline) revert DeadlinePassed(transferId, deadline, block.timestamp);
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
