// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title IProtectedTransfer
/// @notice USDC that is locked for a recipient until the recipient shows a claim code, the sender cancels, or the
/// deadline passes and any account sends it back.
/// @dev There is no owner, no pause, no upgrade and no path to locked money but the ones below. Amounts are in the
/// token's base units (6 decimals for USDC), times in Unix seconds.
interface IProtectedTransfer {
    /// @notice State of a transfer. CLAIMED, CANCELLED and RECLAIMED are final.
    enum TransferStatus {
        NONE,
        PENDING,
        CLAIMED,
        CANCELLED,
        RECLAIMED,
        LOCKED
    }

    /// @notice A transfer as `getTransfer` returns it. All zero for an id that was never created.
    /// @param sender Who paid, and who gets the money back.
    /// @param to The only account a claim can pay, besides the config's fee recipient. Zero while the transfer is open: the
    /// claim key names the recipient, and the claim records it.
    /// @param amount Locked amount, fee included.
    /// @param deadline Last second in which it can be claimed; from the next one any account can send it back.
    /// @param attempts Wrong claims since creation or the last rekey, 0 to 5.
    /// @param status Its state.
    /// @param claimHash Commitment to the claim secret, which a proof must open; in modes 3 and 4 the address of the claim key.
    /// Kept after settlement.
    /// @param configId The config it was sent under.
    struct Transfer {
        address sender;
        address to;
        uint256 amount;
        uint64 deadline;
        uint8 attempts;
        TransferStatus status;
        bytes32 claimHash;
        bytes32 configId;
    }

    /// @notice Terms under which transfers are sent. All zero for an id that was never created.
    /// @param recallWindow Seconds between sending and the deadline, 1 to 604800.
    /// @param claimMode 0 code, 3 claim key, 4 claim key with release, 255 another verifier.
    /// @param feeBps Fee on a claim in hundredths of a percent, 0 to 100.
    /// @param feeRecipient Who gets the fee; zero only without one.
    /// @param verifier Who judges proofs; zero in modes 3 and 4.
    struct Config {
        uint32 recallWindow;
        uint8 claimMode;
        uint16 feeBps;
        address feeRecipient;
        address verifier;
    }

    /// @notice One transfer of a batch.
    /// @param configId Terms, see `createConfig`.
    /// @param to Recipient; zero for an open transfer.
    /// @param amount Base units, 1 to 2^96 - 1.
    /// @param claimHash What a proof must open, in modes 3 and 4 the address of the claim key.
    struct Item {
        bytes32 configId;
        address to;
        uint256 amount;
        bytes32 claimHash;
    }

    /// @notice One claim of a batch, see `claimWithKey`.
    /// @param transferId Id of a pending transfer.
    /// @param recipient Who is paid.
    /// @param signature The claim key's signature over transfer id and recipient.
    struct KeyClaim {
        uint256 transferId;
        address recipient;
        bytes signature;
    }

    /// @notice A config was created; creating it again emits nothing.
    /// @param configId Id of the config, see `createConfig`.
    /// @param integrator Who created it.
    /// @param recallWindow Seconds between sending and the deadline, 1 to 604800.
    /// @param claimMode 0 code, 3 claim key, 4 claim key with release, 255 another verifier.
    /// @param feeBps Fee on a claim in hundredths of a percent, 0 to 100.
    /// @param feeRecipient Who gets the fee.
    /// @param verifier Who judges proofs.
    event ConfigCreated(
        bytes32 indexed configId,
        address indexed integrator,
        uint32 recallWindow,
        uint8 claimMode,
        uint16 feeBps,
        address feeRecipient,
        address verifier
    );

    /// @notice `amount` of `sender` is locked for `to` until `deadline`.
    /// @param transferId Id of the transfer.
    /// @param sender Who paid.
    /// @param to The recorded recipient; zero for an open transfer.
    /// @param amount Locked base units.
    /// @param configId The config it was sent under.
    /// @param deadline Last second in which it can be claimed.
    /// @param claimHash What a proof must open.
    event TransferCreated(
        uint256 indexed transferId,
        address indexed sender,
        address indexed to,
        uint256 amount,
        bytes32 configId,
        uint64 deadline,
        bytes32 claimHash
    );

