// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {SignatureCheck} from "./SignatureCheck.sol";

/// @notice What the issuer's tokens have in common: allowances, EIP-2612, EIP-3009, pause and roles, with the same
/// error messages. Each token decides where balances are stored.
/// @dev The code is placed, not deployed: no constructor runs and no immutable exists.
/// | slot | field |
/// | 0 | owner |
/// | 1 | pauser, byte 20: paused |
/// | 2 | blacklister |
/// | 8 | master minter |
/// | 9 | mapping account => balance, bit 255: blacklisted (tokens with stored balances) |
/// | 10 | mapping owner => spender => allowance |
/// | 11 | supply (tokens with stored balances) |
/// | 12, 13 | mappings minter => is one, minter => allowance |
/// | 16 | mapping authorizer => nonce => used or cancelled |
/// | 17 | mapping owner => permit nonce |
abstract contract FiatToken {
    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);
    event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce);
    event AuthorizationCanceled(address indexed authorizer, bytes32 indexed nonce);
    event Mint(address indexed minter, address indexed to, uint256 amount);
    event Burn(address indexed burner, uint256 amount);
    event Blacklisted(address indexed account);
    event UnBlacklisted(address indexed account);
    event Pause();
    event Unpause();

    bytes32 public constant PERMIT_TYPEHASH = 0x6e71edae12b1b97f4d1f60370fef10105fa2faae0126114a169c64845d6126c9;
    bytes32 public constant TRANSFER_WITH_AUTHORIZATION_TYPEHASH =
        0x7c7c6cdb67a18743f49ec6fa9b35f50d52ed05cbed4cc592e13b44501c1a2267;
    bytes32 public constant RECEIVE_WITH_AUTHORIZATION_TYPEHASH =
        0xd099cc98ef71107a616c4f0f941f04c322d8e254fe26b3c6668db87aae413de8;
    bytes32 public constant CANCEL_AUTHORIZATION_TYPEHASH =
        0x158b0a9edf7a828aad02f63cd515c68ef2f50ba807396f6d12842833a1597429;

    uint8 public constant decimals = 6;
    string public constant version = "2";

    address public owner;
    address public pauser;
    bool public paused;
    address public blacklister;
    uint256[5] private _reserved3to7;
    address public masterMinter;
    mapping(address account => uint256) internal _balances;
    mapping(address owner => mapping(address spender => uint256)) public allowance;
    uint256 internal _supply;
    mapping(address minter => bool) public isMinter;
    mapping(address minter => uint256) public minterAllowance;
    uint256[2] private _reserved14to15;
    mapping(address authorizer => mapping(bytes32 nonce => bool)) private _authorizationStates;
    mapping(address owner => uint256) public nonces;

    modifier whenNotPaused() {
        require(!paused, "Pausable: paused");
        _;
    }

    modifier notBlacklisted(address account) {
        require(!isBlacklisted(account), "Blacklistable: account is blacklisted");
        _;
    }

    modifier onlyMinters() {
        require(isMinter[msg.sender], "FiatToken: caller is not a minter");
        _;
    }

    modifier onlyBlacklister() {
        require(msg.sender == blacklister, "Blacklistable: caller is not the blacklister");
        _;
    }

    modifier onlyPauser() {
        require(msg.sender == pauser, "Pausable: caller is not the pauser");
        _;
    }

    function name() public pure virtual returns (string memory);
    function symbol() external pure virtual returns (string memory);
    function currency() external pure virtual returns (string memory);
    function totalSupply() external view virtual returns (uint256);
    function balanceOf(address account) public view virtual returns (uint256);
    function isBlacklisted(address account) public view virtual returns (bool);

    /// @dev Moves balances and emits `Transfer`; `from`, `to` and the balance are checked already.
    function _move(address from, address to, uint256 value) internal virtual;

    /// @dev Refuses parties on the token's own list; tokens under the chain's list are checked by the chain.
    function _requireClear(address from, address to) internal view virtual;

    function DOMAIN_SEPARATOR() public view returns (bytes32) {
        return keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256(bytes(name())),
                keccak256(bytes(version)),
                block.chainid,
                address(this)
            )
        );
    }

    function transfer(address to, uint256 value) external whenNotPaused returns (bool) {
        _requireClear(msg.sender, to);
        _transfer(msg.sender, to, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value)
        external
        whenNotPaused
        notBlacklisted(msg.sender)
        returns (bool)
    {
        _requireClear(from, to);
        uint256 allowed = allowance[from][msg.sender];
        require(value <= allowed, "ERC20: transfer amount exceeds allowance");
        _transfer(from, to, value);
        allowance[from][msg.sender] = allowed - value;
        return true;
    }

    function approve(address spender, uint256 value) external whenNotPaused returns (bool) {
        _approve(msg.sender, spender, value);
        return true;
    }

    function increaseAllowance(address spender, uint256 increment) external whenNotPaused returns (bool) {
        _approve(msg.sender, spender, allowance[msg.sender][spender] + increment);
        return true;
    }

    function decreaseAllowance(address spender, uint256 decrement) external whenNotPaused returns (bool) {
        uint256 allowed = allowance[msg.sender][spender];
        require(decrement <= allowed, "ERC20: decreased allowance below zero");
        _approve(msg.sender, spender, allowed - decrement);
        return true;
    }

    function permit(address holder, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)
        external
    {
        permit(holder, spender, value, deadline, abi.encodePacked(r, s, v));
    }

    function permit(address holder, address spender, uint256 value, uint256 deadline, bytes memory signature)
        public
        whenNotPaused
    {
        require(deadline >= block.timestamp, "FiatTokenV2: permit is expired");
        bytes32 data = keccak256(abi.encode(PERMIT_TYPEHASH, holder, spender, value, nonces[holder]++, deadline));
        require(SignatureCheck.isValid(holder, _digest(data), signature), "EIP2612: invalid signature");
        _approve(holder, spender, value);
    }

    function transferWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external {
        transferWithAuthorization(from, to, value, validAfter, validBefore, nonce, abi.encodePacked(r, s, v));
    }

    function transferWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes memory signature
    ) public whenNotPaused {
        bytes32 typehash = TRANSFER_WITH_AUTHORIZATION_TYPEHASH;
        _useAuthorization(typehash, from, to, value, validAfter, validBefore, nonce, signature);
    }

    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external {
        receiveWithAuthorization(from, to, value, validAfter, validBefore, nonce, abi.encodePacked(r, s, v));
    }

    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes memory signature
    ) public whenNotPaused {
        require(to == msg.sender, "FiatTokenV2: caller must be the payee");
        bytes32 typehash = RECEIVE_WITH_AUTHORIZATION_TYPEHASH;
        _useAuthorization(typehash, from, to, value, validAfter, validBefore, nonce, signature);
    }

    function cancelAuthorization(address authorizer, bytes32 nonce, uint8 v, bytes32 r, bytes32 s) external {
        cancelAuthorization(authorizer, nonce, abi.encodePacked(r, s, v));
    }

    function cancelAuthorization(address authorizer, bytes32 nonce, bytes memory signature) public whenNotPaused {
        _requireUnused(authorizer, nonce);
        _requireSigned(authorizer, keccak256(abi.encode(CANCEL_AUTHORIZATION_TYPEHASH, authorizer, nonce)), signature);
        _authorizationStates[authorizer][nonce] = true;
        emit AuthorizationCanceled(authorizer, nonce);
    }

    function authorizationState(address authorizer, bytes32 nonce) external view returns (bool) {
        return _authorizationStates[authorizer][nonce];
    }

    function configureMinter(address minter, uint256 minterAllowedAmount) external whenNotPaused returns (bool) {
        require(msg.sender == masterMinter, "FiatToken: caller is not the masterMinter");
        isMinter[minter] = true;
        minterAllowance[minter] = minterAllowedAmount;
        return true;
    }

    function pause() external onlyPauser {
        paused = true;
        emit Pause();
    }

    function unpause() external onlyPauser {
        paused = false;
        emit Unpause();
    }

    function _spendMinterAllowance(address to, uint256 amount) internal {
        require(to != address(0), "FiatToken: mint to the zero address");
        require(amount != 0, "FiatToken: mint amount not greater than 0");
        uint256 allowed = minterAllowance[msg.sender];
        require(amount <= allowed, "FiatToken: mint amount exceeds minterAllowance");
        minterAllowance[msg.sender] = allowed - amount;
    }

    function _useAuthorization(
        bytes32 typehash,
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes memory signature
    ) private {
        _requireClear(from, to);
        require(block.timestamp > validAfter, "FiatTokenV2: authorization is not yet valid");
        require(block.timestamp < validBefore, "FiatTokenV2: authorization is expired");
        _requireUnused(from, nonce);
        bytes32 data = keccak256(abi.encode(typehash, from, to, value, validAfter, validBefore, nonce));
        _requireSigned(from, data, signature);
        _authorizationStates[from][nonce] = true;
        emit AuthorizationUsed(from, nonce);
        _transfer(from, to, value);
    }

    function _requireUnused(address authorizer, bytes32 nonce) private view {
        require(!_authorizationStates[authorizer][nonce], "FiatTokenV2: authorization is used or canceled");
    }

    function _requireSigned(address signer, bytes32 data, bytes memory signature) private view {
        require(SignatureCheck.isValid(signer, _digest(data), signature), "FiatTokenV2: invalid signature");
    }

    function _digest(bytes32 data) private view returns (bytes32) {
        return keccak256(abi.encodePacked(hex"1901", DOMAIN_SEPARATOR(), data));
    }

    function _transfer(address from, address to, uint256 value) private {
        require(from != address(0), "ERC20: transfer from the zero address");
        require(to != address(0), "ERC20: transfer to the zero address");
        require(value <= balanceOf(from), "ERC20: transfer amount exceeds balance");
        _move(from, to, value);
    }

    function _approve(address holder, address spender, uint256 value) private {
        require(holder != address(0), "ERC20: approve from the zero address");
        require(spender != address(0), "ERC20: approve to the zero address");
        allowance[holder][spender] = value;
        emit Approval(holder, spender, value);
    }
}
