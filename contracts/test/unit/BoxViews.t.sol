// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {SpendPolicyAccount} from "../../src/SpendPolicyAccount.sol";
import {ISpendPolicyAccount} from "../../src/interfaces/ISpendPolicyAccount.sol";
import {Policy} from "../../src/types/Policy.sol";
import {BoxDigests} from "../BoxDigests.sol";
import {ShieldBase} from "../ShieldBase.t.sol";

contract BoxViewsTest is ShieldBase {
    function testFuzz_getters(Policy memory p, bytes32 owner, bytes32 salt, bool pulls) external {
        vm.assume(owner != 0 && p.vaultHash != 0 && p.token != address(0) && p.cosigner != address(0));
        vm.assume(p.target != address(0) && p.target != p.token && p.maxAmount != 0);
        p.mode = pulls ? PULL : PAY;
        p.interval = pulls ? uint40(bound(p.interval, 1, type(uint40).max)) : 0;
        if (!pulls) p.perPullMax = 0;
        ISpendPolicyAccount box = ISpendPolicyAccount(factory.createAccount(owner, salt, p));
        assertEq(box.token(), p.token);
        assertEq(box.cosigner(), p.cosigner);
        assertEq(box.vaultHash(), p.vaultHash);
        assertEq(box.target(), p.target);
        assertEq(box.maxAmount(), p.maxAmount);
        assertEq(box.perPullMax(), p.perPullMax == 0 || p.perPullMax > p.maxAmount ? p.maxAmount : p.perPullMax);
        assertEq(box.expiry(), p.expiry);
        assertEq(box.interval(), p.interval);
        assertEq(box.mode(), p.mode);
        assertEq(box.spent(), 0);
        assertEq(box.remaining(), p.maxAmount);
        assertEq(box.lastPull(), 0);
        assertEq(box.nonce(), 0);
        assertEq(box.sweepNonce(), 0);
        assertFalse(box.closed());
        (bytes32 ownerHash_, Policy memory all) = box.policy();
        assertEq(ownerHash_, owner);
        assertEq(abi.encode(all), abi.encode(p));
    }

    function testFuzz_digest(uint256 amount, uint8 action, uint64 chainId) external {
        ISpendPolicyAccount box = _box(PAY);
        _pay(box, 1);
        vm.chainId(bound(chainId, 1, type(uint64).max));
        assertEq(box.spendDigest(amount, action), _spendDigest(box, amount, 1, action));
        assertEq(box.domainSeparator(), BoxDigests.domain(address(box), block.chainid));
    }

    function test_eip712Domain() external {
        address box = address(_box(PAY));
        (bytes1 fields, string memory name, string memory version, uint256 chainId, address where, bytes32 salt,) =
            SpendPolicyAccount(box).eip712Domain();
        assertEq(fields, hex"0f");
        assertEq(name, "Holdfast SpendPolicy");
        assertEq(version, "1");
        assertEq(chainId, block.chainid);
        assertEq(where, box);
        assertEq(salt, 0);
    }

    function test_afterUse() external {
        ISpendPolicyAccount box = _box(PULL);
        (bytes32 ownerBefore, Policy memory before) = box.policy();
        _pull(box, AMOUNT);
        vm.prank(vault);
        box.sweepToVault(vault);
        box.sweepWithSignature(
            vault, false, type(uint256).max, _sign(vaultKey, _sweepDigest(box, 1, type(uint256).max))
        );
        (bytes32 ownerAfter, Policy memory afterwards) = box.policy();
        assertEq(ownerAfter, ownerBefore);
        assertEq(abi.encode(afterwards), abi.encode(before));
        assertEq(box.spent(), AMOUNT);
        assertEq(box.remaining(), CAP - AMOUNT);
        assertEq(box.lastPull(), block.timestamp);
        assertEq(box.nonce(), 3);
        assertEq(box.sweepNonce(), 2);
    }

    function test_error_NotABox() external {
        SpendPolicyAccount i = implementation;
        bytes[23] memory calls = [
            abi.encodeCall(i.pay, (AMOUNT, "")),
            abi.encodeCall(i.pull, (AMOUNT, "")),
            abi.encodeCall(i.sweepToVault, (address(this))),
            abi.encodeCall(i.sweepExpired, (address(this))),
            abi.encodeCall(i.sweepWithSignature, (address(this), false, type(uint256).max, "")),
            abi.encodeCall(i.policy, ()),
            abi.encodeCall(i.token, ()),
            abi.encodeCall(i.cosigner, ()),
            abi.encodeCall(i.vaultHash, ()),
            abi.encodeCall(i.target, ()),
            abi.encodeCall(i.maxAmount, ()),
            abi.encodeCall(i.perPullMax, ()),
            abi.encodeCall(i.expiry, ()),
            abi.encodeCall(i.interval, ()),
            abi.encodeCall(i.mode, ()),
            abi.encodeCall(i.spent, ()),
            abi.encodeCall(i.remaining, ()),
            abi.encodeCall(i.lastPull, ()),
            abi.encodeCall(i.nonce, ()),
            abi.encodeCall(i.sweepNonce, ()),
            abi.encodeCall(i.closeToVault, (address(this))),
            abi.encodeCall(i.closed, ()),
            abi.encodeCall(i.eip712Domain, ())
        ];
        for (uint256 k = 0; k < calls.length; ++k) {
            _notABox(calls[k]);
        }
        _notABox(abi.encodeCall(i.spendDigest, (AMOUNT, PAY)));
        _notABox(abi.encodeCall(i.domainSeparator, ()));
    }

    function test_noOtherFunctions() external {
        ISpendPolicyAccount box = _box(PAY);
        string[14] memory names = [
            "owner()",
            "vault()",
            "ownerHash()",
            "initialize()",
            "initialize(bytes32)",
            "init()",
            "implementation()",
            "upgradeTo(address)",
            "upgradeToAndCall(address,bytes)",
            "transferOwnership(address)",
            "setTarget(address)",
            "execute(address,uint256,bytes)",
            "sweep(address)",
            "isValidSignature(bytes32,bytes)"
        ];
        for (uint256 k = 0; k < names.length; ++k) {
            bytes memory data = abi.encodePacked(bytes4(keccak256(bytes(names[k]))), new bytes(96));
            vm.startPrank(vault);
            _assertRefused(address(box), data, "");
            _assertRefused(address(implementation), data, "");
            vm.stopPrank();
        }
        _assertRefused(address(box), "", "");
    }

    function test_takesNoNativeCoin() external {
        ISpendPolicyAccount box = _box(PAY);
        vm.deal(address(this), 1);
        (bool success,) = address(box).call{value: 1}("");
        assertFalse(success);
        (success,) = address(box).call{value: 1}(abi.encodeCall(box.pay, (AMOUNT, _cosign(box, AMOUNT, PAY))));
        assertFalse(success);
    }

    function _notABox(bytes memory data) private {
        _assertRefused(address(implementation), data, abi.encodeWithSelector(ISpendPolicyAccount.NotABox.selector));
    }
}
