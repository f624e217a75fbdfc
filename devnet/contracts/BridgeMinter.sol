// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {BRIDGE_MESSENGER} from "./Addresses.sol";

interface IMintBurnToken {
    function mint(address to, uint256 amount) external returns (bool);
    function burn(uint256 amount) external;
}

/// @notice Mints and burns for the Bridge, and maps tokens of other chains to tokens here.
/// @dev The code is placed, not deployed: no constructor runs and no immutable exists.
/// | slot | field |
/// | 0 | owner, who holds every role; byte 20: paused |
/// | 1 | mapping token => limit of one burn, zero for tokens that are not burned |
/// | 2 | mapping keccak256(domain, token there) => token here |
contract BridgeMinter {
    address public owner;
    bool public paused;
    mapping(address token => uint256) public burnLimitsPerMessage;
    mapping(bytes32 domainAndToken => address) public remoteTokensToLocalTokens;

    address public constant localTokenMessenger = BRIDGE_MESSENGER;

    event SetBurnLimitPerMessage(address indexed token, uint256 burnLimitPerMessage);
    event Pause();
    event Unpause();

    modifier onlyOwner() {
        require(msg.sender == owner, "Ownable: caller is not the owner");
        _;
    }

    modifier forMessenger() {
        require(!paused, "Pausable: paused");
        require(msg.sender == localTokenMessenger, "Caller not local TokenMessenger");
        _;
    }

    function mint(uint32 sourceDomain, bytes32 burnToken, address to, uint256 amount)
        external
        forMessenger
        returns (address token)
    {
        token = _mintable(sourceDomain, burnToken);
        require(IMintBurnToken(token).mint(to, amount), "Mint operation failed");
    }

    function mint(
        uint32 sourceDomain,
        bytes32 burnToken,
        address recipientOne,
        address recipientTwo,
        uint256 amountOne,
        uint256 amountTwo
    ) external forMessenger returns (address token) {
        token = _mintable(sourceDomain, burnToken);
        require(IMintBurnToken(token).mint(recipientOne, amountOne), "First mint operation failed");
        require(IMintBurnToken(token).mint(recipientTwo, amountTwo), "Second mint operation failed");
    }

    function burn(address burnToken, uint256 burnAmount) external forMessenger {
        uint256 limit = burnLimitsPerMessage[burnToken];
        require(limit > 0, "Burn token not supported");
        require(burnAmount <= limit, "Burn amount exceeds per tx limit");
        IMintBurnToken(burnToken).burn(burnAmount);
    }

    function getLocalToken(uint32 remoteDomain, bytes32 remoteToken) public view returns (address) {
        return remoteTokensToLocalTokens[keccak256(abi.encodePacked(remoteDomain, remoteToken))];
    }

    function setMaxBurnAmountPerMessage(address localToken, uint256 burnLimitPerMessage) external onlyOwner {
        burnLimitsPerMessage[localToken] = burnLimitPerMessage;
        emit SetBurnLimitPerMessage(localToken, burnLimitPerMessage);
    }

    function pause() external onlyOwner {
        paused = true;
        emit Pause();
    }

    function unpause() external onlyOwner {
        paused = false;
        emit Unpause();
    }

    function _mintable(uint32 sourceDomain, bytes32 burnToken) private view returns (address token) {
        token = getLocalToken(sourceDomain, burnToken);
        require(token != address(0), "Mint token not supported");
    }
}
