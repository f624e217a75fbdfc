// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";
import {stdJson} from "forge-std/StdJson.sol";

import {SpendPolicyAccount} from "../../src/SpendPolicyAccount.sol";
import {SpendPolicyFactory} from "../../src/SpendPolicyFactory.sol";
import {IERC3009Receiver} from "../../src/interfaces/IERC3009Receiver.sol";
import {IPrivatePayRouter} from "../../src/interfaces/IPrivatePayRouter.sol";
import {IShieldVault} from "../../src/interfaces/IShieldVault.sol";
import {ISignatureTransfer} from "../../src/interfaces/ISignatureTransfer.sol";
import {ISpendPolicyAccount} from "../../src/interfaces/ISpendPolicyAccount.sol";
import {ISpendPolicyFactory} from "../../src/interfaces/ISpendPolicyFactory.sol";
import {IStealthAnnouncer} from "../../src/interfaces/IStealthAnnouncer.sol";
import {Policy} from "../../src/types/Policy.sol";
import {BoxDigests} from "../BoxDigests.sol";
import {ShieldBase} from "../ShieldBase.t.sol";

/// @notice The shield's vectors that Solidity and TypeScript share, against the contracts.
contract VectorsShieldTest is ShieldBase {
    using stdJson for string;

    string private _json;
    uint256 private _checked;

    function setUp() public override {
        super.setUp();
        _json = vm.readFile("vectors/shield.json");
        address where = _json.readAddress(".implementation");
        _place("SpendPolicyAccount", "", where);
        implementation = SpendPolicyAccount(where);
        where = _json.readAddress(".factory");
        _place("SpendPolicyFactory", abi.encode(implementation), where);
        factory = SpendPolicyFactory(where);
    }

    function test_typeHashes() external view {
        string[] memory types = vm.parseJsonKeys(_json, ".types");
        assertEq(types.length, 5);
        for (uint256 i = 0; i < types.length; ++i) {
            assertEq(keccak256(bytes(types[i])), _json.readBytes32(string.concat(".types['", types[i], "']")));
        }
    }

    function test_boxes() external {
        uint256 count;
        for (; _json.keyExists(_at(count, "")); ++count) {
            address box = _json.readAddress(_at(count, ".box"));
            Policy memory p = _policyAt(count);
            bytes32 owner = _json.readBytes32(_at(count, ".ownerHash"));
            bytes32 salt = _json.readBytes32(_at(count, ".salt"));
            assertEq(_hashOf(_json.readAddress(_at(count, ".owner"))), owner);
            assertEq(_hashOf(_json.readAddress(_at(count, ".vault"))), p.vaultHash);
            assertEq(factory.predictAddress(owner, salt, p), box);
            assertEq(factory.createAccount(owner, salt, p), box);
            assertEq(box.code, _json.readBytes(_at(count, ".code")));
            bytes32 initCodeHash = _json.readBytes32(_at(count, ".initCodeHash"));
            assertEq(vm.computeCreate2Address(0, initCodeHash, address(factory)), box);
            (bytes32 readOwner, Policy memory read) = ISpendPolicyAccount(box).policy();
            assertEq(readOwner, owner);
            assertEq(abi.encode(read), abi.encode(p));
            _digests(count, ISpendPolicyAccount(box), p);
        }
        assertEq(count, 5);
    }

    /// @dev The nonces are written at their storage offsets, so this pins the layout too.
    function _digests(uint256 i, ISpendPolicyAccount box, Policy memory p) private {
        vm.chainId(_json.readUint(_at(i, ".chainId")));
        assertEq(box.domainSeparator(), _json.readBytes32(_at(i, ".domainSeparator")));
        uint256 nonce = _json.readUint(_at(i, ".spend.nonce"));
        uint256 sweepNonce = _json.readUint(_at(i, ".sweep.sweepNonce"));
        vm.store(address(box), 0, bytes32((nonce << 168) | (sweepNonce << 216)));
        assertEq(box.nonce(), nonce);
        assertEq(box.sweepNonce(), sweepNonce);
        assertEq(box.spent(), 0);
        assertEq(box.lastPull(), 0);
        uint256 amount = _json.readUint(_at(i, ".spend.amount"));
        uint8 action = uint8(_json.readUint(_at(i, ".spend.action")));
        assertEq(box.spendDigest(amount, action), _json.readBytes32(_at(i, ".spend.digest")));
        assertEq(
            BoxDigests.sweep(
                address(box),
                block.chainid,
                _json.readAddress(_at(i, ".vault")),
                sweepNonce,
                _json.readBool(_at(i, ".sweep.close")),
                _json.readUint(_at(i, ".sweep.deadline"))
            ),
            _json.readBytes32(_at(i, ".sweep.digest"))
        );
        assertEq(
            keccak256(abi.encode(keccak256("PrivatePay(address box)"), address(box))),
            _json.readBytes32(_at(i, ".witness"))
        );
        assertEq(
            keccak256(abi.encode(address(box), _json.readBytes32(_at(i, ".authorization.nonceSalt")))),
            _json.readBytes32(_at(i, ".authorization.nonce"))
        );
        assertEq(p.mode, action);
    }

    function test_selectors() external {
        _selector("createAccount(bytes32,bytes32,", ")", ISpendPolicyFactory.createAccount.selector);
        _selector("predictAddress(bytes32,bytes32,", ")", ISpendPolicyFactory.predictAddress.selector);
        _selector("implementation()", ISpendPolicyFactory.implementation.selector);
        _selector("pay(uint256,bytes)", ISpendPolicyAccount.pay.selector);
        _selector("pull(uint256,bytes)", ISpendPolicyAccount.pull.selector);
        _selector("sweepToVault(address)", ISpendPolicyAccount.sweepToVault.selector);
        _selector("closeToVault(address)", ISpendPolicyAccount.closeToVault.selector);
        _selector("closed()", ISpendPolicyAccount.closed.selector);
        _selector("eip712Domain()", ISpendPolicyAccount.eip712Domain.selector);
        _selector("sweepExpired(address)", ISpendPolicyAccount.sweepExpired.selector);
        _selector("sweepWithSignature(address,bool,uint256,bytes)", ISpendPolicyAccount.sweepWithSignature.selector);
        _selector("policy()", ISpendPolicyAccount.policy.selector);
        _selector("token()", ISpendPolicyAccount.token.selector);
        _selector("cosigner()", ISpendPolicyAccount.cosigner.selector);
        _selector("vaultHash()", ISpendPolicyAccount.vaultHash.selector);
        _selector("target()", ISpendPolicyAccount.target.selector);
        _selector("maxAmount()", ISpendPolicyAccount.maxAmount.selector);
        _selector("perPullMax()", ISpendPolicyAccount.perPullMax.selector);
        _selector("expiry()", ISpendPolicyAccount.expiry.selector);
        _selector("interval()", ISpendPolicyAccount.interval.selector);
        _selector("mode()", ISpendPolicyAccount.mode.selector);
        _selector("spent()", ISpendPolicyAccount.spent.selector);
        _selector("remaining()", ISpendPolicyAccount.remaining.selector);
        _selector("lastPull()", ISpendPolicyAccount.lastPull.selector);
        _selector("nonce()", ISpendPolicyAccount.nonce.selector);
        _selector("sweepNonce()", ISpendPolicyAccount.sweepNonce.selector);
        _selector("spendDigest(uint256,uint8)", ISpendPolicyAccount.spendDigest.selector);
        _selector("domainSeparator()", ISpendPolicyAccount.domainSeparator.selector);
        _selector(
            "createFundAndPay(bytes32,bytes32,",
            ",uint256,bytes,uint256,uint256,bytes)",
            IPrivatePayRouter.createFundAndPay.selector
        );
        _selector(
            "createFundAndPayWithAuthorization(address,bytes32,bytes32,",
            ",uint256,uint256,uint256,bytes32,bytes,bytes)",
            IPrivatePayRouter.createFundAndPayWithAuthorization.selector
        );
        _selector("announce(uint256,address,bytes,bytes)", IStealthAnnouncer.announce.selector);
        _selector("balanceOf(address)", IShieldVault.balanceOf.selector);
        _selector("deposit(uint256)", IShieldVault.deposit.selector);
        _selector("depositFor(address,uint256)", IShieldVault.depositFor.selector);
        _selector("fundAccount(address,uint256)", IShieldVault.fundAccount.selector);
        _selector("withdraw(address,uint256)", IShieldVault.withdraw.selector);
        _selector(
            "permitWitnessTransferFrom(((address,uint256),uint256,uint256),(address,uint256),address,bytes32,string,bytes)",
            ISignatureTransfer.permitWitnessTransferFrom.selector
        );
        _complete("selectors");
    }

    function test_topics() external {
        _topic(
            "AccountCreated(address,bytes32,address,bytes32,(address,address,bytes32,address,uint256,uint256,uint40,uint40,uint8))",
            ISpendPolicyFactory.AccountCreated.selector
        );
        _topic("Closed()", ISpendPolicyAccount.Closed.selector);
        _topic("Paid(address,uint256,uint256)", ISpendPolicyAccount.Paid.selector);
        _topic("Pulled(address,uint256,uint256)", ISpendPolicyAccount.Pulled.selector);
        _topic("SweptToVault(uint256)", ISpendPolicyAccount.SweptToVault.selector);
        _topic("Announcement(uint256,address,address,bytes,bytes)", IStealthAnnouncer.Announcement.selector);
        _topic("AccountFunded(address,address,uint256)", IShieldVault.AccountFunded.selector);
        _topic("Deposited(address,address,uint256)", IShieldVault.Deposited.selector);
        _topic("Withdrawn(address,address,uint256)", IShieldVault.Withdrawn.selector);
        _complete("topics");
    }

    function test_errors() external {
        _error("IntervalWithoutPull(uint40)", ISpendPolicyFactory.IntervalWithoutPull.selector);
        _error("InvalidTarget(address)", ISpendPolicyFactory.InvalidTarget.selector);
        _error("PullCapWithoutPull(uint256)", ISpendPolicyFactory.PullCapWithoutPull.selector);
        _error("BoxClosed()", ISpendPolicyAccount.BoxClosed.selector);
        _error("PullWithoutInterval()", ISpendPolicyFactory.PullWithoutInterval.selector);
        _error("UnknownMode(uint8)", ISpendPolicyFactory.UnknownMode.selector);
        _error("ZeroCosigner()", ISpendPolicyFactory.ZeroCosigner.selector);
        _error("ZeroMaxAmount()", ISpendPolicyFactory.ZeroMaxAmount.selector);
        _error("ZeroOwnerHash()", ISpendPolicyFactory.ZeroOwnerHash.selector);
        _error("ZeroTarget()", ISpendPolicyFactory.ZeroTarget.selector);
        _error("ZeroToken()", ISpendPolicyFactory.ZeroToken.selector);
        _error("ZeroVaultHash()", ISpendPolicyFactory.ZeroVaultHash.selector);
        _error("Expired(uint40,uint256)", ISpendPolicyAccount.Expired.selector);
        _error("InvalidSignature(address)", ISpendPolicyAccount.InvalidSignature.selector);
        _error("NotABox()", ISpendPolicyAccount.NotABox.selector);
        _error("NotCosigned(address)", ISpendPolicyAccount.NotCosigned.selector);
        _error("NotExpired(uint40,uint256)", ISpendPolicyAccount.NotExpired.selector);
        _error("NotVault(address)", ISpendPolicyAccount.NotVault.selector);
        _error("OverLimit(uint256,uint256)", ISpendPolicyAccount.OverLimit.selector);
        _error("OverPullCap(uint256,uint256)", ISpendPolicyAccount.OverPullCap.selector);
        _error("SafeCastOverflowedUintDowncast(uint8,uint256)", SafeCast.SafeCastOverflowedUintDowncast.selector);
        _error("SafeERC20FailedOperation(address)", SafeERC20.SafeERC20FailedOperation.selector);
        _error("SignatureExpired(uint256,uint256)", ISpendPolicyAccount.SignatureExpired.selector);
        _error("TooSoon(uint256,uint256)", ISpendPolicyAccount.TooSoon.selector);
        _error("WrongMode(uint8)", ISpendPolicyAccount.WrongMode.selector);
        _error("ZeroAmount()", ISpendPolicyAccount.ZeroAmount.selector);
        _error("InsufficientBalance(address,uint256,uint256)", IShieldVault.InsufficientBalance.selector);
        _error("InvalidReceiver(address)", IShieldVault.InvalidReceiver.selector);
        _error("ZeroOwner()", IShieldVault.ZeroOwner.selector);
        _complete("errors");
    }

    function _policyAt(uint256 i) private view returns (Policy memory p) {
        p.token = _json.readAddress(_at(i, ".policy.token"));
        p.cosigner = _json.readAddress(_at(i, ".policy.cosigner"));
        p.vaultHash = _json.readBytes32(_at(i, ".policy.vaultHash"));
        p.target = _json.readAddress(_at(i, ".policy.target"));
        p.maxAmount = _json.readUint(_at(i, ".policy.maxAmount"));
        p.perPullMax = _json.readUint(_at(i, ".policy.perPullMax"));
        p.expiry = uint40(_json.readUint(_at(i, ".policy.expiry")));
        p.interval = uint40(_json.readUint(_at(i, ".policy.interval")));
        p.mode = uint8(_json.readUint(_at(i, ".policy.mode")));
    }

    /// @dev Runs a constructor at a chosen address, so that immutables have the right values.
    function _place(string memory name, bytes memory args, address where) private {
        bytes memory creation = _isRelease() ? _releaseCode(name) : vm.getCode(string.concat(name, ".sol:", name));
        vm.etch(where, abi.encodePacked(creation, args));
        (bool success, bytes memory runtime) = where.call("");
        assertTrue(success);
        vm.etch(where, runtime);
    }

    function _selector(string memory head, string memory tail, bytes4 actual) private {
        string memory tuple = "(address,address,bytes32,address,uint256,uint256,uint40,uint40,uint8)";
        _selector(string.concat(head, tuple, tail), actual);
    }

    function _selector(string memory signature, bytes4 actual) private {
        _check("selectors", signature, abi.encodePacked(actual));
    }

    function _topic(string memory signature, bytes32 actual) private {
        _check("topics", signature, abi.encodePacked(actual));
    }

    function _error(string memory signature, bytes4 actual) private {
        _check("errors", signature, abi.encodePacked(actual));
    }

    function _check(string memory group, string memory signature, bytes memory actual) private {
        bytes memory expected = _json.readBytes(string.concat(".", group, "['", signature, "']"));
        assertEq(actual, expected, signature);
        ++_checked;
    }

    /// @dev Every vector of the group was read.
    function _complete(string memory group) private view {
        assertEq(_checked, vm.parseJsonKeys(_json, string.concat(".", group)).length);
    }

    function _at(uint256 index, string memory field) private pure returns (string memory) {
        return string.concat(".boxes[", vm.toString(index), "]", field);
    }
}