    /// @notice A valid proof released the transfer. `fee` is the amount that the fee recipient received: 0 when it was
    /// waived.
    /// @param transferId Id of the transfer.
    /// @param to Who was paid.
    /// @param caller Who showed the proof.
    /// @param amountToRecipient Base units paid to the recipient.
    /// @param fee Base units paid to the fee recipient.
    event TransferClaimed(
        uint256 indexed transferId, address indexed to, address caller, uint256 amountToRecipient, uint256 fee
    );

    /// @notice The sender took the transfer back.
    /// @param transferId Id of the transfer.
    /// @param sender Who was paid back.
    /// @param amount Base units paid back.
    event TransferCancelled(uint256 indexed transferId, address indexed sender, uint256 amount);

    /// @notice `caller` sent an expired transfer back to its sender.
    /// @param transferId Id of the transfer.
    /// @param sender Who was paid back.
    /// @param caller Who sent it back.
    /// @param amount Base units paid back.
    event TransferReclaimed(uint256 indexed transferId, address indexed sender, address caller, uint256 amount);

    /// @notice `caller` showed a wrong proof; `attempts` wrong ones were counted so far.
    /// @param transferId Id of the transfer.
    /// @param caller Who showed the proof.
    /// @param attempts Wrong proofs since creation or the last rekey, 1 to 5.
    event ClaimAttemptFailed(uint256 indexed transferId, address caller, uint8 attempts);

    /// @notice The fifth wrong proof closed the claim path until the sender rekeys.
    /// @param transferId Id of the transfer.
    event TransferLocked(uint256 indexed transferId);

    /// @notice The sender set a claim hash, which resets the count of wrong claims.
    /// @param transferId Id of the transfer.
    /// @param claimHash What a proof must open from now on.
    event TransferRekeyed(uint256 indexed transferId, bytes32 claimHash);

    /// @notice The claim key of an open transfer asked its sender to release it to `recipient`.
    /// @param transferId Id of the transfer.
    /// @param recipient Who would be paid.
    event ReleaseRequested(uint256 indexed transferId, address indexed recipient);

    /// @notice The sender released an open transfer to `recipient`, which is paid in the same call.
    /// @param transferId Id of the transfer.
    /// @param recipient Who is paid.
    event TransferReleased(uint256 indexed transferId, address indexed recipient);

    /// @notice A first claim settled between a sender and a recipient that the sender had recorded or released to.
    /// @param sender Who sent.
    /// @param recipient Who was paid.
    /// @param transferId The transfer that was claimed.
    event RecipientVerified(address indexed sender, address indexed recipient, uint256 transferId);

    /// @notice No config has this id.
    /// @param configId The id that was given.
    error UnknownConfig(bytes32 configId);

    /// @notice The token lacks payments by signature (EIP-3009), which this contract needs.
    /// @param token The token that the constructor was given.
    error TokenWithoutAuthorizations(address token);

    /// @notice `createConfig` supports modes 0 (code), 3 (claim key) and 4 (claim key with release).
    /// @param claimMode What was asked for.
    error UnsupportedClaimMode(uint8 claimMode);

    /// @notice The recall window is zero.
    error ZeroRecallWindow();

    /// @notice The recall window is longer than allowed.
    /// @param recallWindow Seconds asked for.
    /// @param maximum Seconds allowed.
    error RecallWindowTooLong(uint32 recallWindow, uint32 maximum);

    /// @notice The fee is higher than allowed.
    /// @param feeBps Hundredths of a percent asked for.
    /// @param maximum Hundredths of a percent allowed.
    error FeeTooHigh(uint16 feeBps, uint16 maximum);

    /// @notice A fee needs a recipient.
    /// @param feeBps Hundredths of a percent asked for.
    error FeeWithoutRecipient(uint16 feeBps);

    /// @notice The fee recipient is this contract or the token.
    /// @param feeRecipient Who was named.
    error ForbiddenFeeRecipient(address feeRecipient);

    /// @notice The verifier is zero or has no code.
    /// @param verifier What was named.
    error VerifierWithoutCode(address verifier);

