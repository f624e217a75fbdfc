// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISpendPolicyAccount} from "../../src/interfaces/ISpendPolicyAccount.sol";
import {Policy} from "../../src/types/Policy.sol";
import {BoxDigests} from "../BoxDigests.sol";
import {ShieldBase} from "../ShieldBase.t.sol";
import {ContractSigner, HostileSigner, SilentDelegate, SloppySigner} from "../mocks/ContractSigner.sol";

contract SweepWithSignatureTest is ShieldBase {
    uint256 private constant FOREVER = type(uint256).max;

    function testFuzz_sweeps(address submitter, uint256 deadline, bool pulls) external {
        deadline = bound(deadline, block.timestamp, FOREVER);
        ISpendPolicyAccount box = _box(pulls ? PULL : PAY);
        bytes memory signature = _sign(vaultKey, _sweepDigest(box, 0, deadline));
        vm.expectEmit(address(box));
        emit ISpendPolicyAccount.SweptToVault(CAP);
        vm.prank(submitter);
        box.sweepWithSignature(vault, false, deadline, signature);
        assertEq(token.balanceOf(vault), CAP);
        assertEq(box.nonce(), 1);
        assertEq(box.sweepNonce(), 1);
        assertEq(box.spent(), 0);
    }

    function test_afterTheLastSecondOfTheBox() external {
        ISpendPolicyAccount box = _box(PAY);
        vm.warp(uint256(expiry) + 1000);
        _accepted(box, FOREVER, _sign(vaultKey, _sweepDigest(box, 0, FOREVER)));
    }

    function test_deadlineToTheSecond() external {
        ISpendPolicyAccount box = _box(PAY);
        uint256 deadline = block.timestamp + 100;
        bytes memory signature = _sign(vaultKey, _sweepDigest(box, 0, deadline));
        vm.warp(deadline + 1);
        vm.expectRevert(abi.encodeWithSelector(ISpendPolicyAccount.SignatureExpired.selector, deadline, deadline + 1));
        box.sweepWithSignature(vault, false, deadline, signature);
        vm.warp(deadline);
        _accepted(box, deadline, signature);
    }

    function test_numbersOfItsOwn() external {
        ISpendPolicyAccount box = _box(PAY);
        bytes memory first = _sign(vaultKey, _sweepDigest(box, 0, FOREVER));
        _pay(box, AMOUNT);
        assertEq(box.nonce(), 1);
        assertEq(box.sweepNonce(), 0);
        _accepted(box, FOREVER, first);
        assertEq(box.nonce(), 2);
        assertEq(box.sweepNonce(), 1);

        token.mint(address(box), CAP);
        _refused(box, vault, FOREVER, first);
        _accepted(box, FOREVER, _sign(vaultKey, _sweepDigest(box, 1, FOREVER)));
        assertEq(box.sweepNonce(), 2);
    }

    /// @dev An old signature must not sweep or close a box that was funded again later.
    function test_error_anotherSweepCameBetween() external {
        for (uint256 way = 0; way < 3; ++way) {
            Policy memory p = _policy(PAY);
            p.maxAmount = CAP + way;
            ISpendPolicyAccount box = _box(p);
            bytes memory waiting = _sign(vaultKey, _sweepDigest(box, 0, FOREVER));
            vm.startPrank(vault);
            if (way == 0) box.sweepToVault(vault);
            if (way == 1) box.closeToVault(vault);
            vm.stopPrank();
            if (way == 2) {
                bytes32 digest = BoxDigests.sweep(address(box), block.chainid, vault, 0, true, FOREVER);
                box.sweepWithSignature(vault, true, FOREVER, _sign(vaultKey, digest));
            }
            token.mint(address(box), CAP);
            _refused(box, vault, FOREVER, waiting);
        }
    }

    function test_closes() external {
        ISpendPolicyAccount box = _box(PAY);
        bytes32 digest = BoxDigests.sweep(address(box), block.chainid, vault, 0, true, FOREVER);
        bytes memory closing = _sign(vaultKey, digest);
        // Whether it closes is part of what is signed.
        _refused(box, vault, FOREVER, closing);
        bytes memory open = _sign(vaultKey, _sweepDigest(box, 0, FOREVER));
        vm.expectRevert(abi.encodeWithSelector(ISpendPolicyAccount.InvalidSignature.selector, vault));
        box.sweepWithSignature(vault, true, FOREVER, open);

        vm.expectEmit(address(box));
        emit ISpendPolicyAccount.Closed();
        vm.prank(stranger);
        box.sweepWithSignature(vault, true, FOREVER, closing);
        assertTrue(box.closed());
        assertEq(token.balanceOf(vault), CAP);
    }

    function test_nothingToTake() external {
        ISpendPolicyAccount box = ISpendPolicyAccount(factory.createAccount(ownerHash, BOX_SALT, _policy(PAY)));
        bytes memory signature = _sign(vaultKey, _sweepDigest(box, 0, FOREVER));
        vm.expectEmit(address(box));
        emit ISpendPolicyAccount.SweptToVault(0);
        box.sweepWithSignature(vault, false, FOREVER, signature);
        assertEq(box.nonce(), 1);
    }

    function test_error_otherValues() external {
        ISpendPolicyAccount box = _box(PAY);
        address where = address(box);
        uint256 chain = block.chainid;
        _refused(box, vault, FOREVER, _sign(vaultKey, _sweepDigest(where, chain, stranger, 0, FOREVER)));
        _refused(box, vault, FOREVER, _sign(vaultKey, _sweepDigest(where, chain, vault, 1, FOREVER)));
        _refused(box, vault, FOREVER, _sign(vaultKey, _sweepDigest(where, chain, vault, 0, FOREVER - 1)));
        _refused(box, vault, FOREVER, _sign(vaultKey, _sweepDigest(where, chain + 1, vault, 0, FOREVER)));
        _refused(box, vault, FOREVER, _sign(vaultKey, _sweepDigest(stranger, chain, vault, 0, FOREVER)));
        _refused(box, vault, FOREVER, _sign(cosignerKey, _sweepDigest(where, chain, vault, 0, FOREVER)));
        _refused(box, vault, FOREVER, _sign(vaultKey, _spendDigest(box, AMOUNT, 0, PAY)));
        _accepted(box, FOREVER, _sign(vaultKey, _sweepDigest(where, chain, vault, 0, FOREVER)));
    }

    function testFuzz_error_anotherSigner(uint256 key) external {
        key = bound(key, 1, CURVE_ORDER - 1);
        vm.assume(key != vaultKey);
        ISpendPolicyAccount box = _box(PAY);
        _refused(box, vault, FOREVER, _sign(key, _sweepDigest(box, 0, FOREVER)));
    }

    /// @dev A valid signature of another account cannot sweep the box to that account.
    function testFuzz_error_NotVault(uint256 key) external {
        key = bound(key, 1, CURVE_ORDER - 1);
        vm.assume(key != vaultKey);
        address other = vm.addr(key);
        ISpendPolicyAccount box = _box(PAY);
        bytes memory signature = _sign(key, _sweepDigest(address(box), block.chainid, other, 0, FOREVER));
        vm.expectRevert(abi.encodeWithSelector(ISpendPolicyAccount.NotVault.selector, other));
        box.sweepWithSignature(other, false, FOREVER, signature);
        assertEq(box.sweepNonce(), 0);
    }

    /// @dev Neither with code that signs everything, nor with the zero address that a broken signature recovers to.
    function test_error_NotVault_yesMen() external {
        ISpendPolicyAccount box = _box(PAY);
        YesMan yes = new YesMan();
        vm.expectRevert(abi.encodeWithSelector(ISpendPolicyAccount.NotVault.selector, address(yes)));
        box.sweepWithSignature(address(yes), false, FOREVER, "");
        _refused(box, address(0), FOREVER, new bytes(65));
        _refused(box, address(0), FOREVER, "");
    }

    function test_error_otherEncodings() external {
        ISpendPolicyAccount box = _box(PAY);
        bytes[] memory forms = _otherEncodings(vaultKey, _sweepDigest(box, 0, FOREVER));
        for (uint256 i = 0; i < forms.length; ++i) {
            _refused(box, vault, FOREVER, forms[i]);
        }
    }

    function testFuzz_error_randomBytes(bytes calldata signature) external {
        _refused(_box(PAY), vault, FOREVER, signature);
    }

    function test_domainFollowsTheChain() external {
        ISpendPolicyAccount box = _box(PAY);
        bytes memory before = _sign(vaultKey, _sweepDigest(box, 0, FOREVER));
        vm.chainId(99_999);
        _refused(box, vault, FOREVER, before);
        _accepted(box, FOREVER, _sign(vaultKey, _sweepDigest(box, 0, FOREVER)));
    }

    function test_delegatedVault() external {
        ISpendPolicyAccount box = _box(PAY);
        _delegate(vault, address(new SilentDelegate()));
        _refused(box, vault, FOREVER, _sign(vaultKey ^ 1, _sweepDigest(box, 0, FOREVER)));
        _accepted(box, FOREVER, _sign(vaultKey, _sweepDigest(box, 0, FOREVER)));
    }

    function test_delegatedVaultAcceptsByItsCode() external {
        (address session, uint256 sessionKey) = makeAddrAndKey("session key");
        ISpendPolicyAccount box = _box(PAY);
        _delegate(vault, address(new ContractSigner(session)));
        _accepted(box, FOREVER, _sign(sessionKey, _sweepDigest(box, 0, FOREVER)));
    }

    function test_contractVault() external {
        address wallet = address(new ContractSigner(vault));
        ISpendPolicyAccount box = _boxOf(wallet);
        bytes32 digest = _sweepDigest(address(box), block.chainid, wallet, 0, FOREVER);
        _refused(box, wallet, FOREVER, _sign(cosignerKey, digest));
        box.sweepWithSignature(wallet, false, FOREVER, _sign(vaultKey, digest));
        assertEq(token.balanceOf(wallet), CAP);
    }

    function test_error_badContractVaults() external {
        _refusedBy(address(new SloppySigner()));
        _refusedBy(address(new SilentDelegate()));
        for (uint256 i = 0; i <= uint256(type(HostileSigner.Manner).max); ++i) {
            _refusedBy(address(new HostileSigner(HostileSigner.Manner(i))));
        }
    }

    function test_error_blockedVault() external {
        ISpendPolicyAccount box = _box(PAY);
        bytes memory signature = _sign(vaultKey, _sweepDigest(box, 0, FOREVER));
        _block(vault);
        vm.expectRevert("Blocked address");
        box.sweepWithSignature(vault, false, FOREVER, signature);
        assertEq(box.sweepNonce(), 0);
        _unblock(vault);
        _accepted(box, FOREVER, signature);
    }

    function test_error_NotABox() external {
        vm.expectRevert(ISpendPolicyAccount.NotABox.selector);
        implementation.sweepWithSignature(vault, false, FOREVER, "");
    }

    function _boxOf(address vault_) private returns (ISpendPolicyAccount) {
        Policy memory p = _policy(PAY);
        p.vaultHash = _hashOf(vault_);
        return _box(p);
    }

    function _refusedBy(address vault_) private {
        ISpendPolicyAccount box = _boxOf(vault_);
        bytes32 digest = _sweepDigest(address(box), block.chainid, vault_, 0, FOREVER);
        _refused(box, vault_, FOREVER, _sign(vaultKey, digest));
        _refused(box, vault_, FOREVER, "");
    }

    function _refused(ISpendPolicyAccount box, address vault_, uint256 deadline, bytes memory signature) private {
        uint256 nonce = box.nonce();
        uint256 held = token.balanceOf(address(box));
        _assertRefused(
            address(box),
            abi.encodeCall(box.sweepWithSignature, (vault_, false, deadline, signature)),
            abi.encodeWithSelector(ISpendPolicyAccount.InvalidSignature.selector, vault_)
        );
        assertEq(box.nonce(), nonce);
        assertEq(token.balanceOf(address(box)), held);
    }

    function _accepted(ISpendPolicyAccount box, uint256 deadline, bytes memory signature) private {
        uint256 held = token.balanceOf(address(box));
        uint256 before = token.balanceOf(vault);
        vm.prank(stranger);
        box.sweepWithSignature(vault, false, deadline, signature);
        assertEq(token.balanceOf(vault), before + held);
        assertEq(token.balanceOf(address(box)), 0);
    }
}

/// @notice Signs everything.
contract YesMan {
    function isValidSignature(bytes32, bytes calldata) external pure returns (bytes4) {
        return 0x1626ba7e;
    }
}
