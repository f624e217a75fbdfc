// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Test} from "forge-std/Test.sol";
import {LibClone} from "solady/utils/LibClone.sol";

import {BoxCode} from "../../src/libraries/BoxCode.sol";
import {Policy} from "../../src/types/Policy.sol";

/// @notice Exposes what the library reads from a clone of this contract.
contract BoxCodeReader {
    function read() external view returns (bytes32 ownerHash, Policy memory p) {
        return BoxCode.read();
    }
}

contract BoxCodeTest is Test {
    address private _reader;

    function setUp() external {
        _reader = address(new BoxCodeReader());
    }

    function testFuzz_roundTrip(bytes32 salt, bytes32 ownerHash, Policy memory p, uint8 maxBits, uint8 perPullBits)
        external
    {
        _resize(p, maxBits, perPullBits);
        bytes memory code = BoxCode.encode(salt, ownerHash, p);
        BoxCodeReader box = BoxCodeReader(LibClone.clone(_reader, code));
        assertEq(LibClone.argsOnClone(address(box)), code, "the code behind the proxy");
        (bytes32 readOwnerHash, Policy memory read) = box.read();
        assertEq(readOwnerHash, ownerHash);
        assertEq(abi.encode(read), abi.encode(p));
        (bytes32 decodedSalt, bytes32 decodedOwnerHash, Policy memory decoded) = this.decode(code);
        assertEq(decodedSalt, salt);
        assertEq(decodedOwnerHash, ownerHash);
        assertEq(abi.encode(decoded), abi.encode(p), "the Solidity twin");
    }

    /// @dev With any memory content before, the fields have no dirty bits.
    function testFuzz_readIntoDirtyMemory(bytes32 salt, bytes32 ownerHash, Policy memory p, bytes calldata dirt)
        external
    {
        BoxCodeReader box = BoxCodeReader(LibClone.clone(_reader, BoxCode.encode(salt, ownerHash, p)));
        bytes memory dirty = dirt;
        (bool success, bytes memory result) =
            address(box).staticcall(abi.encodePacked(BoxCodeReader.read.selector, dirty));
        assertTrue(success);
        assertEq(result, abi.encode(ownerHash, p));
    }

    function testFuzz_length(bytes32 salt, bytes32 ownerHash, Policy memory p, uint8 maxBits, uint8 perPullBits)
        external
        pure
    {
        _resize(p, maxBits, perPullBits);
        bool small = p.maxAmount <= type(uint64).max && p.perPullMax <= type(uint64).max;
        assertEq(BoxCode.encode(salt, ownerHash, p).length, small ? 183 : 231);
    }

    function test_lengthAtTheBound() external pure {
        Policy memory p;
        p.maxAmount = type(uint64).max;
        p.perPullMax = type(uint64).max;
        assertEq(BoxCode.encode(0, 0, p).length, 183);
        p.maxAmount += 1;
        assertEq(BoxCode.encode(0, 0, p).length, 231);
        p.maxAmount = 1;
        p.perPullMax += 1;
        assertEq(BoxCode.encode(0, 0, p).length, 231);
    }

    /// @dev Every offset of the table, from slices alone.
    function decode(bytes calldata code) external pure returns (bytes32 salt, bytes32 ownerHash, Policy memory p) {
        salt = bytes32(code[:32]);
        ownerHash = bytes32(code[32:64]);
        p.vaultHash = bytes32(code[64:96]);
        p.token = address(bytes20(code[96:116]));
        p.cosigner = address(bytes20(code[116:136]));
        p.target = address(bytes20(code[136:156]));
        p.expiry = uint40(bytes5(code[156:161]));
        p.interval = uint40(bytes5(code[161:166]));
        p.mode = uint8(code[166]);
        p.maxAmount = uint64(bytes8(code[167:175]));
        p.perPullMax = uint64(bytes8(code[175:183]));
        if (code.length > 183) {
            p.maxAmount |= uint256(uint192(bytes24(code[183:207]))) << 64;
            p.perPullMax |= uint256(uint192(bytes24(code[207:]))) << 64;
        }
    }

    /// @dev Random words are nearly always longer than 64 bits.
    function _resize(Policy memory p, uint8 maxBits, uint8 perPullBits) private pure {
        p.maxAmount >>= maxBits;
        p.perPullMax >>= perPullBits;
    }
}