    /// @notice The recipient is the zero address, which only an open transfer may record.
    error ZeroRecipient();

    /// @notice Sender and recipient are the same account.
    /// @param account Sender and recipient.
    error SelfTransfer(address account);

    /// @notice The recipient is this contract or the token.
    /// @param recipient Who was named.
    error ForbiddenRecipient(address recipient);

    /// @notice The amount is zero.
    error ZeroAmount();

    /// @notice The amount does not fit its 96 bits.
    /// @param amount Base units asked for.
    /// @param maximum Base units allowed.
    error AmountTooLarge(uint256 amount, uint256 maximum);

    /// @notice The claim hash is zero.
    error EmptyClaimHash();

    /// @notice The claim hash of a keyed transfer is not an address.
    /// @param claimHash What was given.
    error InvalidClaimKey(bytes32 claimHash);

    /// @notice A signed rekey must name another claim hash.
    /// @param claimHash The present one.
    error SameClaimHash(bytes32 claimHash);

    /// @notice A batch has 1 to 100 items.
    /// @param size How many were given.
    /// @param maximum How many are allowed.
    error InvalidBatchSize(uint256 size, uint256 maximum);

    /// @notice One item of a batch failed, so nothing of the batch was done.
    /// @param index Index of the item, from 0.
    /// @param reason The error of that item, encoded.
    error BatchItemFailed(uint256 index, bytes reason);

    /// @notice The function is for transfers of another claim mode; nothing was counted.
    /// @param transferId Id of the transfer.
    /// @param claimMode Its mode: 0 code, 3 claim key, 4 claim key with release, 255 another verifier.
    error WrongClaimMode(uint256 transferId, uint8 claimMode);

    /// @notice The recipient named is not the recorded one; nothing was counted.
    /// @param transferId Id of the transfer.
    /// @param recipient Who was named.
    /// @param recorded Who can be paid.
    error OtherRecipient(uint256 transferId, address recipient, address recorded);

    /// @notice A recorded recipient needs no release.
    /// @param transferId Id of the transfer.
    /// @param recorded The recorded recipient.
    error RecipientRecorded(uint256 transferId, address recorded);

    /// @notice Only the sender can release this open transfer; the claim key can ask for it.
    /// @param transferId Id of the transfer.
    error ReleaseRequired(uint256 transferId);

    /// @notice No transfer has this id.
    /// @param transferId The id that was given.
    error UnknownTransfer(uint256 transferId);

    /// @notice The transfer is already claimed, cancelled or reclaimed.
    /// @param transferId Id of the transfer.
    /// @param status How it ended.
    error TransferSettled(uint256 transferId, TransferStatus status);

    /// @notice Five wrong proofs closed the claim path; the sender can rekey or cancel.
    /// @param transferId Id of the transfer.
    error ClaimLocked(uint256 transferId);

    /// @notice The deadline has passed; the transfer can only go back to its sender.
    /// @param transferId Id of the transfer.
    /// @param deadline Last second in which it could be done.
    /// @param timestamp The current second.
    error DeadlinePassed(uint256 transferId, uint256 deadline, uint256 timestamp);

    /// @notice The deadline has not passed; no account can send the transfer back yet.
    /// @param transferId Id of the transfer.
    /// @param deadline Last second in which it cannot be done.
    /// @param timestamp The current second.
    error DeadlineNotPassed(uint256 transferId, uint256 deadline, uint256 timestamp);

    /// @notice Only the sender may do this.
    /// @param transferId Id of the transfer.
    /// @param caller Who tried.
    /// @param sender Who may.
    error NotSender(uint256 transferId, address caller, address sender);

    /// @notice The signature's own deadline has passed.
    /// @param deadline Last second in which it was valid.
    /// @param timestamp The current second.
    error SignatureExpired(uint256 deadline, uint256 timestamp);

    /// @notice The signature is not by `signer`; nothing was counted.
    /// @param signer The sender or the claim key, whose signature was needed.
    error InvalidSignature(address signer);

    /// @notice The verifier reverted or ran out of gas; nothing was counted.
    /// @param verifier The config's verifier.
    error VerifierReverted(address verifier);

