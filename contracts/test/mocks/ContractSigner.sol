// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

/// @notice A smart account: signs by ERC-1271 with an owner's key, and does what its owner says.
contract ContractSigner {
    address private immutable _owner;

    constructor(address owner) {
        _owner = owner;
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        (address recovered,,) = ECDSA.tryRecoverCalldata(hash, signature);
        return recovered == _owner ? this.isValidSignature.selector : bytes4(0xffffffff);
    }

    function execute(address target, bytes calldata data) external returns (bytes memory) {
        (bool success, bytes memory result) = target.call(data);
        require(success, "execute");
        return result;
    }
}

/// @notice Code without `isValidSignature`, to which an account may delegate.
contract SilentDelegate {
    function version() external pure returns (uint256) {
        return 1;
    }
}

/// @notice Accepts every signature, but with a word that is not the magic value.
contract SloppySigner {
    function isValidSignature(bytes32, bytes calldata) external pure returns (uint256) {
        return 1;
    }
}

/// @notice Answers signature checks as an attacker would, or as a broken account.
contract HostileSigner {
    enum Manner {
        REVERTS,
        BURNS_GAS,
        RETURNS_NOTHING,
        RETURNS_SHORT,
        RETURNS_GARBAGE,
        RETURNS_HUGE,
        WRITES
    }

    Manner private immutable _manner;
    uint256 private _written;

    constructor(Manner manner) {
        _manner = manner;
    }

    function isValidSignature(bytes32, bytes calldata) external returns (bytes4) {
        if (_manner == Manner.REVERTS) revert("hostile");
        if (_manner == Manner.BURNS_GAS) {
            assembly {
                invalid()
            }
        }
        if (_manner == Manner.RETURNS_NOTHING) {
            _answer(0x1626ba7e00000000000000000000000000000000000000000000000000000000, 0);
        }
        if (_manner == Manner.RETURNS_SHORT) {
            _answer(0x1626ba7e00000000000000000000000000000000000000000000000000000000, 4);
        }
        if (_manner == Manner.RETURNS_GARBAGE) _answer(type(uint256).max, 32);
        if (_manner == Manner.RETURNS_HUGE) _answer(0, 100_000);
        // A static call cannot write, so this is one more way to revert.
        ++_written;
        return this.isValidSignature.selector;
    }

    function _answer(uint256 word, uint256 size) private pure {
        assembly {
            mstore(0, word)
            return(0, size)
        }
    }
}
