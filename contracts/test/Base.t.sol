// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Test} from "forge-std/Test.sol";

import {CodeClaimVerifier} from "../src/CodeClaimVerifier.sol";
import {ProtectedTransfer} from "../src/ProtectedTransfer.sol";
import {IProtectedTransfer} from "../src/interfaces/IProtectedTransfer.sol";
import {TransferDigests} from "./TransferDigests.sol";
import {MockPermit2} from "./mocks/MockPermit2.sol";
import {UsdcToken} from "./mocks/UsdcToken.sol";

/// @dev A cheatcode newer than the library: makes an account's storage cold, as at the start of a transaction.
interface VmCool {
    function cool(address target) external;
}

/// @notice A deployed system, actors with keys and money, and the first steps of most tests.
abstract contract Base is Test {
    uint32 internal constant WINDOW = 1 hours;
    uint256 internal constant AMOUNT = 25e6;
    uint256 internal constant FUNDS = 1_000_000e6;
    string internal constant CODE = "7K3M9QXVAB2CDEFG";
    string internal constant WRONG = "0000000000000000";
    bytes32 internal constant SALT = keccak256("holdfast:salt:v17K3M9QXVAB2CDEFG");
    bytes32 internal constant CLAIM_HASH = keccak256(abi.encodePacked(SALT, CODE));
    uint256 internal constant CURVE_ORDER = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141;
    uint8 internal constant MODE_CODE = 0;
    uint8 internal constant MODE_KEY = 3;
    uint8 internal constant MODE_KEY_RELEASE = 4;
    uint8 internal constant MODE_VERIFIER = 255;

    UsdcToken internal token;
    MockPermit2 internal permit2;
    CodeClaimVerifier internal codeVerifier;
    ProtectedTransfer internal transfers;

    address internal sender;
    uint256 internal senderKey;
    address internal recipient = makeAddr("recipient");
    address internal feeTaker = makeAddr("feeTaker");
    address internal stranger = makeAddr("stranger");
    address internal integrator = makeAddr("integrator");

    bytes32 internal plainConfig;
    bytes32 internal feeConfig;
    bytes32 internal keyConfig;
    bytes32 internal keyFeeConfig;
    bytes32 internal releaseConfig;
    address internal claimKey;
    uint256 internal claimKeyKey;
    bytes32 internal keyHash;

    function setUp() public virtual {
        vm.warp(1_800_000_000);
        (sender, senderKey) = makeAddrAndKey("sender");
        (claimKey, claimKeyKey) = makeAddrAndKey("claim key");
        keyHash = bytes32(uint256(uint160(claimKey)));
        token = new UsdcToken();
        permit2 = new MockPermit2();
        codeVerifier = new CodeClaimVerifier();
        transfers = _deploy(address(token), address(codeVerifier), address(permit2));

        token.mint(sender, FUNDS);
        vm.startPrank(sender);
        token.approve(address(transfers), type(uint256).max);
        token.approve(address(permit2), type(uint256).max);
        vm.stopPrank();

        vm.startPrank(integrator);
        plainConfig = transfers.createConfig(WINDOW, 0, 0, address(0));
        feeConfig = transfers.createConfig(WINDOW, 0, 100, feeTaker);
        keyConfig = transfers.createConfig(WINDOW, MODE_KEY, 0, address(0));
        keyFeeConfig = transfers.createConfig(WINDOW, MODE_KEY, 100, feeTaker);
        releaseConfig = transfers.createConfig(WINDOW, MODE_KEY_RELEASE, 0, address(0));
        vm.stopPrank();
    }

    /// @dev With `TEST_RELEASE=true` the tests run against the bytecode that is deployed, built beforehand by
    /// `FOUNDRY_PROFILE=release forge build src`; without it against the fast build.
    function _isRelease() internal view returns (bool) {
        return vm.envOr("TEST_RELEASE", false);
    }

    function _deploy(address usdc, address verifier, address permit) internal returns (ProtectedTransfer) {
        if (!_isRelease()) return new ProtectedTransfer(usdc, verifier, permit);
        return ProtectedTransfer(_deployRelease("ProtectedTransfer", abi.encode(usdc, verifier, permit)));
    }

    function _deployRelease(string memory name, bytes memory args) internal returns (address deployed) {
        bytes memory creation = abi.encodePacked(_releaseCode(name), args);
        assembly ("memory-safe") {
            deployed := create(0, add(creation, 32), mload(creation))
        }
        assertGt(deployed.code.length, 0, "not deployed");
    }

    /// @dev Creation code of the release build.
    function _releaseCode(string memory name) internal view returns (bytes memory) {
        return vm.getCode(string.concat("out/release/", name, ".sol/", name, ".json"));
    }

    /// @dev A pending transfer of `AMOUNT` under the plain config.
    function _open() internal returns (uint256) {
        return _open(plainConfig);
    }

    function _open(bytes32 configId) internal returns (uint256) {
        return _open(configId, recipient, AMOUNT, CLAIM_HASH);
    }

    function _open(bytes32 configId, address to, uint256 amount, bytes32 claimHash) internal returns (uint256) {
        vm.prank(sender);
        return transfers.sendProtected(configId, to, amount, claimHash);
    }

    /// @dev A transfer that five wrong codes have locked.
    function _locked() internal returns (uint256 id) {
        id = _open();
        _guess(id, 5);
    }

    function _claimed() internal returns (uint256 id) {
        id = _open();
        transfers.claim(id, CODE, SALT);
    }

    function _cancelled() internal returns (uint256 id) {
        id = _open();
        vm.prank(sender);
        transfers.cancel(id);
    }

    function _reclaimed() internal returns (uint256 id) {
        id = _open();
        uint256 start = vm.getBlockTimestamp();
        _expire();
        transfers.reclaimExpired(id);
        vm.warp(start);
    }

    function _guess(uint256 id, uint256 times) internal {
        for (uint256 i = 0; i < times; ++i) {
            vm.prank(stranger);
            assertFalse(transfers.claim(id, WRONG, SALT));
        }
    }

    /// @dev The first second in which any account can send back a transfer opened now.
    function _expire() internal {
        vm.warp(block.timestamp + WINDOW + 1);
    }

    function _status(uint256 id) internal view returns (IProtectedTransfer.TransferStatus) {
        return transfers.getTransfer(id).status;
    }

    function _assertStatus(uint256 id, IProtectedTransfer.TransferStatus expected) internal view {
        assertEq(uint8(_status(id)), uint8(expected), "status");
    }

    /// @dev Ids in every final state, with the state.
    function _settled() internal returns (uint256[3] memory ids, IProtectedTransfer.TransferStatus[3] memory statuses) {
        ids = [_claimed(), _cancelled(), _reclaimed()];
        statuses = [
            IProtectedTransfer.TransferStatus.CLAIMED,
            IProtectedTransfer.TransferStatus.CANCELLED,
            IProtectedTransfer.TransferStatus.RECLAIMED
        ];
    }

    /// @dev Makes the next call pay for storage as the first call of a transaction does.
    function _cool() internal {
        VmCool(VM_ADDRESS).cool(address(token));
        VmCool(VM_ADDRESS).cool(address(transfers));
    }

    function _block(address account) internal {
        token.setBlacklisted(account, true);
    }

    function _unblock(address account) internal {
        token.setBlacklisted(account, false);
    }

    function _sign(uint256 key, bytes32 digest) internal pure returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, digest);
        return abi.encodePacked(r, s, v);
    }

    function _cancelDigest(uint256 id, uint256 deadline) internal view returns (bytes32) {
        return
            TransferDigests.cancel(address(transfers), block.chainid, id, transfers.getTransfer(id).claimHash, deadline);
    }

    /// @dev The claim key's signature that pays `to`.
    function _keySignature(uint256 id, address to) internal view returns (bytes memory) {
        return _sign(claimKeyKey, TransferDigests.claim(address(transfers), block.chainid, id, to));
    }

    /// @dev A pending transfer for `to` under the claim key; open when `to` is zero.
    function _openKeyed(bytes32 configId, address to) internal returns (uint256) {
        return _open(configId, to, AMOUNT, keyHash);
    }

    /// @dev Every form of the signature over `digest` that is not its 65 bytes with a low s.
    function _otherEncodings(uint256 key, bytes32 digest) internal pure returns (bytes[] memory forms) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, digest);
        forms = new bytes[](7);
        forms[0] = abi.encodePacked(r, bytes32(CURVE_ORDER - uint256(s)), v == 27 ? uint8(28) : uint8(27));
        forms[1] = abi.encodePacked(r, bytes32(uint256(s) | (uint256(v - 27) << 255)));
        forms[2] = abi.encodePacked(r, s, v - 27);
        forms[3] = abi.encodePacked(r, s, v, uint8(0));
        forms[4] = abi.encodePacked(r, s);
        forms[5] = "";
        forms[6] = new bytes(65);
    }
}
