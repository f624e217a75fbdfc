// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISignatureTransfer} from "../../src/interfaces/ISignatureTransfer.sol";
import {ISpendPolicyAccount} from "../../src/interfaces/ISpendPolicyAccount.sol";
import {Policy} from "../../src/types/Policy.sol";
import {ShieldBase} from "../ShieldBase.t.sol";
import {HostileToken} from "../mocks/HostileToken.sol";
import {Reentrant} from "../mocks/Reentrant.sol";

contract HostileBoxTokenTest is ShieldBase {
    uint256 private constant CALLS = 6;

    HostileToken private _token;
    /// @dev Signs everything, so as co-signer and vault it may call any function.
    Reentrant private _accomplice;

    function setUp() public override {
        super.setUp();
        _token = new HostileToken();
    }

    function test_badTransfersUseNothingUp() external {
        HostileToken.Manner[5] memory manners = [
            HostileToken.Manner.REVERTS,
            HostileToken.Manner.RETURNS_FALSE,
            HostileToken.Manner.RETURNS_NONSENSE,
            HostileToken.Manner.REVERTS_HUGE,
            HostileToken.Manner.BURNS_GAS
        ];
        for (uint8 mode = PAY; mode <= PULL; ++mode) {
            ISpendPolicyAccount box = _hostileBox(mode, cosigner, vault);
            bytes memory spend = mode == PAY
                ? abi.encodeCall(box.pay, (AMOUNT, _cosign(box, AMOUNT, PAY)))
                : abi.encodeCall(box.pull, (AMOUNT, _cosign(box, AMOUNT, PULL)));
            bytes memory signedSweep = abi.encodeCall(
                box.sweepWithSignature,
                (vault, false, type(uint256).max, _sign(vaultKey, _sweepDigest(box, 0, type(uint256).max)))
            );
            for (uint256 i = 0; i < manners.length; ++i) {
                _token.setManners(manners[i], HostileToken.Manner.HONEST, address(0));
                vm.startPrank(vault);
                _fails(address(box), spend);
                _fails(address(box), signedSweep);
                _fails(address(box), abi.encodeCall(box.sweepToVault, (vault)));
                vm.warp(uint256(expiry) + 1);
                _fails(address(box), abi.encodeCall(box.sweepExpired, (vault)));
                vm.warp(expiry - 1 days);
                vm.stopPrank();
                assertEq(box.nonce(), 0);
                assertEq(box.sweepNonce(), 0);
                assertEq(box.spent(), 0);
                assertEq(box.lastPull(), 0);
            }
            _token.setManners(HostileToken.Manner.HONEST, HostileToken.Manner.HONEST, address(0));
            (bool success,) = address(box).call(spend);
            assertTrue(success);
            assertEq(_token.balanceOf(target), AMOUNT * (uint256(mode) + 1));
        }
    }

    function test_noReturnDataWorks() external {
        _token.setManners(HostileToken.Manner.RETURNS_NOTHING, HostileToken.Manner.RETURNS_NOTHING, address(0));
        ISpendPolicyAccount box = _hostileBox(PULL, cosigner, vault);
        _pull(box, AMOUNT);
        assertEq(_token.balanceOf(target), AMOUNT);
        vm.prank(vault);
        box.sweepToVault(vault);
        assertEq(_token.balanceOf(vault), CAP - AMOUNT);
    }

    function test_error_routed() external {
        Policy memory p = _hostilePolicy(PAY, cosigner, vault);
        address box = factory.predictAddress(ownerHash, BOX_SALT, p);
        bytes memory cosignature = _sign(cosignerKey, _spendDigest(box, block.chainid, target, AMOUNT, 0, PAY));
        _token.mint(sender, 2 * AMOUNT);
        vm.prank(sender);
        _token.approve(address(permit2), AMOUNT);
        _routed(
            abi.encodeCall(
                router.createFundAndPay, (ownerHash, BOX_SALT, p, AMOUNT, cosignature, 1, expiry, _permit(box))
            ),
            box
        );
        p.maxAmount += 1;
        box = factory.predictAddress(ownerHash, BOX_SALT, p);
        cosignature = _sign(cosignerKey, _spendDigest(box, block.chainid, target, AMOUNT, 0, PAY));
        _routed(
            abi.encodeCall(
                router.createFundAndPayWithAuthorization,
                (sender, ownerHash, BOX_SALT, p, AMOUNT, 0, 0, 0, "", cosignature)
            ),
            box
        );
    }

    /// @dev The token misbehaves when it is pulled and when it is paid, and then behaves.
    function _routed(bytes memory call, address box) private {
        HostileToken.Manner[4] memory manners = [
            HostileToken.Manner.REVERTS,
            HostileToken.Manner.RETURNS_FALSE,
            HostileToken.Manner.REVERTS_HUGE,
            HostileToken.Manner.BURNS_GAS
        ];
        uint256 before = _token.balanceOf(sender);
        uint256 paid = _token.balanceOf(target);
        vm.startPrank(sender);
        for (uint256 i = 0; i < manners.length; ++i) {
            // A pull that returns false moved nothing, and leaves nothing to pay with.
            _token.setManners(HostileToken.Manner.HONEST, manners[i], address(0));
            _fails(address(router), call);
            _token.setManners(manners[i], HostileToken.Manner.HONEST, target);
            _fails(address(router), call);
            assertEq(box.code.length, 0);
            assertEq(_token.balanceOf(sender), before);
        }
        _token.setManners(HostileToken.Manner.HONEST, HostileToken.Manner.HONEST, address(0));
        (bool success,) = address(router).call(call);
        vm.stopPrank();
        assertTrue(success);
        assertEq(_token.balanceOf(target), paid + AMOUNT);
        assertEq(_token.balanceOf(sender), before - AMOUNT);
        assertEq(_token.balanceOf(address(router)), 0);
    }

    function _permit(address box) private view returns (bytes memory) {
        ISignatureTransfer.PermitTransferFrom memory permit = ISignatureTransfer.PermitTransferFrom({
            permitted: ISignatureTransfer.TokenPermissions({token: address(_token), amount: AMOUNT}),
            nonce: 1,
            deadline: expiry
        });
        bytes32 digest = permit2.witnessDigest(
            permit,
            address(router),
            keccak256(abi.encode(keccak256("PrivatePay(address box)"), box)),
            "PrivatePay witness)PrivatePay(address box)TokenPermissions(address token,uint256 amount)"
        );
        return _sign(senderKey, digest);
    }

    function test_reentrancy_everyPair() external {
        uint256 state = vm.snapshotState();
        uint256 outerWorked;
        uint256 innerWorked;
        for (uint256 i = 0; i < CALLS * CALLS * 8; ++i) {
            uint256 inner = 1 << ((i / 8) % CALLS);
            (bool worked, uint256 nested) =
                _reenter(i / 8 / CALLS, inner, i & 1 == 0 ? PAY : PULL, i & 2 == 0, i & 4 == 0);
            if (worked) ++outerWorked;
            if (worked) innerWorked += nested;
            vm.revertToState(state);
        }
        // The attack is real: nested calls do succeed, each as a separate call.
        assertGt(outerWorked, 50);
        assertGt(innerWorked, 10);
    }

    function testFuzz_reentrancy_anyMixture(uint256 outer, uint256 inner, bool pulls, bool before, bool late) external {
        _reenter(outer % CALLS, inner, pulls ? PULL : PAY, before, late);
    }

    /// @dev The accomplice calls `outer`, and when the token calls it back, the chosen others.
    function _reenter(uint256 outer, uint256 inner, uint8 mode, bool before, bool late)
        private
        returns (bool worked, uint256 nested)
    {
        // The accomplice must know its box, and the box its co-signer: the address it will have decides.
        address accomplice = vm.computeCreateAddress(address(this), vm.getNonce(address(this)));
        Policy memory p = _hostilePolicy(mode, accomplice, accomplice);
        ISpendPolicyAccount box = ISpendPolicyAccount(factory.predictAddress(ownerHash, BOX_SALT, p));
        _accomplice = new Reentrant(address(box));
        assertEq(address(_accomplice), accomplice);
        factory.createAccount(ownerHash, BOX_SALT, p);
        _token.mint(address(box), CAP);
        if (late) vm.warp(uint256(expiry) + 1);

        _accomplice.prepare(_chosen(box, inner));
        _token.setHook(accomplice, before);
        worked = _accomplice.execute(address(box), _call(box, outer));
        nested = _accomplice.succeeded();
        _token.setHook(address(0), false);

        uint256 paid = _token.balanceOf(target);
        assertEq(paid, box.spent(), "the target got what the box counts");
        assertLe(paid, CAP);
        assertEq(_token.balanceOf(accomplice), CAP - paid - _token.balanceOf(address(box)), "the vault got the rest");
        assertEq(box.nonce(), worked ? 1 + nested : 0, "every number is used once");
        assertLe(box.sweepNonce(), box.nonce());
        if (late) assertEq(paid, 0);
        if (mode == PULL) assertLe(paid, PULL_CAP, "one pull in one second");
    }

    function _chosen(ISpendPolicyAccount box, uint256 mask) private view returns (bytes[] memory calls) {
        uint256 count;
        for (uint256 i = 0; i < CALLS; ++i) {
            count += (mask >> i) & 1;
        }
        calls = new bytes[](count);
        for (uint256 i = 0; i < CALLS; ++i) {
            if ((mask >> i) & 1 == 1) calls[--count] = _call(box, i);
        }
    }

    function _call(ISpendPolicyAccount box, uint256 which) private view returns (bytes memory) {
        address accomplice = address(_accomplice);
        if (which == 0) return abi.encodeCall(box.pay, (AMOUNT, ""));
        if (which == 1) return abi.encodeCall(box.pull, (AMOUNT, ""));
        if (which == 2) return abi.encodeCall(box.sweepToVault, (accomplice));
        if (which == 3) return abi.encodeCall(box.sweepExpired, (accomplice));
        if (which == 4) return abi.encodeCall(box.sweepWithSignature, (accomplice, false, type(uint256).max, ""));
        return abi.encodeCall(box.pay, (CAP, ""));
    }

    function _hostileBox(uint8 mode, address cosigner_, address vault_) private returns (ISpendPolicyAccount box) {
        box = ISpendPolicyAccount(factory.createAccount(ownerHash, BOX_SALT, _hostilePolicy(mode, cosigner_, vault_)));
        _token.mint(address(box), CAP);
    }

    function _hostilePolicy(uint8 mode, address cosigner_, address vault_) private view returns (Policy memory p) {
        p = _policy(mode);
        (p.token, p.cosigner, p.vaultHash) = (address(_token), cosigner_, _hashOf(vault_));
    }

    function _fails(address where, bytes memory data) private {
        (bool success,) = where.call{gas: 3_000_000}(data);
        assertFalse(success);
    }
}
