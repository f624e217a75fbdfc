// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {PrivatePayRouter} from "../src/PrivatePayRouter.sol";
import {ShieldVault} from "../src/ShieldVault.sol";
import {SpendPolicyAccount} from "../src/SpendPolicyAccount.sol";
import {SpendPolicyFactory} from "../src/SpendPolicyFactory.sol";
import {StealthAnnouncer} from "../src/StealthAnnouncer.sol";
import {ISpendPolicyAccount} from "../src/interfaces/ISpendPolicyAccount.sol";
import {Policy} from "../src/types/Policy.sol";
import {Base} from "./Base.t.sol";
import {BoxDigests} from "./BoxDigests.sol";

/// @notice Deploys the shield's contracts, makes a co-signer and a vault with keys, and has the first steps of most tests.
abstract contract ShieldBase is Base {
    uint8 internal constant PAY = 0;
    uint8 internal constant PULL = 1;
    uint256 internal constant CAP = 100e6;
    uint256 internal constant PULL_CAP = 30e6;
    uint40 internal constant INTERVAL = 1 days;
    bytes32 internal constant BOX_SALT = keccak256("box");

    SpendPolicyAccount internal implementation;
    SpendPolicyFactory internal factory;
    PrivatePayRouter internal router;
    StealthAnnouncer internal announcer;
    ShieldVault internal ledger;

    address internal cosigner;
    uint256 internal cosignerKey;
    address internal vault;
    uint256 internal vaultKey;
    address internal target = makeAddr("target");
    bytes32 internal ownerHash = keccak256(abi.encode(makeAddr("owner")));
    uint40 internal expiry;

    function setUp() public virtual override {
        super.setUp();
        expiry = uint40(block.timestamp + 30 days);
        (cosigner, cosignerKey) = makeAddrAndKey("cosigner");
        (vault, vaultKey) = makeAddrAndKey("vault");
        if (_isRelease()) {
            implementation = SpendPolicyAccount(_deployRelease("SpendPolicyAccount", ""));
            factory = SpendPolicyFactory(_deployRelease("SpendPolicyFactory", abi.encode(implementation)));
            router = PrivatePayRouter(_deployRelease("PrivatePayRouter", abi.encode(factory, permit2)));
            announcer = StealthAnnouncer(_deployRelease("StealthAnnouncer", ""));
        } else {
            implementation = new SpendPolicyAccount();
            factory = new SpendPolicyFactory(address(implementation));
            router = new PrivatePayRouter(address(factory), address(permit2));
            announcer = new StealthAnnouncer();
        }
        ledger = _deployLedger(address(token));
    }

    function _deployLedger(address token_) internal returns (ShieldVault) {
        if (!_isRelease()) return new ShieldVault(token_);
        return ShieldVault(_deployRelease("ShieldVault", abi.encode(token_)));
    }

    /// @dev A policy that the factory accepts.
    function _policy(uint8 mode) internal view returns (Policy memory) {
        return Policy({
            token: address(token),
            cosigner: cosigner,
            vaultHash: _hashOf(vault),
            target: target,
            maxAmount: CAP,
            perPullMax: mode == PULL ? PULL_CAP : 0,
            expiry: expiry,
            interval: mode == PULL ? INTERVAL : 0,
            mode: mode
        });
    }

    /// @dev A funded box with the usual policy.
    function _box(uint8 mode) internal returns (ISpendPolicyAccount) {
        return _box(_policy(mode));
    }

    /// @dev A box that holds its cap, if its token is the usual one.
    function _box(Policy memory p) internal returns (ISpendPolicyAccount box) {
        box = ISpendPolicyAccount(factory.createAccount(ownerHash, BOX_SALT, p));
        if (p.token == address(token)) token.mint(address(box), CAP);
    }

    function _hashOf(address account) internal pure returns (bytes32) {
        return keccak256(abi.encode(account));
    }

    /// @dev The co-signer's signature for the box's next spend.
    function _cosign(ISpendPolicyAccount box, uint256 amount, uint8 action) internal view returns (bytes memory) {
        return _sign(cosignerKey, _spendDigest(box, amount, box.nonce(), action));
    }

    function _pay(ISpendPolicyAccount box, uint256 amount) internal {
        bytes memory signature = _cosign(box, amount, PAY);
        vm.prank(stranger);
        box.pay(amount, signature);
    }

    function _pull(ISpendPolicyAccount box, uint256 amount) internal {
        bytes memory signature = _cosign(box, amount, PULL);
        vm.prank(stranger);
        box.pull(amount, signature);
    }

    function _spendDigest(ISpendPolicyAccount box, uint256 amount, uint256 nonce, uint8 action)
        internal
        view
        returns (bytes32)
    {
        return _spendDigest(address(box), block.chainid, box.target(), amount, nonce, action);
    }

    function _spendDigest(address box, uint256 chainId, address to, uint256 amount, uint256 nonce, uint8 action)
        internal
        pure
        returns (bytes32)
    {
        return BoxDigests.spend(box, chainId, to, amount, nonce, action);
    }

    /// @dev The digest of a sweep that leaves the box open.
    function _sweepDigest(ISpendPolicyAccount box, uint256 sweepNonce, uint256 deadline)
        internal
        view
        returns (bytes32)
    {
        return _sweepDigest(address(box), block.chainid, vault, sweepNonce, deadline);
    }

    function _sweepDigest(address box, uint256 chainId, address vault_, uint256 sweepNonce, uint256 deadline)
        internal
        pure
        returns (bytes32)
    {
        return BoxDigests.sweep(box, chainId, vault_, sweepNonce, false, deadline);
    }

    /// @dev The effect of an EIP-7702 authorization: a delegation designator as the account's code.
    function _delegate(address account, address code) internal {
        vm.etch(account, abi.encodePacked(hex"ef0100", code));
        assertEq(account.code.length, 23);
    }

    /// @dev Limits the gas as a transaction does, so that a token that burns all of it behaves as on chain.
    function _assertRefused(address where, bytes memory data, bytes memory failure) internal {
        (bool success, bytes memory result) = where.call{gas: 5_000_000}(data);
        assertFalse(success, "not refused");
        assertEq(result, failure);
    }
}
