// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {BRIDGE_TRANSMITTER} from "./Addresses.sol";
import {BridgeMessage} from "./BridgeMessage.sol";
import {BridgeMinter} from "./BridgeMinter.sol";
import {BridgeTransmitter, IMessageHandler} from "./BridgeTransmitter.sol";

interface IDepositToken {
    function transferFrom(address from, address to, uint256 value) external returns (bool);
}

/// @notice The Bridge's messenger: burns on one chain, mints on the other.
/// @dev The code is placed, not deployed: no constructor runs and no immutable exists.
/// | slot | field |
/// | 0 | owner, who holds every role |
/// | 1 | minter |
/// | 2 | recipient of the fees |
/// | 3 | least fee, in thousandths of a basis point |
/// | 4 | mapping domain => the messenger there |
/// | 5 | mapping account => denied |
contract BridgeMessenger is IMessageHandler {
    address public owner;
    address public localMinter;
    address public feeRecipient;
    uint256 public minFee;
    mapping(uint32 domain => bytes32) public remoteTokenMessengers;
    mapping(address account => bool) public isDenylisted;

    address public constant localMessageTransmitter = BRIDGE_TRANSMITTER;
    uint32 public constant messageBodyVersion = 1;
    uint256 public constant MIN_FEE_MULTIPLIER = 10_000_000;
    uint32 private constant LEAST_FINALITY = 500;

    event DepositForBurn(
        address indexed burnToken,
        uint256 amount,
        address indexed depositor,
        bytes32 mintRecipient,
        uint32 destinationDomain,
        bytes32 destinationTokenMessenger,
        bytes32 destinationCaller,
        uint256 maxFee,
        uint32 indexed minFinalityThreshold,
        bytes hookData
    );
    event MintAndWithdraw(
        address indexed mintRecipient, uint256 amount, address indexed mintToken, uint256 feeCollected
    );
    event Denylisted(address indexed account);
    event UnDenylisted(address indexed account);
    event MinFeeSet(uint256 minFee);

    /// @dev Arguments of a burn.
    struct Deposit {
        uint256 amount;
        uint32 destinationDomain;
        bytes32 mintRecipient;
        address burnToken;
        bytes32 destinationCaller;
        uint256 maxFee;
        uint32 minFinalityThreshold;
        bytes hookData;
    }

    modifier onlyOwner() {
        require(msg.sender == owner, "Ownable: caller is not the owner");
        _;
    }

    modifier notDenied() {
        require(!isDenylisted[msg.sender] && !isDenylisted[tx.origin], "Denylistable: account is on denylist");
        _;
    }

    modifier fromCounterpart(uint32 domain, bytes32 sender) {
        require(msg.sender == localMessageTransmitter, "Invalid message transmitter");
        require(sender != bytes32(0) && remoteTokenMessengers[domain] == sender, "Remote TokenMessenger unsupported");
        _;
    }

    function depositForBurn(
        uint256 amount,
        uint32 destinationDomain,
        bytes32 mintRecipient,
        address burnToken,
        bytes32 destinationCaller,
        uint256 maxFee,
        uint32 minFinalityThreshold
    ) external notDenied {
        _burn(
            Deposit(
                amount, destinationDomain, mintRecipient, burnToken, destinationCaller, maxFee, minFinalityThreshold, ""
            )
        );
    }

    function depositForBurnWithHook(
        uint256 amount,
        uint32 destinationDomain,
        bytes32 mintRecipient,
        address burnToken,
        bytes32 destinationCaller,
        uint256 maxFee,
        uint32 minFinalityThreshold,
        bytes calldata hookData
    ) external notDenied {
        require(hookData.length > 0, "Hook data is empty");
        _burn(
            Deposit(
                amount,
                destinationDomain,
                mintRecipient,
                burnToken,
                destinationCaller,
                maxFee,
                minFinalityThreshold,
                hookData
            )
        );
    }

    function handleReceiveFinalizedMessage(uint32 remoteDomain, bytes32 sender, uint32, bytes calldata messageBody)
        external
        fromCounterpart(remoteDomain, sender)
        returns (bool)
    {
        _mint(remoteDomain, BridgeMessage.readBurn(messageBody));
        return true;
    }

    function handleReceiveUnfinalizedMessage(
        uint32 remoteDomain,
        bytes32 sender,
        uint32 finalityThresholdExecuted,
        bytes calldata messageBody
    ) external fromCounterpart(remoteDomain, sender) returns (bool) {
        require(finalityThresholdExecuted >= LEAST_FINALITY, "Unsupported finality threshold");
        _mint(remoteDomain, BridgeMessage.readBurn(messageBody));
        return true;
    }

    /// @notice Least `maxFee` that a burn of this amount may name.
    function getMinFeeAmount(uint256 amount) external view returns (uint256) {
        require(minFee == 0 || amount > 1, "Amount too low");
        return _minFeeOf(amount);
    }

    function setMinFee(uint256 newMinFee) external onlyOwner {
        minFee = newMinFee;
        emit MinFeeSet(newMinFee);
    }

    function denylist(address account) external onlyOwner {
        isDenylisted[account] = true;
        emit Denylisted(account);
    }

    function unDenylist(address account) external onlyOwner {
        isDenylisted[account] = false;
        emit UnDenylisted(account);
    }

    function _burn(Deposit memory deposit) private {
        require(deposit.amount > 0, "Amount must be nonzero");
        require(deposit.mintRecipient != bytes32(0), "Mint recipient must be nonzero");
        require(deposit.maxFee < deposit.amount, "Max fee must be less than amount");
        require(deposit.maxFee >= _minFeeOf(deposit.amount), "Insufficient max fee");
        bytes32 counterpart = remoteTokenMessengers[deposit.destinationDomain];
        require(counterpart != bytes32(0), "No TokenMessenger for domain");
        _take(deposit.burnToken, deposit.amount);
        BridgeTransmitter(localMessageTransmitter)
            .sendMessage(
                deposit.destinationDomain,
                counterpart,
                deposit.destinationCaller,
                deposit.minFinalityThreshold,
                _body(deposit)
            );
        emit DepositForBurn(
            deposit.burnToken,
            deposit.amount,
            msg.sender,
            deposit.mintRecipient,
            deposit.destinationDomain,
            counterpart,
            deposit.destinationCaller,
            deposit.maxFee,
            deposit.minFinalityThreshold,
            deposit.hookData
        );
    }

    /// @dev At least one unit, so that no fee covers a burn of one unit.
    function _minFeeOf(uint256 amount) private view returns (uint256) {
        if (minFee == 0) return 0;
        uint256 fee = amount * minFee / MIN_FEE_MULTIPLIER;
        return fee == 0 ? 1 : fee;
    }

    function _take(address token, uint256 amount) private {
        BridgeMinter minter = _minter();
        require(IDepositToken(token).transferFrom(msg.sender, address(minter), amount), "Transfer operation failed");
        minter.burn(token, amount);
    }

    function _body(Deposit memory deposit) private view returns (bytes memory) {
        return abi.encodePacked(
            messageBodyVersion,
            BridgeMessage.wordOf(deposit.burnToken),
            deposit.mintRecipient,
            deposit.amount,
            BridgeMessage.wordOf(msg.sender),
            deposit.maxFee,
            uint256(0),
            uint256(0),
            deposit.hookData
        );
    }

    function _mint(uint32 remoteDomain, BridgeMessage.Burn memory burned) private {
        require(burned.version == messageBodyVersion, "Invalid message body version");
        require(
            burned.expirationBlock == 0 || burned.expirationBlock > block.number,
            "Message expired and must be re-signed"
        );
        uint256 fee = burned.feeExecuted;
        require(fee == 0 || fee < burned.amount, "Fee equals or exceeds amount");
        require(fee <= burned.maxFee, "Fee exceeds max fee");
        uint256 amount = burned.amount - fee;
        BridgeMinter minter = _minter();
        address token = fee == 0
            ? minter.mint(remoteDomain, burned.token, burned.mintRecipient, amount)
            : minter.mint(remoteDomain, burned.token, burned.mintRecipient, feeRecipient, amount, fee);
        emit MintAndWithdraw(burned.mintRecipient, amount, token, fee);
    }

    function _minter() private view returns (BridgeMinter) {
        require(localMinter != address(0), "Local minter is not set");
        return BridgeMinter(localMinter);
    }
}