    /// @notice The verifier's answer is not one ABI-encoded bool; nothing was counted.
    /// @param verifier The config's verifier.
    error InvalidVerifierAnswer(address verifier);

    /// @notice Too little gas is left to try the next transfer of a batch.
    /// @param gasLeft Gas left before the item.
    /// @param required Gas that must be left.
    error InsufficientBatchGas(uint256 gasLeft, uint256 required);

    /// @notice Creates terms with a built-in claim mode. Any account may call it, repeatedly: the same caller and
    /// parameters give the same id, and nothing happens the second time.
    /// @param recallWindow Seconds until an unclaimed transfer can be sent back, 1 to 604800.
    /// @param claimMode 0 (code), 3 (claim key) or 4 (claim key with release); 1 (signature) and 2 (registered) are reserved
    /// and refused.
    /// @param feeBps Fee on a claim in hundredths of a percent, 0 to 100.
    /// @param feeRecipient Who gets the fee; may be zero without one, never this contract or the token.
    /// @return configId keccak256(abi.encode(caller, recallWindow, claimMode, feeBps, feeRecipient, verifier)), the verifier
    /// being `codeVerifier()` in mode 0 and zero in modes 3 and 4.
    function createConfig(uint32 recallWindow, uint8 claimMode, uint16 feeBps, address feeRecipient)
        external
        returns (bytes32 configId);

    /// @notice Creates terms whose proofs another contract judges, with claim mode 255. Idempotent like `createConfig`.
    /// @dev A sender trusts the verifier of the config it sends under: a verifier that always says yes releases the money to
    /// the recipient without a proof, one that always reverts leaves only cancel and reclaim. It can never redirect money.
    /// @param recallWindow Seconds until an unclaimed transfer can be sent back, 1 to 604800.
    /// @param verifier Contract implementing `IClaimVerifier`.
    /// @param feeBps Fee on a claim in hundredths of a percent, 0 to 100.
    /// @param feeRecipient Who gets the fee; may be zero without one, never this contract or the token.
    /// @return configId keccak256(abi.encode(caller, recallWindow, 255, feeBps, feeRecipient, verifier)).
    function createConfigWithVerifier(uint32 recallWindow, address verifier, uint16 feeBps, address feeRecipient)
        external
        returns (bytes32 configId);

    /// @notice Locks the caller's USDC for `to`; needs an allowance.
    /// @param configId Terms, see `createConfig`.
    /// @param to Recipient; not the sender, this contract or the token. Zero, in modes 3 and 4 only, opens the transfer to
    /// whomever the claim key names.
    /// @param amount Base units, 1 to 2^96 - 1.
    /// @param claimHash What a proof must open: in mode 0 keccak256(abi.encodePacked(salt, code)), in modes 3 and 4 the claim
    /// key's address, padded to 32 bytes. Not zero.
    /// @return transferId Id of the new transfer; ids start at 1 and rise by 1.
    function sendProtected(bytes32 configId, address to, uint256 amount, bytes32 claimHash)
        external
        returns (uint256 transferId);

    /// @notice Like `sendProtected`, paid by the caller's Permit2 signature for exactly `amount` instead of an allowance.
    /// @param configId Terms, see `createConfig`.
    /// @param to Recipient; not the sender, this contract or the token. Zero, in modes 3 and 4 only, opens the transfer to
    /// whomever the claim key names.
    /// @param amount Base units, 1 to 2^96 - 1.
    /// @param claimHash What a proof must open. Not zero.
    /// @param nonce Unused Permit2 nonce of the caller.
    /// @param deadline Unix seconds until which the permit is valid.
    /// @param signature The caller's signature over Permit2's PermitTransferFrom with this contract as spender.
    /// @return transferId Id of the new transfer.
    function sendProtectedWithPermit(
        bytes32 configId,
        address to,
        uint256 amount,
        bytes32 claimHash,
        uint256 nonce,
        uint256 deadline,
        bytes calldata signature
    ) external returns (uint256 transferId);

