// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice A user operation in the packed form of ERC-4337 v0.7.
struct PackedUserOperation {
    address sender;
    uint256 nonce;
    bytes initCode;
    bytes callData;
    bytes32 accountGasLimits;
    uint256 preVerificationGas;
    bytes32 gasFees;
    bytes paymasterAndData;
    bytes signature;
}

interface ISponsoredAccount {
    function validateUserOp(PackedUserOperation calldata op, bytes32 userOpHash, uint256 missing)
        external
        returns (uint256);
}

/// @notice At the address of the EntryPoint v0.7: the same hash, nonces, refusals and event, without deposits. The
/// bundler's own account pays, and a paymaster is named but not asked.
contract SponsorEntryPoint {
    mapping(address sender => mapping(uint192 key => uint256)) private _sequences;

    event UserOperationEvent(
        bytes32 indexed userOpHash,
        address indexed sender,
        address indexed paymaster,
        uint256 nonce,
        bool success,
        uint256 actualGasCost,
        uint256 actualGasUsed
    );

    error FailedOp(uint256 opIndex, string reason);

    function handleOps(PackedUserOperation[] calldata ops, address payable) external {
        for (uint256 i = 0; i < ops.length; i++) {
            _handle(i, ops[i]);
        }
    }

    function getNonce(address sender, uint192 key) public view returns (uint256) {
        return (uint256(key) << 64) | _sequences[sender][key];
    }

    function getUserOpHash(PackedUserOperation calldata op) public view returns (bytes32) {
        bytes32 packed = keccak256(
            abi.encode(
                op.sender,
                op.nonce,
                keccak256(op.initCode),
                keccak256(op.callData),
                op.accountGasLimits,
                op.preVerificationGas,
                op.gasFees,
                keccak256(op.paymasterAndData)
            )
        );
        return keccak256(abi.encode(packed, address(this), block.chainid));
    }

    function _handle(uint256 index, PackedUserOperation calldata op) private {
        uint256 gasBefore = gasleft();
        bytes32 userOpHash = getUserOpHash(op);
        if (op.initCode.length > 0) {
            if (op.sender.code.length > 0) revert FailedOp(index, "AA10 sender already constructed");
            (bool made,) = address(bytes20(op.initCode[:20])).call(op.initCode[20:]);
            if (!made || op.sender.code.length == 0) revert FailedOp(index, "AA13 initCode failed or OOG");
        }
        if (op.sender.code.length == 0) revert FailedOp(index, "AA20 account not deployed");
        if (op.paymasterAndData.length < 20) revert FailedOp(index, "AA21 didn't pay prefund");
        if (op.nonce != getNonce(op.sender, uint192(op.nonce >> 64))) {
            revert FailedOp(index, "AA25 invalid account nonce");
        }
        _sequences[op.sender][uint192(op.nonce >> 64)]++;
        if (ISponsoredAccount(op.sender).validateUserOp(op, userOpHash, 0) != 0) {
            revert FailedOp(index, "AA24 signature error");
        }
        (bool success,) = op.sender.call{gas: uint128(uint256(op.accountGasLimits))}(op.callData);
        uint256 gasUsed = gasBefore - gasleft();
        emit UserOperationEvent(
            userOpHash,
            op.sender,
            address(bytes20(op.paymasterAndData[:20])),
            op.nonce,
            success,
            gasUsed * tx.gasprice,
            gasUsed
        );
    }
}
