// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IClaimVerifier} from "../../src/interfaces/IClaimVerifier.sol";
import {IProtectedTransfer} from "../../src/interfaces/IProtectedTransfer.sol";
import {Base} from "../Base.t.sol";
import {HostileVerifier, PreimageVerifier} from "../mocks/HostileVerifier.sol";

contract ClaimVerifierTest is Base {
    HostileVerifier private _verifier;
    bytes32 private _config;

    function setUp() public override {
        super.setUp();
        _verifier = new HostileVerifier();
        _config = transfers.createConfigWithVerifier(WINDOW, address(_verifier), 0, address(0));
    }

    function test_asksWithTheProof() external {
        uint256 id = _open(_config);
        _verifier.expectCall(abi.encodeCall(IClaimVerifier.verify, (id, CLAIM_HASH, stranger, hex"c0ffee")));
        vm.prank(stranger);
        assertTrue(transfers.claimWithProof(id, hex"c0ffee"));
        assertEq(token.balanceOf(recipient), AMOUNT);
    }

    function test_asksWithSaltAndCode() external {
        uint256 id = _open(_config);
        bytes memory proof = abi.encode(SALT, WRONG);
        _verifier.expectCall(abi.encodeCall(IClaimVerifier.verify, (id, CLAIM_HASH, stranger, proof)));
        vm.prank(stranger);
        assertTrue(transfers.claim(id, WRONG, SALT), "only the verifier decides");
        assertEq(token.balanceOf(recipient), AMOUNT);
    }

    function testFuzz_realVerifier(bytes calldata proof, bytes calldata wrong, address claimer) external {
        vm.assume(keccak256(proof) != keccak256(wrong));
        PreimageVerifier verifier = new PreimageVerifier();
        bytes32 config = transfers.createConfigWithVerifier(WINDOW, address(verifier), 50, feeTaker);
        uint256 id = _open(config, recipient, AMOUNT, keccak256(abi.encode(uint256(1), claimer, proof)));
        vm.startPrank(claimer);
        assertFalse(transfers.claimWithProof(id, wrong));
        assertTrue(transfers.claimWithProof(id, proof));
        assertEq(token.balanceOf(recipient), AMOUNT - AMOUNT / 200);
        assertEq(token.balanceOf(feeTaker), AMOUNT / 200);
    }

    /// @dev The built-in verifier asked by call agrees with the check done in place.
    function testFuzz_builtInByCall(bytes32 salt, string calldata code) external {
        bytes32 byCall = transfers.createConfigWithVerifier(WINDOW, address(codeVerifier), 0, address(0));
        uint256 a = _open(byCall);
        uint256 b = _open();
        assertFalse(transfers.claim(a, string.concat(code, "?"), salt));
        assertFalse(transfers.claim(b, string.concat(code, "?"), salt));
        assertTrue(transfers.claim(a, CODE, SALT));
        assertTrue(transfers.claim(b, CODE, SALT));
    }

    /// @dev A proof system may cost a million gas.
    function test_expensiveVerifier() external {
        _verifier.setManner(HostileVerifier.Manner.WORKS_HARD);
        uint256[2] memory ids = [_open(_config), _open(_config)];
        uint256 before = gasleft();
        assertTrue(transfers.claim{gas: 1_500_000}(ids[0], CODE, SALT));
        assertGt(before - gasleft(), 1_000_000);
        assertTrue(transfers.claimWithProof{gas: 1_500_000}(ids[1], "proof"));
        assertEq(token.balanceOf(recipient), 2 * AMOUNT);
    }

    function test_noCountsAndLocks() external {
        _verifier.setManner(HostileVerifier.Manner.NO);
        uint256 id = _open(_config);
        for (uint8 i = 1; i <= 5; ++i) {
            vm.expectEmit(address(transfers));
            emit IProtectedTransfer.ClaimAttemptFailed(id, address(this), i);
            assertFalse(transfers.claim(id, CODE, SALT));
        }
        _assertStatus(id, IProtectedTransfer.TransferStatus.LOCKED);
    }

    function test_error_VerifierReverted() external {
        uint256 id = _open(_config);
        HostileVerifier.Manner[3] memory manners =
            [HostileVerifier.Manner.REVERTS, HostileVerifier.Manner.REVERTS_HUGE, HostileVerifier.Manner.BURNS_GAS];
        for (uint256 i = 0; i < manners.length; ++i) {
            _verifier.setManner(manners[i]);
            bytes memory reason =
                abi.encodeWithSelector(IProtectedTransfer.VerifierReverted.selector, address(_verifier));
            vm.expectRevert(reason);
            transfers.claim{gas: 1_000_000}(id, CODE, SALT);
            vm.expectRevert(reason);
            transfers.claimWithProof{gas: 1_000_000}(id, "");
        }
        assertEq(transfers.attemptsRemaining(id), 5);
        // The sender still gets its money back.
        vm.prank(sender);
        transfers.cancel(id);
        assertEq(token.balanceOf(sender), FUNDS);
    }

    function test_error_InvalidVerifierAnswer() external {
        uint256 id = _open(_config);
        HostileVerifier.Manner[5] memory manners = [
            HostileVerifier.Manner.RETURNS_NOTHING,
            HostileVerifier.Manner.RETURNS_SHORT,
            HostileVerifier.Manner.RETURNS_LONG,
            HostileVerifier.Manner.RETURNS_HUGE,
            HostileVerifier.Manner.RETURNS_TWO
        ];
        for (uint256 i = 0; i < manners.length; ++i) {
            _verifier.setManner(manners[i]);
            vm.expectRevert(
                abi.encodeWithSelector(IProtectedTransfer.InvalidVerifierAnswer.selector, address(_verifier))
            );
            transfers.claim{gas: 1_000_000}(id, CODE, SALT);
        }
        assertEq(transfers.attemptsRemaining(id), 5);
    }

    /// @dev A verifier whose code is gone answers nothing.
    function test_error_vanishedVerifier() external {
        uint256 id = _open(_config);
        vm.etch(address(_verifier), "");
        vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.InvalidVerifierAnswer.selector, address(_verifier)));
        transfers.claim(id, CODE, SALT);
    }

    function test_behavior_cannotReenter() external {
        _verifier.setManner(HostileVerifier.Manner.REENTERS);
        uint256 id = _open(_config);
        assertTrue(transfers.claimWithProof(id, ""));
        assertEq(token.balanceOf(recipient), AMOUNT);
        _assertStatus(id, IProtectedTransfer.TransferStatus.CLAIMED);
    }

    /// @dev No gas limit turns an honest yes into a counted failure, not even when the verifier needs so much that the 64th
    /// it leaves behind would pay for counting.
    function testFuzz_gasNeverSpendsAnAttempt(uint256 gasLimit, bool hard) external {
        if (hard) _verifier.setManner(HostileVerifier.Manner.WORKS_HARD);
        gasLimit = bound(gasLimit, 20_000, hard ? 5_000_000 : 150_000);
        uint256 id = _open(_config);
        _cool();
        (bool success,) =
            address(transfers).call{gas: gasLimit}(abi.encodeCall(IProtectedTransfer.claim, (id, CODE, SALT)));
        assertEq(transfers.getTransfer(id).attempts, 0);
        assertEq(token.balanceOf(recipient), success ? AMOUNT : 0);
    }

    function test_codeConfigWithFeeChecksItself() external {
        uint256 id = _open(feeConfig);
        vm.expectCall(address(codeVerifier), "", 0);
        assertFalse(transfers.claim(id, WRONG, SALT));
        assertFalse(transfers.claimWithProof(id, abi.encode(SALT, WRONG)));
        assertTrue(transfers.claimWithProof(id, abi.encode(SALT, CODE)));
    }
}
