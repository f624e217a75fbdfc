// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IProtectedTransfer} from "../../src/interfaces/IProtectedTransfer.sol";
import {Base} from "../Base.t.sol";

contract ViewsTest is Base {
    function test_constructorValues() external view {
        assertEq(transfers.usdc(), address(token));
        assertEq(transfers.codeVerifier(), address(codeVerifier));
        assertEq(transfers.permit2(), address(permit2));
        assertEq(transfers.nextTransferId(), 1);
    }

    function testFuzz_unknownTransfer(uint256 id) external view {
        IProtectedTransfer.Transfer memory empty;
        assertEq(abi.encode(transfers.getTransfer(id)), abi.encode(empty));
        assertFalse(transfers.isClaimable(id));
        assertEq(transfers.attemptsRemaining(id), 0);
    }

    function test_unknownConfig() external view {
        IProtectedTransfer.Config memory empty;
        assertEq(abi.encode(transfers.configs(keccak256("unknown"))), abi.encode(empty));
    }

    function testFuzz_unknownConfig(bytes32 id) external view {
        vm.assume(transfers.configs(id).recallWindow == 0);
        IProtectedTransfer.Config memory empty;
        assertEq(abi.encode(transfers.configs(id)), abi.encode(empty));
    }

    function test_isClaimable() external {
        uint256 id = _open();
        uint256 deadline = block.timestamp + WINDOW;
        assertTrue(transfers.isClaimable(id));
        vm.warp(deadline);
        assertTrue(transfers.isClaimable(id));
        vm.warp(deadline + 1);
        assertFalse(transfers.isClaimable(id));
        assertFalse(transfers.isClaimable(_locked()));
        (uint256[3] memory ids,) = _settled();
        for (uint256 i = 0; i < 3; ++i) {
            assertFalse(transfers.isClaimable(ids[i]));
        }
    }

    function test_attemptsRemaining() external {
        uint256 id = _open();
        _guess(id, 2);
        assertEq(transfers.attemptsRemaining(id), 3);
        _expire();
        assertEq(transfers.attemptsRemaining(id), 3, "open, though past the deadline");
        transfers.reclaimExpired(id);
        assertEq(transfers.attemptsRemaining(id), 0);
        assertEq(transfers.attemptsRemaining(_locked()), 0);
    }

    /// @dev Ids, statuses and enum values are part of the interface.
    function test_statusValues() external pure {
        assertEq(uint8(IProtectedTransfer.TransferStatus.NONE), 0);
        assertEq(uint8(IProtectedTransfer.TransferStatus.PENDING), 1);
        assertEq(uint8(IProtectedTransfer.TransferStatus.CLAIMED), 2);
        assertEq(uint8(IProtectedTransfer.TransferStatus.CANCELLED), 3);
        assertEq(uint8(IProtectedTransfer.TransferStatus.RECLAIMED), 4);
        assertEq(uint8(IProtectedTransfer.TransferStatus.LOCKED), 5);
    }
}
