// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISponsoredAccount, PackedUserOperation} from "./SponsorEntryPoint.sol";

/// @notice An account with one owner, as the sample account of ERC-4337 v0.7 is used.
contract SponsorAccount is ISponsoredAccount {
    address private constant ENTRY_POINT = 0x0000000071727De22E5E9d8BAf0edAc6f37da032;
    address public immutable owner;

    constructor(address accountOwner) {
        owner = accountOwner;
    }

    function execute(address to, uint256 value, bytes calldata data) external {
        require(msg.sender == ENTRY_POINT || msg.sender == owner, "account: not Owner or EntryPoint");
        (bool success, bytes memory result) = to.call{value: value}(data);
        if (!success) {
            assembly ("memory-safe") {
                revert(add(result, 32), mload(result))
            }
        }
    }

    /// @dev 1 means a wrong signature (ERC-4337).
    function validateUserOp(PackedUserOperation calldata op, bytes32 userOpHash, uint256)
        external
        view
        returns (uint256)
    {
        require(msg.sender == ENTRY_POINT, "account: not from EntryPoint");
        if (op.signature.length != 65) return 1;
        bytes32 digest = keccak256(abi.encodePacked("\x19Ethereum Signed Message:\n32", userOpHash));
        address signer =
            ecrecover(digest, uint8(op.signature[64]), bytes32(op.signature[:32]), bytes32(op.signature[32:64]));
        return signer != address(0) && signer == owner ? 0 : 1;
    }
}

/// @notice Creates accounts, at the address of the sample factory of ERC-4337 v0.7. Their addresses differ from the
/// real ones.
contract SponsorAccountFactory {
    function createAccount(address owner, uint256 salt) external returns (address account) {
        account = getAddress(owner, salt);
        if (account.code.length == 0) new SponsorAccount{salt: bytes32(salt)}(owner);
    }

    function getAddress(address owner, uint256 salt) public view returns (address) {
        bytes32 initCodeHash = keccak256(abi.encodePacked(type(SponsorAccount).creationCode, abi.encode(owner)));
        return address(
            uint160(uint256(keccak256(abi.encodePacked(bytes1(0xff), address(this), bytes32(salt), initCodeHash))))
        );
    }
}
