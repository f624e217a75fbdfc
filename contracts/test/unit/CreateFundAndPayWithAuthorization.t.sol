// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISpendPolicyAccount} from "../../src/interfaces/ISpendPolicyAccount.sol";
import {ISpendPolicyFactory} from "../../src/interfaces/ISpendPolicyFactory.sol";
import {Policy} from "../../src/types/Policy.sol";
import {ShieldBase} from "../ShieldBase.t.sol";
import {ContractSigner} from "../mocks/ContractSigner.sol";

contract CreateFundAndPayWithAuthorizationTest is ShieldBase {
    bytes32 private constant NONCE_SALT = keccak256("nonce salt");
    uint256 private constant FOREVER = type(uint256).max;

    function testFuzz_pays(uint256 amount, uint256 gift, bytes32 salt, bytes32 nonceSalt, address submitter) external {
        amount = bound(amount, 1, CAP);
        gift = bound(gift, 0, FUNDS);
        token.mint(address(router), gift);
        Policy memory p = _policy(PAY);
        address box = factory.predictAddress(ownerHash, salt, p);
        bytes memory cosignature = _cosigned(box, amount);
        bytes memory authorization = _authorize(senderKey, address(router), amount, 0, FOREVER, box, nonceSalt);

        vm.expectEmit(address(factory));
        emit ISpendPolicyFactory.AccountCreated(box, ownerHash, target, salt, p);
        vm.expectEmit(box);
        emit ISpendPolicyAccount.Paid(target, amount, amount);
        vm.prank(submitter);
        assertEq(
            router.createFundAndPayWithAuthorization(
                sender, ownerHash, salt, p, amount, 0, FOREVER, nonceSalt, authorization, cosignature
            ),
            box
        );
        assertEq(token.balanceOf(target), amount);
        assertEq(token.balanceOf(sender), FUNDS - amount);
        assertEq(token.balanceOf(box), 0);
        assertEq(token.balanceOf(address(router)), gift);
        assertTrue(token.authorizationState(sender, keccak256(abi.encode(box, nonceSalt))));
    }

    function test_contractPayer() external {
        ContractSigner wallet = new ContractSigner(sender);
        token.mint(address(wallet), AMOUNT);
        address box = _predicted();
        bytes32 digest = token.authorizationDigest(
            address(wallet), address(router), AMOUNT, 0, FOREVER, keccak256(abi.encode(box, NONCE_SALT))
        );
        router.createFundAndPayWithAuthorization(
            address(wallet),
            ownerHash,
            BOX_SALT,
            _policy(PAY),
            AMOUNT,
            0,
            FOREVER,
            NONCE_SALT,
            _sign(senderKey, digest),
            _cosigned(box, AMOUNT)
        );
        assertEq(token.balanceOf(target), AMOUNT);
        assertEq(token.balanceOf(sender), FUNDS);
    }

    function test_error_policy() external {
        Policy memory p = _policy(PAY);
        p.cosigner = address(0);
        vm.expectRevert(ISpendPolicyFactory.ZeroCosigner.selector);
        _send(p, AMOUNT, "", "");

        p = _policy(PULL);
        address box = factory.predictAddress(ownerHash, BOX_SALT, p);
        bytes memory cosignature = _sign(cosignerKey, _spendDigest(box, block.chainid, target, AMOUNT, 0, PULL));
        bytes memory authorization = _authorization(box);
        vm.expectRevert(abi.encodeWithSelector(ISpendPolicyAccount.WrongMode.selector, PULL));
        _send(p, AMOUNT, authorization, cosignature);
        _assertUntouched(box);
    }

    function test_error_cosigner() external {
        address box = _predicted();
        bytes memory authorization = _authorization(box);
        bytes[4] memory wrong = [
            _cosigned(box, AMOUNT + 1),
            _cosigned(stranger, AMOUNT),
            _sign(senderKey, _spendDigest(box, block.chainid, target, AMOUNT, 0, PAY)),
            _sign(cosignerKey, _spendDigest(box, block.chainid, target, AMOUNT, 1, PAY))
        ];
        for (uint256 i = 0; i < wrong.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(ISpendPolicyAccount.NotCosigned.selector, cosigner));
            _send(_policy(PAY), AMOUNT, authorization, wrong[i]);
            _assertUntouched(box);
        }
        _send(_policy(PAY), AMOUNT, authorization, _cosigned(box, AMOUNT));
        assertEq(token.balanceOf(target), AMOUNT);
    }

    /// @dev An authorization's nonce commits to the box, and so to owner hash, salt and every field of the policy.
    function test_error_authorizationForAnotherBox() external {
        bytes memory authorization = _authorization(_predicted());
        Policy memory p = _policy(PAY);
        p.target = stranger;
        _refused(p, ownerHash, BOX_SALT, NONCE_SALT, authorization);
        p = _policy(PAY);
        p.vaultHash = _hashOf(stranger);
        _refused(p, ownerHash, BOX_SALT, NONCE_SALT, authorization);
        p = _policy(PAY);
        p.cosigner = stranger;
        _refused(p, ownerHash, BOX_SALT, NONCE_SALT, authorization);
        _refused(_policy(PAY), keccak256("other"), BOX_SALT, NONCE_SALT, authorization);
        _refused(_policy(PAY), ownerHash, keccak256("other"), NONCE_SALT, authorization);
        _refused(_policy(PAY), ownerHash, BOX_SALT, keccak256("other"), authorization);
    }

    function test_error_authorization() external {
        address box = _predicted();
        bytes memory cosignature = _cosigned(box, AMOUNT);
        bytes[5] memory wrong = [
            _authorize(senderKey ^ 1, address(router), AMOUNT, 0, FOREVER, box, NONCE_SALT),
            _authorize(senderKey, box, AMOUNT, 0, FOREVER, box, NONCE_SALT),
            _authorize(senderKey, address(router), AMOUNT + 1, 0, FOREVER, box, NONCE_SALT),
            _authorize(senderKey, address(router), AMOUNT, 1, FOREVER, box, NONCE_SALT),
            _authorize(senderKey, address(router), AMOUNT, 0, FOREVER - 1, box, NONCE_SALT)
        ];
        for (uint256 i = 0; i < wrong.length; ++i) {
            vm.expectRevert("FiatTokenV2: invalid signature");
            _send(_policy(PAY), AMOUNT, wrong[i], cosignature);
            _assertUntouched(box);
        }
        bytes memory right = _authorization(box);
        _send(_policy(PAY), AMOUNT, right, cosignature);
        bytes memory second = _sign(cosignerKey, _spendDigest(box, block.chainid, target, AMOUNT, 1, PAY));
        vm.expectRevert("FiatTokenV2: authorization is used or canceled");
        _send(_policy(PAY), AMOUNT, right, second);
        assertEq(token.balanceOf(target), AMOUNT);
    }

    function test_error_authorizationTime() external {
        address box = _predicted();
        bytes memory cosignature = _cosigned(box, AMOUNT);
        uint256 now_ = block.timestamp;
        bytes memory authorization = _authorize(senderKey, address(router), AMOUNT, now_, now_ + 2, box, NONCE_SALT);
        vm.expectRevert("FiatTokenV2: authorization is not yet valid");
        _sendAt(now_, now_ + 2, authorization, cosignature);
        vm.warp(now_ + 2);
        vm.expectRevert("FiatTokenV2: authorization is expired");
        _sendAt(now_, now_ + 2, authorization, cosignature);
        vm.warp(now_ + 1);
        _sendAt(now_, now_ + 2, authorization, cosignature);
        assertEq(token.balanceOf(target), AMOUNT);
    }

    function test_error_authorizationSubmittedToTheToken() external {
        address box = _predicted();
        bytes32 nonce = keccak256(abi.encode(box, NONCE_SALT));
        bytes memory authorization = _authorization(box);
        vm.startPrank(stranger);
        vm.expectRevert("FiatTokenV2: caller must be the payee");
        token.receiveWithAuthorization(sender, address(router), AMOUNT, 0, FOREVER, nonce, authorization);
        vm.expectRevert("FiatTokenV2: invalid signature");
        token.receiveWithAuthorization(sender, stranger, AMOUNT, 0, FOREVER, nonce, authorization);
        vm.stopPrank();
    }

    function test_boxCreatedBefore() external {
        address box = _predicted();
        vm.prank(stranger);
        factory.createAccount(ownerHash, BOX_SALT, _policy(PAY));
        token.mint(box, 1);
        _send(_policy(PAY), AMOUNT, _authorization(box), _cosigned(box, AMOUNT));
        assertEq(token.balanceOf(target), AMOUNT);
        assertEq(token.balanceOf(box), 1, "moves are by amount");
    }

    function test_error_blockedParties() external {
        address box = _predicted();
        bytes memory cosignature = _cosigned(box, AMOUNT);
        bytes memory authorization = _authorization(box);
        address[4] memory parties = [sender, address(router), box, target];
        for (uint256 i = 0; i < parties.length; ++i) {
            _block(parties[i]);
            vm.expectRevert("Blocked address");
            _send(_policy(PAY), AMOUNT, authorization, cosignature);
            _unblock(parties[i]);
            _assertUntouched(box);
        }
        _send(_policy(PAY), AMOUNT, authorization, cosignature);
        assertEq(token.balanceOf(target), AMOUNT);
    }

    function _predicted() private view returns (address) {
        return factory.predictAddress(ownerHash, BOX_SALT, _policy(PAY));
    }

    function _cosigned(address box, uint256 amount) private view returns (bytes memory) {
        return _sign(cosignerKey, _spendDigest(box, block.chainid, target, amount, 0, PAY));
    }

    function _authorization(address box) private view returns (bytes memory) {
        return _authorize(senderKey, address(router), AMOUNT, 0, FOREVER, box, NONCE_SALT);
    }

    function _authorize(
        uint256 key,
        address to,
        uint256 amount,
        uint256 validAfter,
        uint256 validBefore,
        address box,
        bytes32 nonceSalt
    ) private view returns (bytes memory) {
        bytes32 nonce = keccak256(abi.encode(box, nonceSalt));
        return _sign(key, token.authorizationDigest(sender, to, amount, validAfter, validBefore, nonce));
    }

    function _send(Policy memory p, uint256 amount, bytes memory authorization, bytes memory cosignature) private {
        vm.prank(stranger);
        router.createFundAndPayWithAuthorization(
            sender, ownerHash, BOX_SALT, p, amount, 0, FOREVER, NONCE_SALT, authorization, cosignature
        );
    }

    function _sendAt(uint256 validAfter, uint256 validBefore, bytes memory authorization, bytes memory cosignature)
        private
    {
        Policy memory p = _policy(PAY);
        router.createFundAndPayWithAuthorization(
            sender, ownerHash, BOX_SALT, p, AMOUNT, validAfter, validBefore, NONCE_SALT, authorization, cosignature
        );
    }

    function _refused(Policy memory p, bytes32 owner, bytes32 salt, bytes32 nonceSalt, bytes memory authorization)
        private
    {
        address box = factory.predictAddress(owner, salt, p);
        bytes memory cosignature = _sign(cosignerKey, _spendDigest(box, block.chainid, p.target, AMOUNT, 0, PAY));
        vm.expectRevert("FiatTokenV2: invalid signature");
        router.createFundAndPayWithAuthorization(
            sender, owner, salt, p, AMOUNT, 0, FOREVER, nonceSalt, authorization, cosignature
        );
    }

    function _assertUntouched(address box) private view {
        assertEq(box.code.length, 0);
        assertFalse(token.authorizationState(sender, keccak256(abi.encode(box, NONCE_SALT))));
        assertEq(token.balanceOf(sender), FUNDS);
        assertEq(token.balanceOf(address(router)), 0);
        assertEq(token.balanceOf(target), 0);
    }
}
