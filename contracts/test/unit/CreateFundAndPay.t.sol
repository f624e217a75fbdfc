// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Vm} from "forge-std/Vm.sol";

import {ISignatureTransfer} from "../../src/interfaces/ISignatureTransfer.sol";
import {ISpendPolicyAccount} from "../../src/interfaces/ISpendPolicyAccount.sol";
import {ISpendPolicyFactory} from "../../src/interfaces/ISpendPolicyFactory.sol";
import {Policy} from "../../src/types/Policy.sol";
import {ShieldBase} from "../ShieldBase.t.sol";
import {MockPermit2} from "../mocks/MockPermit2.sol";

contract CreateFundAndPayTest is ShieldBase {
    string private constant WITNESS =
        "PrivatePay witness)PrivatePay(address box)TokenPermissions(address token,uint256 amount)";
    uint256 private constant NONCE = 7;

    uint256 private _deadline;

    function setUp() public override {
        super.setUp();
        _deadline = block.timestamp + 10 minutes;
    }

    function testFuzz_pays(uint256 amount, uint256 gift, bytes32 salt) external {
        amount = bound(amount, 1, CAP);
        gift = bound(gift, 0, FUNDS);
        token.mint(address(router), gift);
        Policy memory p = _policy(PAY);
        address box = factory.predictAddress(ownerHash, salt, p);
        bytes memory cosignature = _cosigned(box, amount);
        bytes memory permit = _permit(box, amount);

        vm.expectEmit(address(factory));
        emit ISpendPolicyFactory.AccountCreated(box, ownerHash, target, salt, p);
        vm.expectEmit(box);
        emit ISpendPolicyAccount.Paid(target, amount, amount);
        vm.prank(sender);
        assertEq(router.createFundAndPay(ownerHash, salt, p, amount, cosignature, NONCE, _deadline, permit), box);
        assertEq(token.balanceOf(target), amount);
        assertEq(token.balanceOf(sender), FUNDS - amount);
        assertEq(token.balanceOf(box), 0);
        assertEq(token.balanceOf(address(router)), gift);
        assertEq(token.allowance(address(router), box), 0);
        assertEq(ISpendPolicyAccount(box).spent(), amount);
    }

    function test_error_policy() external {
        Policy memory p = _policy(PAY);
        p.maxAmount = 0;
        vm.expectRevert(ISpendPolicyFactory.ZeroMaxAmount.selector);
        _send(sender, p, AMOUNT, "", "");

        p = _policy(PULL);
        address box = factory.predictAddress(ownerHash, BOX_SALT, p);
        bytes memory cosignature = _sign(cosignerKey, _spendDigest(box, block.chainid, target, AMOUNT, 0, PULL));
        bytes memory permit = _permit(box, AMOUNT);
        vm.expectRevert(abi.encodeWithSelector(ISpendPolicyAccount.WrongMode.selector, PULL));
        _send(sender, p, AMOUNT, cosignature, permit);
        _assertUntouched(box);

        p = _policy(PAY);
        p.expiry = uint40(block.timestamp - 1);
        box = factory.predictAddress(ownerHash, BOX_SALT, p);
        cosignature = _cosigned(box, AMOUNT);
        permit = _permit(box, AMOUNT);
        vm.expectRevert(abi.encodeWithSelector(ISpendPolicyAccount.Expired.selector, p.expiry, block.timestamp));
        _send(sender, p, AMOUNT, cosignature, permit);
        _assertUntouched(box);
    }

    function test_error_cosigner() external {
        address box = _predicted();
        bytes memory permit = _permit(box, AMOUNT);
        bytes[4] memory wrong = [
            _cosigned(box, AMOUNT + 1),
            _cosigned(stranger, AMOUNT),
            _sign(senderKey, _spendDigest(box, block.chainid, target, AMOUNT, 0, PAY)),
            _sign(cosignerKey, _spendDigest(box, block.chainid, target, AMOUNT, 1, PAY))
        ];
        for (uint256 i = 0; i < wrong.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(ISpendPolicyAccount.NotCosigned.selector, cosigner));
            _send(sender, _policy(PAY), AMOUNT, wrong[i], permit);
            _assertUntouched(box);
        }
        _send(sender, _policy(PAY), AMOUNT, _cosigned(box, AMOUNT), permit);
        assertEq(token.balanceOf(target), AMOUNT);
    }

    /// @dev A permit names the box, and so owner hash, salt and every field of the policy.
    function test_error_permitForAnotherBox() external {
        bytes memory permit = _permit(_predicted(), AMOUNT);
        Policy memory p = _policy(PAY);
        p.target = stranger;
        _refused(p, ownerHash, BOX_SALT, permit);
        p = _policy(PAY);
        p.maxAmount += 1;
        _refused(p, ownerHash, BOX_SALT, permit);
        p = _policy(PAY);
        p.vaultHash = _hashOf(stranger);
        _refused(p, ownerHash, BOX_SALT, permit);
        _refused(_policy(PAY), keccak256("other"), BOX_SALT, permit);
        _refused(_policy(PAY), ownerHash, keccak256("other"), permit);
    }

    function test_error_permit() external {
        address box = _predicted();
        bytes memory cosignature = _cosigned(box, AMOUNT);
        bytes memory permit = _permit(box, AMOUNT);
        // A stranger who saw it cannot use it: the owner is always the caller.
        vm.expectRevert(MockPermit2.InvalidSigner.selector);
        _send(stranger, _policy(PAY), AMOUNT, cosignature, permit);
        bytes[6] memory wrong = [
            _permit(box, AMOUNT + 1),
            _permitFor(address(permit2), AMOUNT, address(router), NONCE, box, WITNESS),
            _permitFor(address(token), AMOUNT, stranger, NONCE, box, WITNESS),
            _permitFor(address(token), AMOUNT, address(router), NONCE + 1, box, WITNESS),
            _permitFor(
                address(token),
                AMOUNT,
                address(router),
                NONCE,
                box,
                "PrivatePay witness)PrivatePay(address account)TokenPermissions(address token,uint256 amount)"
            ),
            // A plain permit, without a witness.
            _sign(senderKey, permit2.permitDigest(address(token), AMOUNT, address(router), NONCE, _deadline))
        ];
        for (uint256 i = 0; i < wrong.length; ++i) {
            vm.expectRevert(MockPermit2.InvalidSigner.selector);
            _send(sender, _policy(PAY), AMOUNT, cosignature, wrong[i]);
            _assertUntouched(box);
        }
        vm.warp(_deadline + 1);
        vm.expectRevert(abi.encodeWithSelector(MockPermit2.SignatureExpired.selector, _deadline));
        _send(sender, _policy(PAY), AMOUNT, cosignature, permit);
        vm.warp(_deadline);
        _send(sender, _policy(PAY), AMOUNT, cosignature, permit);

        bytes memory second = _sign(cosignerKey, _spendDigest(box, block.chainid, target, AMOUNT, 1, PAY));
        vm.expectRevert(MockPermit2.InvalidNonce.selector);
        _send(sender, _policy(PAY), AMOUNT, second, permit);
        assertEq(token.balanceOf(target), AMOUNT);
    }

    /// @dev The full type of the witness, as Permit2's documentation requires.
    function test_witnessType() external view {
        ISignatureTransfer.PermitTransferFrom memory permit = _permitOf(address(token), AMOUNT, NONCE);
        bytes32 permitted =
            keccak256(abi.encode(keccak256("TokenPermissions(address token,uint256 amount)"), address(token), AMOUNT));
        bytes32 structHash = keccak256(
            abi.encode(
                keccak256(
                    "PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,PrivatePay witness)PrivatePay(address box)TokenPermissions(address token,uint256 amount)"
                ),
                permitted,
                address(router),
                NONCE,
                _deadline,
                _witness(stranger)
            )
        );
        bytes32 domain = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,uint256 chainId,address verifyingContract)"),
                keccak256("Permit2"),
                block.chainid,
                address(permit2)
            )
        );
        assertEq(
            permit2.witnessDigest(permit, address(router), _witness(stranger), WITNESS),
            keccak256(abi.encodePacked("\x19\x01", domain, structHash))
        );
    }

    function test_boxCreatedBefore() external {
        address box = _predicted();
        vm.prank(stranger);
        factory.createAccount(ownerHash, BOX_SALT, _policy(PAY));
        token.mint(box, 1);
        vm.recordLogs();
        _send(sender, _policy(PAY), AMOUNT, _cosigned(box, AMOUNT), _permit(box, AMOUNT));
        Vm.Log[] memory logs = vm.getRecordedLogs();
        for (uint256 i = 0; i < logs.length; ++i) {
            assertNotEq(logs[i].topics[0], ISpendPolicyFactory.AccountCreated.selector);
        }
        assertEq(token.balanceOf(target), AMOUNT);
        assertEq(token.balanceOf(box), 1, "moves are by amount");
    }

    /// @dev An account that takes the co-signature from pending calldata must pay with it.
    function test_error_cosignatureSpentFirst() external {
        address box = _predicted();
        bytes memory cosignature = _cosigned(box, AMOUNT);
        bytes memory permit = _permit(box, AMOUNT);
        token.mint(stranger, AMOUNT);
        vm.startPrank(stranger);
        factory.createAccount(ownerHash, BOX_SALT, _policy(PAY));
        assertTrue(token.transfer(box, AMOUNT));
        ISpendPolicyAccount(box).pay(AMOUNT, cosignature);
        vm.stopPrank();
        vm.expectRevert(abi.encodeWithSelector(ISpendPolicyAccount.NotCosigned.selector, cosigner));
        _send(sender, _policy(PAY), AMOUNT, cosignature, permit);
        assertEq(token.balanceOf(target), AMOUNT);
        assertEq(token.balanceOf(sender), FUNDS);
        assertEq(token.balanceOf(stranger), 0);
    }

    function test_error_overTheCap() external {
        address box = _predicted();
        bytes memory cosignature = _cosigned(box, CAP + 1);
        bytes memory permit = _permit(box, CAP + 1);
        vm.expectRevert(abi.encodeWithSelector(ISpendPolicyAccount.OverLimit.selector, CAP + 1, CAP));
        _send(sender, _policy(PAY), CAP + 1, cosignature, permit);
        _assertUntouched(box);
    }

    function test_error_blockedParties() external {
        address box = _predicted();
        bytes memory cosignature = _cosigned(box, AMOUNT);
        bytes memory permit = _permit(box, AMOUNT);
        address[3] memory parties = [sender, box, target];
        for (uint256 i = 0; i < parties.length; ++i) {
            _block(parties[i]);
            vm.expectRevert("Blocked address");
            _send(sender, _policy(PAY), AMOUNT, cosignature, permit);
            _unblock(parties[i]);
            _assertUntouched(box);
        }
        _send(sender, _policy(PAY), AMOUNT, cosignature, permit);
        assertEq(token.balanceOf(target), AMOUNT);
    }

    function _predicted() private view returns (address) {
        return factory.predictAddress(ownerHash, BOX_SALT, _policy(PAY));
    }

    function _cosigned(address box, uint256 amount) private view returns (bytes memory) {
        return _sign(cosignerKey, _spendDigest(box, block.chainid, target, amount, 0, PAY));
    }

    function _permit(address box, uint256 amount) private view returns (bytes memory) {
        return _permitFor(address(token), amount, address(router), NONCE, box, WITNESS);
    }

    function _permitFor(
        address token_,
        uint256 amount,
        address spender,
        uint256 nonce,
        address box,
        string memory witnessType
    ) private view returns (bytes memory) {
        return _sign(
            senderKey, permit2.witnessDigest(_permitOf(token_, amount, nonce), spender, _witness(box), witnessType)
        );
    }

    function _permitOf(address token_, uint256 amount, uint256 nonce)
        private
        view
        returns (ISignatureTransfer.PermitTransferFrom memory)
    {
        return ISignatureTransfer.PermitTransferFrom({
            permitted: ISignatureTransfer.TokenPermissions({token: token_, amount: amount}),
            nonce: nonce,
            deadline: _deadline
        });
    }

    function _witness(address box) private pure returns (bytes32) {
        return keccak256(abi.encode(keccak256("PrivatePay(address box)"), box));
    }

    function _send(address from, Policy memory p, uint256 amount, bytes memory cosignature, bytes memory permit)
        private
    {
        vm.prank(from);
        router.createFundAndPay(ownerHash, BOX_SALT, p, amount, cosignature, NONCE, _deadline, permit);
    }

    function _refused(Policy memory p, bytes32 owner, bytes32 salt, bytes memory permit) private {
        address box = factory.predictAddress(owner, salt, p);
        bytes memory cosignature = _sign(cosignerKey, _spendDigest(box, block.chainid, p.target, AMOUNT, 0, PAY));
        vm.expectRevert(MockPermit2.InvalidSigner.selector);
        vm.prank(sender);
        router.createFundAndPay(owner, salt, p, AMOUNT, cosignature, NONCE, _deadline, permit);
    }

    function _assertUntouched(address box) private view {
        assertEq(box.code.length, 0);
        assertFalse(permit2.used(sender, NONCE));
        assertEq(token.balanceOf(sender), FUNDS);
        assertEq(token.balanceOf(address(router)), 0);
        assertEq(token.balanceOf(target), 0);
    }
}
