// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

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

/// @notice Code without `isValidSignature`, as an account may delegate to.
contract SilentDelegate {
    function version() external pure returns (uint256) {
        return 1;
    }
}

/// @notice Says yes to every signature, but in a word that is not the magic value.
contract SloppySigner {
    function isValidSignature(bytes32, bytes calldata) external pure returns (uint256) {
        return 1;
    }
}
