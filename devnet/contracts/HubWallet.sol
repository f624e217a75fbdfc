// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {FiatToken} from "./FiatToken.sol";
import {HubBase} from "./HubBase.sol";
import {HubIntents} from "./HubIntents.sol";
import {SignatureCheck} from "./SignatureCheck.sol";

interface IBurnable {
    function burn(uint256 amount) external;
}

/// @notice The Hub's source: holds deposits, and burns the amounts that the issuer minted elsewhere by depositors'
/// signed intents.
/// @dev Slots after those of `HubBase`:
/// | slot | field |
/// | 4 | where fees go |
/// | 5 | blocks between a withdrawal's two steps |
/// | 6, 7, 8 | mappings depositor => available, withdrawing, block from which it may be withdrawn |
/// | 9 | mapping depositor => delegate => state |
contract HubWallet is HubBase {
    bytes32 public constant domainSeparator = 0x23a37920eca61226c76d13c4462857a362147e4b18da665dba894fa297ae4f34;

    enum Standing {
        None,
        Authorized,
        Revoked
    }

    address public feeRecipient;
    uint256 public withdrawalDelay;
    mapping(address depositor => uint256) private _available;
    mapping(address depositor => uint256) private _withdrawing;
    mapping(address depositor => uint256) private _withdrawalBlock;
    mapping(address depositor => mapping(address delegate => Standing)) private _delegates;

    event Deposited(address indexed token, address indexed depositor, address indexed sender, uint256 value);
    event DelegateAdded(address indexed token, address indexed depositor, address delegate);
    event DelegateRemoved(address indexed token, address indexed depositor, address delegate);
    event WithdrawalInitiated(
        address indexed token,
        address indexed depositor,
        uint256 value,
        uint256 remainingAvailable,
        uint256 totalWithdrawing,
        uint256 withdrawalBlock
    );
    event WithdrawalCompleted(address indexed token, address indexed depositor, uint256 value);
    event InsufficientBalance(
        address indexed token,
        address indexed depositor,
        uint256 value,
        uint256 availableBalance,
        uint256 withdrawingBalance
    );
    event GatewayBurned(
        address indexed token,
        address indexed depositor,
        bytes32 indexed transferSpecHash,
        uint32 destinationDomain,
        bytes32 destinationRecipient,
        address signer,
        uint256 value,
        uint256 fee,
        uint256 fromAvailable,
        uint256 fromWithdrawing
    );

    error DepositValueMustBePositive();
    error CannotDelegateToSelf();
    error NotAuthorized();
    error WithdrawalValueMustBePositive();
    error WithdrawalValueExceedsAvailableBalance();
    error NoWithdrawingBalance();
    error WithdrawalNotYetAvailable();
    error InvalidBurnSigner();
    error IntentExpiredAtIndex(uint32 index, uint256 maxBlockHeight, uint256 currentBlock);
    error BurnFeeTooHighAtIndex(uint32 index, uint256 maxFee, uint256 fee);
    error IntentValueMustBePositiveAtIndex(uint32 index);
    error InvalidIntentSourceContractAtIndex(uint32 index, address expected, address actual);
    error InvalidIntentSourceSignerAtIndex(uint32 index, address expected, address actual);
    error NotAllSameToken();
    error MismatchedBurn();
    error NoRelevantBurnIntents();
    error MustHaveAtLeastOneBurnIntent();

    function deposit(address token, uint256 value) external {
        _deposit(token, msg.sender, value);
    }

    function depositFor(address token, address depositor, uint256 value) external {
        _deposit(token, depositor, value);
    }

    function depositWithPermit(
        address token,
        address owner,
        uint256 value,
        uint256 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external {
        depositWithPermit(token, owner, value, deadline, abi.encodePacked(r, s, v));
    }

    function depositWithPermit(address token, address owner, uint256 value, uint256 deadline, bytes memory signature)
        public
    {
        _admit(token, owner, value);
        FiatToken(token).permit(owner, address(this), value, deadline, signature);
        FiatToken(token).transferFrom(owner, address(this), value);
        _credit(owner, value);
    }

    function depositWithAuthorization(
        address token,
        address from,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external {
        depositWithAuthorization(token, from, value, validAfter, validBefore, nonce, abi.encodePacked(r, s, v));
    }

    function depositWithAuthorization(
        address token,
        address from,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes memory signature
    ) public {
        _admit(token, from, value);
        FiatToken(token).receiveWithAuthorization(from, address(this), value, validAfter, validBefore, nonce, signature);
        _credit(from, value);
    }

    function addDelegate(address token, address delegate)
        external
        whenNotPaused
        supported(token)
        notDenied(msg.sender)
        notDenied(delegate)
    {
        if (delegate == msg.sender) revert CannotDelegateToSelf();
        _delegates[msg.sender][delegate] = Standing.Authorized;
        emit DelegateAdded(token, msg.sender, delegate);
    }

    function removeDelegate(address token, address delegate)
        external
        whenNotPaused
        supported(token)
        notDenied(msg.sender)
    {
        if (_delegates[msg.sender][delegate] == Standing.None) return;
        _delegates[msg.sender][delegate] = Standing.Revoked;
        emit DelegateRemoved(token, msg.sender, delegate);
    }

    function isAuthorizedForBalance(address token, address depositor, address addr)
        external
        view
        supported(token)
        returns (bool)
    {
        return addr == depositor || _delegates[depositor][addr] == Standing.Authorized;
    }

    /// @notice First step of a withdrawal without the issuer's service. A second call adds to it and restarts the
    /// delay.
    function initiateWithdrawal(address token, uint256 value)
        external
        whenNotPaused
        supported(token)
        notDenied(msg.sender)
    {
        if (value == 0) revert WithdrawalValueMustBePositive();
        uint256 available = _available[msg.sender];
        if (value > available) revert WithdrawalValueExceedsAvailableBalance();
        _available[msg.sender] = available - value;
        uint256 withdrawing = _withdrawing[msg.sender] += value;
        uint256 offset = _withdrawalBlock[msg.sender] = block.number + withdrawalDelay;
        emit WithdrawalInitiated(token, msg.sender, value, available - value, withdrawing, offset);
    }

    /// @notice Second step of the withdrawal.
    function withdraw(address token) external whenNotPaused supported(token) notDenied(msg.sender) {
        uint256 value = _withdrawing[msg.sender];
        if (value == 0) revert NoWithdrawingBalance();
        if (block.number < _withdrawalBlock[msg.sender]) revert WithdrawalNotYetAvailable();
        _withdrawing[msg.sender] = 0;
        FiatToken(token).transfer(msg.sender, value);
        emit WithdrawalCompleted(token, msg.sender, value);
    }

    /// @notice Burns what was minted elsewhere, and takes the fees.
    /// @param calldataBytes ABI encoding of intents (or sets), their depositors' signatures, and a fee for each intent.
    function gatewayBurn(bytes calldata calldataBytes, bytes calldata signature) external whenNotPaused {
        if (!_isIssuers(calldataBytes, signature)) revert InvalidBurnSigner();
        (bytes[] memory intents, bytes[] memory signatures, uint256[][] memory fees) =
            abi.decode(calldataBytes, (bytes[], bytes[], uint256[][]));
        if (intents.length == 0) revert MustHaveAtLeastOneBurnIntent();
        if (intents.length != signatures.length || intents.length != fees.length) revert MismatchedBurn();
        uint256 value;
        uint256 fee;
        for (uint256 i = 0; i < intents.length; i++) {
            (uint256 burned, uint256 taken) = this.burnSigned(intents[i], signatures[i], fees[i]);
            value += burned;
            fee += taken;
        }
        if (value > 0) IBurnable(_token).burn(value);
        if (fee > 0) FiatToken(_token).transfer(feeRecipient, fee);
    }

    /// @dev Called by the contract itself, to read bytes from memory as calldata.
    function burnSigned(bytes calldata encoded, bytes calldata signature, uint256[] calldata fees)
        external
        returns (uint256 value, uint256 fee)
    {
        if (msg.sender != address(this)) revert NotAuthorized();
        bytes32 digest = keccak256(abi.encodePacked(hex"1901", domainSeparator, getTypedDataHash(encoded)));
        HubIntents.Intent[] memory intents = HubIntents.readIntents(encoded);
        if (intents.length != fees.length) revert MismatchedBurn();
        bool isRelevant;
        for (uint32 i = 0; i < intents.length; i++) {
            if (intents[i].spec.sourceDomain != domain) continue;
            isRelevant = true;
            _requireBurnable(i, intents[i], digest, signature, fees[i]);
            (uint256 burned, uint256 taken) = _burn(intents[i].spec, fees[i]);
            value += burned;
            fee += taken;
        }
        if (!isRelevant) revert NoRelevantBurnIntents();
    }

    function totalBalance(address token, address depositor) external view supported(token) returns (uint256) {
        return _available[depositor] + _withdrawing[depositor];
    }

    function availableBalance(address token, address depositor) external view supported(token) returns (uint256) {
        return _available[depositor];
    }

    function withdrawingBalance(address token, address depositor) external view supported(token) returns (uint256) {
        return _withdrawing[depositor];
    }

    function withdrawableBalance(address token, address depositor) external view supported(token) returns (uint256) {
        return _withdrawable(depositor);
    }

    function withdrawalBlock(address token, address depositor) external view supported(token) returns (uint256) {
        return _withdrawalBlock[depositor];
    }

    /// @param id Kind of balance and token: 0 total, 1 available, 2 withdrawing, 3 withdrawable, shifted by 160 bits.
    function balanceOf(address depositor, uint256 id) external view returns (uint256) {
        if (address(uint160(id)) != _token) return 0;
        uint256 kind = id >> 160;
        if (kind == 0) return _available[depositor] + _withdrawing[depositor];
        if (kind == 1) return _available[depositor];
        if (kind == 2) return _withdrawing[depositor];
        return kind == 3 ? _withdrawable(depositor) : 0;
    }

    /// @notice EIP-712 struct hash of an intent or a set, not the digest that a depositor signs: the domain is missing.
    /// @param encoded An intent or a set.
    function getTypedDataHash(bytes calldata encoded) public pure returns (bytes32) {
        return HubIntents.structHash(encoded);
    }

    function _deposit(address token, address depositor, uint256 value) private notDenied(msg.sender) {
        _admit(token, depositor, value);
        FiatToken(token).transferFrom(msg.sender, address(this), value);
        _credit(depositor, value);
    }

    function _admit(address token, address depositor, uint256 value)
        private
        view
        whenNotPaused
        supported(token)
        notDenied(depositor)
    {
        if (value == 0) revert DepositValueMustBePositive();
    }

    function _credit(address depositor, uint256 value) private {
        _available[depositor] += value;
        emit Deposited(_token, depositor, msg.sender, value);
    }

    function _withdrawable(address depositor) private view returns (uint256) {
        return block.number < _withdrawalBlock[depositor] ? 0 : _withdrawing[depositor];
    }

    function _requireBurnable(
        uint32 index,
        HubIntents.Intent memory intent,
        bytes32 digest,
        bytes calldata signature,
        uint256 fee
    ) private view {
        HubIntents.Spec memory spec = intent.spec;
        if (intent.maxBlockHeight < block.number) {
            revert IntentExpiredAtIndex(index, intent.maxBlockHeight, block.number);
        }
        if (fee > intent.maxFee) revert BurnFeeTooHighAtIndex(index, intent.maxFee, fee);
        if (spec.value == 0) revert IntentValueMustBePositiveAtIndex(index);
        if (_addressOf(spec.sourceContract) != address(this)) {
            revert InvalidIntentSourceContractAtIndex(index, _addressOf(spec.sourceContract), address(this));
        }
        address signer = _addressOf(spec.sourceSigner);
        if (!SignatureCheck.isByCodeOrKey(signer, digest, signature)) {
            revert InvalidIntentSourceSignerAtIndex(index, signer, SignatureCheck.recover(digest, signature));
        }
        if (_addressOf(spec.sourceToken) != _token) revert NotAllSameToken();
        address depositor = _addressOf(spec.sourceDepositor);
        // A delegate whose authority ended after the signature still counts.
        if (signer != depositor && _delegates[depositor][signer] == Standing.None) revert NotAuthorized();
    }

    /// @dev Takes from the available balance first, then from the one being withdrawn; a shortfall reduces the fee
    /// before the value.
    function _burn(HubIntents.Spec memory spec, uint256 wantedFee) private returns (uint256 value, uint256 fee) {
        _use(spec.hash);
        address depositor = _addressOf(spec.sourceDepositor);
        (uint256 fromAvailable, uint256 fromWithdrawing) = _take(depositor, spec.value + wantedFee);
        uint256 taken = fromAvailable + fromWithdrawing;
        value = taken < spec.value ? taken : spec.value;
        fee = taken - value;
        emit GatewayBurned(
            _token,
            depositor,
            spec.hash,
            spec.destinationDomain,
            spec.destinationRecipient,
            _addressOf(spec.sourceSigner),
            value,
            fee,
            fromAvailable,
            fromWithdrawing
        );
    }

    function _take(address depositor, uint256 wanted) private returns (uint256 fromAvailable, uint256 fromWithdrawing) {
        uint256 available = _available[depositor];
        uint256 withdrawing = _withdrawing[depositor];
        fromAvailable = available < wanted ? available : wanted;
        uint256 rest = wanted - fromAvailable;
        fromWithdrawing = withdrawing < rest ? withdrawing : rest;
        if (fromWithdrawing < rest) emit InsufficientBalance(_token, depositor, wanted, available, withdrawing);
        _available[depositor] = available - fromAvailable;
        _withdrawing[depositor] = withdrawing - fromWithdrawing;
    }
}
