// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Test} from "forge-std/Test.sol";
import {LibClone} from "solady/utils/LibClone.sol";

import {BoxCode} from "../../src/libraries/BoxCode.sol";
import {Policy} from "../../src/types/Policy.sol";

/// @notice What a clone of it carries, by the library.
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

    function testFuzz_roundTrip(bytes32 ownerHash, Policy memory p, uint8 maxBits, uint8 perPullBits) external {
        _resize(p, maxBits, perPullBits);
        bytes memory code = BoxCode.encode(ownerHash, p);
        BoxCodeReader box = BoxCodeReader(LibClone.clone(_reader, code));
        assertEq(LibClone.argsOnClone(address(box)), code, "the code behind the proxy");
        (bytes32 readOwnerHash, Policy memory read) = box.read();
        assertEq(readOwnerHash, ownerHash);
        assertEq(abi.encode(read), abi.encode(p));
        (bytes32 decodedOwnerHash, Policy memory decoded) = this.decode(code);
        assertEq(decodedOwnerHash, ownerHash);
        assertEq(abi.encode(decoded), abi.encode(p), "the Solidity twin");
    }

    /// @dev Whatever lies in memory before, the fields have no dirty bits.
    function testFuzz_readIntoDirtyMemory(bytes32 ownerHash, Policy memory p, bytes calldata dirt) external {
        BoxCodeReader box = BoxCodeReader(LibClone.clone(_reader, BoxCode.encode(ownerHash, p)));
        bytes memory dirty = dirt;
        (bool success, bytes memory result) =
            address(box).staticcall(abi.encodePacked(BoxCodeReader.read.selector, dirty));
        assertTrue(success);
        assertEq(result, abi.encode(ownerHash, p));
    }

    function testFuzz_length(bytes32 ownerHash, Policy memory p, uint8 maxBits, uint8 perPullBits) external pure {
        _resize(p, maxBits, perPullBits);
        bool small = p.maxAmount <= type(uint64).max && p.perPullMax <= type(uint64).max;
        assertEq(BoxCode.encode(ownerHash, p).length, small ? 151 : 199);
    }

    function test_lengthAtTheBound() external pure {
        Policy memory p;
        p.maxAmount = type(uint64).max;
        p.perPullMax = type(uint64).max;
        assertEq(BoxCode.encode(0, p).length, 151);
        p.maxAmount += 1;
        assertEq(BoxCode.encode(0, p).length, 199);
        p.maxAmount = 1;
        p.perPullMax += 1;
        assertEq(BoxCode.encode(0, p).length, 199);
    }

    /// @dev Every offset of the table, from slices alone.
    function decode(bytes calldata code) external pure returns (bytes32 ownerHash, Policy memory p) {
        ownerHash = bytes32(code[:32]);
        p.vaultHash = bytes32(code[32:64]);
        p.token = address(bytes20(code[64:84]));
        p.cosigner = address(bytes20(code[84:104]));
        p.target = address(bytes20(code[104:124]));
        p.expiry = uint40(bytes5(code[124:129]));
        p.interval = uint40(bytes5(code[129:134]));
        p.mode = uint8(code[134]);
        p.maxAmount = uint64(bytes8(code[135:143]));
        p.perPullMax = uint64(bytes8(code[143:151]));
        if (code.length > 151) {
            p.maxAmount |= uint256(uint192(bytes24(code[151:175]))) << 64;
            p.perPullMax |= uint256(uint192(bytes24(code[175:]))) << 64;
        }
    }

    /// @dev Random words are nearly always longer than 64 bits.
    function _resize(Policy memory p, uint8 maxBits, uint8 perPullBits) private pure {
        p.maxAmount >>= maxBits;
        p.perPullMax >>= perPullBits;
    }
}