    /// @notice Like `sendProtected`, paid by a Permit2 signature of `from` that names the transfer, so wallets show the
    /// recipient. Anyone may submit it.
    /// @param from Payer, signer and recorded sender.
    /// @param configId Terms, see `createConfig`.
    /// @param to As for `sendProtected`.
    /// @param amount Base units, 1 to 2^96 - 1.
    /// @param claimHash What a proof must open. Not zero.
    /// @param nonce Unused Permit2 nonce of `from`.
    /// @param deadline Unix seconds until which the permit is valid.
    /// @param signature Signature of `from` over Permit2's PermitWitnessTransferFrom with this contract as spender and the
    /// witness ProtectedSend(bytes32 configId,address to,bytes32 claimHash).
    /// @return transferId Id of the new transfer.
    function sendProtectedWithWitness(
        address from,
        bytes32 configId,
        address to,
        uint256 amount,
        bytes32 claimHash,
        uint256 nonce,
        uint256 deadline,
        bytes calldata signature
    ) external returns (uint256 transferId);

    /// @notice Like `sendProtected`, paid by an EIP-3009 authorization of `from`. Any account may submit it: the
    /// authorization's nonce is keccak256(abi.encode(configId, to, claimHash, nonceSalt)), so the one signature binds
    /// the whole transfer.
    /// @param from Payer, signer and recorded sender.
    /// @param configId Terms, see `createConfig`.
    /// @param to As for `sendProtected`.
    /// @param amount Base units, 1 to 2^96 - 1.
    /// @param claimHash What a proof must open. Not zero.
    /// @param validAfter Unix seconds; the authorization is valid strictly after it.
    /// @param validBefore Unix seconds; the authorization is valid strictly before it.
    /// @param nonceSalt Any 32 bytes; the same ones make a retry safe.
    /// @param signature Signature of `from` over USDC's ReceiveWithAuthorization with this contract as payee.
    /// @return transferId Id of the new transfer.
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
    ) external returns (uint256 transferId);

    /// @notice Locks the caller's USDC for 1 to 100 transfers, all or none; needs an allowance for their sum.
    /// @dev Reverts with `BatchItemFailed` for an item that `sendProtected` would refuse.
    /// @param items The transfers.
    /// @return firstTransferId Id of the first; the others follow in order.
    function sendProtectedBatch(Item[] calldata items) external returns (uint256 firstTransferId);

    /// @notice Like `sendProtectedBatch`, paid by one Permit2 signature of `from` over the sum and all items. Anyone may submit
    /// it.
    /// @param from Payer, signer and recorded sender.
    /// @param items The transfers.
    /// @param nonce Unused Permit2 nonce of `from`.
    /// @param deadline Unix seconds until which the permit is valid.
    /// @param signature Signature of `from` over Permit2's PermitWitnessTransferFrom with this contract as spender and the
    /// witness ProtectedBatch(Item[] items).
    /// @return firstTransferId Id of the first; the others follow in order.
    function sendProtectedBatchWithWitness(
        address from,
        Item[] calldata items,
        uint256 nonce,
        uint256 deadline,
        bytes calldata signature
    ) external returns (uint256 firstTransferId);

    /// @notice Like `sendProtectedBatch`, paid by one EIP-3009 authorization of `from` over the sum. Anyone may submit it: the
    /// authorization's nonce is keccak256(abi.encode(keccak256("holdfast:batch:v1"), keccak256(abi.encode(items)),
    /// nonceSalt)), so the one signature binds all items.
    /// @param from Payer, signer and recorded sender.
    /// @param items The transfers.
    /// @param validAfter Unix seconds; the authorization is valid strictly after it.
    /// @param validBefore Unix seconds; the authorization is valid strictly before it.
    /// @param nonceSalt Any 32 bytes; the same ones make a retry safe.
    /// @param signature Signature of `from` over USDC's ReceiveWithAuthorization with this contract as payee.
    /// @return firstTransferId Id of the first; the others follow in order.
    function sendProtectedBatchWithAuthorization(
        address from,
        Item[] calldata items,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonceSalt,
        bytes calldata signature
    ) external returns (uint256 firstTransferId);

    /// @notice Releases a transfer to its recorded recipient. Any account may call it, up to and including the
    /// deadline.
    /// @dev A wrong code does not revert, it returns false and counts; the fifth locks the transfer. Under a config
    /// with another verifier the proof is abi.encode(salt, code).
    /// @param transferId Id of a pending transfer.
    /// @param code The claim code.
    /// @param salt The salt derived from the same secret.
    /// @return claimed True when the money was paid.
    function claim(uint256 transferId, string calldata code, bytes32 salt) external returns (bool claimed);

    /// @notice Like `claim`, for a claimer that expects `recipient`: with another recorded one it reverts.
    /// @param transferId Id of a pending transfer.
    /// @param recipient Who must be recorded.
    /// @param code The claim code.
    /// @param salt The salt derived from the same secret.
    /// @return claimed True when the money was paid.
    function claimTo(uint256 transferId, address recipient, string calldata code, bytes32 salt)
        external
        returns (bool claimed);

    /// @notice Like `claim`, with the proof as the verifier wants it. The built-in verifier wants abi.encode(salt, code) and
    /// takes malformed bytes for a wrong code.
    /// @param transferId Id of a pending transfer.
    /// @param proof Verifier-specific bytes.
    /// @return claimed True when the money was paid.
    function claimWithProof(uint256 transferId, bytes calldata proof) external returns (bool claimed);

    /// @notice Like `claimWithProof`, for a claimer that expects `recipient`: with another recorded one it reverts.
    /// @param transferId Id of a pending transfer.
    /// @param recipient Who must be recorded.
    /// @param proof Verifier-specific bytes.
    /// @return claimed True when the money was paid.
    function claimToWithProof(uint256 transferId, address recipient, bytes calldata proof)
        external
        returns (bool claimed);

    /// @notice Releases a transfer of mode 3 or 4 by the claim key's signature. Anyone may submit it, up to and including the
    /// deadline, and can change nothing about it. A wrong signature reverts and counts nothing.
    /// @dev A recorded recipient must be the one signed for. An open transfer of mode 3 pays whomever the key signed for,
    /// never zero, the sender, this contract or the token, and verifies no pair; one of mode 4 needs a release.
    /// @param transferId Id of a pending transfer.
    /// @param recipient Who is paid.
    /// @param signature The claim key's EIP-712 signature over Claim(uint256 transferId,address recipient): 65 bytes, low s,
    /// never ERC-1271.
    function claimWithKey(uint256 transferId, address recipient, bytes calldata signature) external;

    /// @notice `claimWithKey` for 1 to 100 transfers, all or none. Codes cannot be claimed in a batch: one that reverts
    /// could not count a wrong code.
    /// @param claims The claims.
    function claimWithKeyBatch(KeyClaim[] calldata claims) external;

    /// @notice Asks the sender of an open transfer of mode 4 to release it to `recipient`. Anyone may submit it; it moves
    /// nothing and stores nothing.
    /// @param transferId Id of a pending transfer.
    /// @param recipient Who would be paid; not zero, the sender, this contract or the token.
    /// @param signature The claim key's signature, as for `claimWithKey`.
    function requestRelease(uint256 transferId, address recipient, bytes calldata signature) external;

    /// @notice Pays an open transfer of mode 4 to `recipient` at once and verifies the pair. Sender only, up to and including
    /// the deadline.
    /// @param transferId Id of a pending transfer.
    /// @param recipient Who is paid; not zero, the sender, this contract or the token.
    function release(uint256 transferId, address recipient) external;

    /// @notice Like `release`, by the sender's EIP-712 signature over
    /// Release(uint256 transferId,address recipient,bytes32 claimHash,uint256 deadline), submitted by anyone.
    /// @param transferId Id of a pending transfer.
    /// @param recipient Who is paid.
    /// @param deadline Unix seconds; the signature is valid up to and including it.
    /// @param signature The sender's signature, judged as for `cancelWithSignature`.
    function releaseWithSignature(uint256 transferId, address recipient, uint256 deadline, bytes calldata signature)
        external;

    /// @notice Pays an open transfer back to its sender, who must be the caller, before or after the deadline.
    /// @param transferId Id of a pending or locked transfer.
    function cancel(uint256 transferId) external;

    /// @notice `cancel` for 1 to 100 transfers of the caller, all or none.
    /// @param transferIds Ids of pending or locked transfers.
    function cancelBatch(uint256[] calldata transferIds) external;

    /// @notice Like `cancel`, by the sender's EIP-712 signature over
    /// Cancel(uint256 transferId,bytes32 claimHash,uint256 deadline) with the present claim hash, submitted by anyone.
    /// @dev ECDSA first (65 bytes, low s); only when that does not recover the sender and the sender has code, ERC-1271. No
    /// nonce is needed: a transfer can be cancelled once, and a rekey voids the signature.
    /// @param transferId Id of a pending or locked transfer.
    /// @param deadline Unix seconds; the signature is valid up to and including it.
    /// @param signature The sender's signature.
    function cancelWithSignature(uint256 transferId, uint256 deadline, bytes calldata signature) external;

    /// @notice Sets the claim hash of an open transfer, clears its attempts and reopens it when it was locked. Sender only, up
    /// to and including the deadline, which stays.
    /// @dev The same hash is allowed: the code stays secret as long as no claim contained it.
    /// @param transferId Id of a pending or locked transfer.
    /// @param newClaimHash What a proof must open from now on. Not zero; in modes 3 and 4 the address of a claim key.
    function rekey(uint256 transferId, bytes32 newClaimHash) external;

    /// @notice Like `rekey` to another hash, by the sender's EIP-712 signature over
    /// Rekey(uint256 transferId,bytes32 claimHash,bytes32 newClaimHash,uint256 deadline) with the present claim hash,
    /// submitted by anyone.
    /// @dev The signature is void once the hash has changed; a sender that sets the old hash again makes it valid again.
    /// @param transferId Id of a pending or locked transfer.
    /// @param newClaimHash What a proof must open from now on.
    /// @param deadline Unix seconds; the signature is valid up to and including it.
    /// @param signature The sender's signature, judged as for `cancelWithSignature`.
    function rekeyWithSignature(uint256 transferId, bytes32 newClaimHash, uint256 deadline, bytes calldata signature)
        external;

    /// @notice Pays an expired open transfer back to its sender. Any account may call it after the deadline.
    /// @param transferId Id of a pending or locked transfer.
    function reclaimExpired(uint256 transferId) external;

    /// @notice `reclaimExpired` for many. An id that fails (unknown, settled, not expired, sender blocked) reverts alone.
    /// @dev Reverts with `InsufficientBatchGas` when less than 200,000 gas is left before an item, so that a gas estimate
    /// can never pass by starving items.
    /// @param transferIds Ids in any order, repeats allowed.
    /// @return reclaimed How many were paid back.
    function reclaimExpiredBatch(uint256[] calldata transferIds) external returns (uint256 reclaimed);

    /// @notice A transfer by its id; all zero when it does not exist.
    /// @param transferId Id of a transfer.
    /// @return The transfer.
    function getTransfer(uint256 transferId) external view returns (Transfer memory);

    /// @notice Whether a claim from `sender` to `recipient` has ever settled that the sender had recorded or released; the claim
    /// of an open transfer verifies no pair.
    /// @param sender Who sent.
    /// @param recipient Who was paid.
    /// @return True after the first claim.
    function isVerifiedRecipient(address sender, address recipient) external view returns (bool);

    /// @notice Whether a valid proof would release this transfer now.
    /// @param transferId Id of a transfer.
    /// @return True while pending and not past the deadline.
    function isClaimable(uint256 transferId) external view returns (bool);

    /// @notice Wrong claims left before the transfer locks.
    /// @param transferId Id of a transfer.
    /// @return 5 minus the counted ones while the transfer is open, else 0.
    function attemptsRemaining(uint256 transferId) external view returns (uint256);

    /// @notice A config by its id; all zero when it does not exist.
    /// @param configId Id of a config.
    /// @return The config.
    function configs(bytes32 configId) external view returns (Config memory);

    /// @notice The id the next transfer will get.
    /// @return The id, at least 1.
    function nextTransferId() external view returns (uint256);

    /// @notice The token that is locked.
    /// @return Its address.
    function usdc() external view returns (address);

    /// @notice The verifier named in code configs.
    /// @return Its address.
    function codeVerifier() external view returns (address);

    /// @notice The Permit2 contract.
    /// @return Its address.
    function permit2() external view returns (address);
}
