// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISpendPolicyAccount} from "../../src/interfaces/ISpendPolicyAccount.sol";
import {Policy} from "../../src/types/Policy.sol";
import {BoxDigests} from "../BoxDigests.sol";
import {ShieldBase} from "../ShieldBase.t.sol";
import {ContractSigner, HostileSigner, SilentDelegate, SloppySigner} from "../mocks/ContractSigner.sol";

contract CoSignatureTest is ShieldBase {
    function test_error_otherValues() external {
        for (uint8 action = PAY; action <= PULL; ++action) {
            ISpendPolicyAccount box = _box(action);
            address where = address(box);
            uint256 chain = block.chainid;
            _refused(box, action, _sign(cosignerKey, _spendDigest(where, chain, target, AMOUNT + 1, 0, action)));
            _refused(box, action, _sign(cosignerKey, _spendDigest(where, chain, target, AMOUNT - 1, 0, action)));
            _refused(box, action, _sign(cosignerKey, _spendDigest(where, chain, target, AMOUNT, 1, action)));
            _refused(box, action, _sign(cosignerKey, _spendDigest(where, chain, target, AMOUNT, 0, 1 - action)));
            _refused(box, action, _sign(cosignerKey, _spendDigest(where, chain, stranger, AMOUNT, 0, action)));
            _refused(box, action, _sign(cosignerKey, _spendDigest(where, chain + 1, target, AMOUNT, 0, action)));
            _refused(box, action, _sign(cosignerKey, _spendDigest(stranger, chain, target, AMOUNT, 0, action)));
            _accepted(box, action, _sign(cosignerKey, _spendDigest(where, chain, target, AMOUNT, 0, action)));
        }
    }

    function testFuzz_error_anotherSigner(uint256 key) external {
        key = bound(key, 1, CURVE_ORDER - 1);
        vm.assume(key != cosignerKey);
        ISpendPolicyAccount box = _box(PAY);
        _refused(box, PAY, _sign(key, _spendDigest(box, AMOUNT, 0, PAY)));
    }

    /// @dev Neither the owner, the vault nor the target can replace the co-signer.
    function test_error_theOthersOfTheBox() external {
        ISpendPolicyAccount box = _box(PAY);
        _refused(box, PAY, _sign(vaultKey, _spendDigest(box, AMOUNT, 0, PAY)));
        vm.prank(vault);
        vm.expectRevert(abi.encodeWithSelector(ISpendPolicyAccount.NotCosigned.selector, cosigner));
        box.pay(AMOUNT, "");
        vm.prank(cosigner);
        vm.expectRevert(abi.encodeWithSelector(ISpendPolicyAccount.NotCosigned.selector, cosigner));
        box.pay(AMOUNT, "");
    }

    function test_error_replay() external {
        for (uint8 action = PAY; action <= PULL; ++action) {
            ISpendPolicyAccount box = _box(action);
            bytes memory signature = _cosign(box, AMOUNT, action);
            _accepted(box, action, signature);
            vm.warp(block.timestamp + INTERVAL);
            _refused(box, action, signature);
        }
    }

    /// @dev The same policy under another salt is another box.
    function test_error_onTheTwin() external {
        ISpendPolicyAccount box = _box(PAY);
        ISpendPolicyAccount twin =
            ISpendPolicyAccount(factory.createAccount(ownerHash, keccak256("twin"), _policy(PAY)));
        token.mint(address(twin), CAP);
        _refused(twin, PAY, _cosign(box, AMOUNT, PAY));
    }

    function test_error_afterASweep() external {
        ISpendPolicyAccount box = _box(PAY);
        bytes memory first = _cosign(box, AMOUNT, PAY);
        vm.prank(vault);
        box.sweepToVault(vault);
        token.mint(address(box), CAP);
        _refused(box, PAY, first);

        bytes memory second = _cosign(box, AMOUNT, PAY);
        box.sweepWithSignature(
            vault, false, type(uint256).max, _sign(vaultKey, _sweepDigest(box, box.sweepNonce(), type(uint256).max))
        );
        token.mint(address(box), CAP);
        _refused(box, PAY, second);
        _accepted(box, PAY, _cosign(box, AMOUNT, PAY));
    }

    function test_error_otherEncodings() external {
        for (uint8 action = PAY; action <= PULL; ++action) {
            ISpendPolicyAccount box = _box(action);
            bytes[] memory forms = _otherEncodings(cosignerKey, _spendDigest(box, AMOUNT, 0, action));
            for (uint256 i = 0; i < forms.length; ++i) {
                _refused(box, action, forms[i]);
            }
            _accepted(box, action, _cosign(box, AMOUNT, action));
        }
    }

    function testFuzz_error_randomBytes(bytes calldata signature) external {
        _refused(_box(PAY), PAY, signature);
    }

    function test_domainFollowsTheChain() external {
        ISpendPolicyAccount box = _box(PAY);
        bytes memory before = _cosign(box, AMOUNT, PAY);
        vm.chainId(99_999);
        assertEq(box.domainSeparator(), BoxDigests.domain(address(box), 99_999));
        _refused(box, PAY, before);
        _accepted(box, PAY, _cosign(box, AMOUNT, PAY));
    }

    function test_delegatedAccountSignsWithItsKey() external {
        ISpendPolicyAccount box = _box(PAY);
        _delegate(cosigner, address(new SilentDelegate()));
        _refused(box, PAY, _sign(cosignerKey ^ 1, _spendDigest(box, AMOUNT, 0, PAY)));
        _refused(box, PAY, "");
        _accepted(box, PAY, _cosign(box, AMOUNT, PAY));
    }

    function test_delegatedAccountAcceptsByItsCode() external {
        (address session, uint256 sessionKey) = makeAddrAndKey("session key");
        ISpendPolicyAccount box = _box(PULL);
        _delegate(cosigner, address(new ContractSigner(session)));
        _accepted(box, PULL, _sign(sessionKey, _spendDigest(box, AMOUNT, 0, PULL)));
    }

    function test_contractCosigner() external {
        for (uint8 action = PAY; action <= PULL; ++action) {
            ISpendPolicyAccount box = _boxCosignedBy(address(new ContractSigner(cosigner)), action);
            _refused(box, action, _sign(vaultKey, _spendDigest(box, AMOUNT, 0, action)));
            _refused(box, action, "");
            _accepted(box, action, _cosign(box, AMOUNT, action));
        }
    }

    function test_error_badContractCosigners() external {
        _refusedBy(address(new SloppySigner()));
        _refusedBy(address(new SilentDelegate()));
        _refusedBy(address(token));
        for (uint256 i = 0; i <= uint256(type(HostileSigner.Manner).max); ++i) {
            _refusedBy(address(new HostileSigner(HostileSigner.Manner(i))));
        }
    }

    /// @dev A precompile answers calls and has no code.
    function test_error_precompileCosigner() external {
        _refusedBy(address(4));
    }

    function _refusedBy(address by) private {
        for (uint8 action = PAY; action <= PULL; ++action) {
            ISpendPolicyAccount box = _boxCosignedBy(by, action);
            _refused(box, action, _cosign(box, AMOUNT, action));
            _refused(box, action, "");
        }
    }

    function _boxCosignedBy(address by, uint8 mode) private returns (ISpendPolicyAccount) {
        Policy memory p = _policy(mode);
        p.cosigner = by;
        return _box(p);
    }

    function _refused(ISpendPolicyAccount box, uint8 action, bytes memory signature) private {
        uint256 before = token.balanceOf(target);
        uint256 nonce = box.nonce();
        bytes memory failure = abi.encodeWithSelector(ISpendPolicyAccount.NotCosigned.selector, box.cosigner());
        _assertRefused(address(box), _call(action, signature), failure);
        assertEq(box.nonce(), nonce);
        assertEq(token.balanceOf(target), before);
    }

    function _accepted(ISpendPolicyAccount box, uint8 action, bytes memory signature) private {
        uint256 before = token.balanceOf(target);
        vm.prank(stranger);
        (bool success,) = address(box).call(_call(action, signature));
        assertTrue(success);
        assertEq(token.balanceOf(target), before + AMOUNT);
    }

    function _call(uint8 action, bytes memory signature) private pure returns (bytes memory) {
        return action == PAY
            ? abi.encodeCall(ISpendPolicyAccount.pay, (AMOUNT, signature))
            : abi.encodeCall(ISpendPolicyAccount.pull, (AMOUNT, signature));
    }
}
