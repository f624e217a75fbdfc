// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Vm} from "forge-std/Vm.sol";

import {IStealthAnnouncer} from "../../src/interfaces/IStealthAnnouncer.sol";
import {ShieldBase} from "../ShieldBase.t.sol";

contract AnnounceTest is ShieldBase {
    function testFuzz_announces(
        address caller,
        uint256 schemeId,
        address about,
        bytes calldata key,
        bytes calldata meta
    ) external {
        vm.record();
        vm.recordLogs();
        vm.prank(caller);
        announcer.announce(schemeId, about, key, meta);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        assertEq(logs.length, 1);
        assertEq(logs[0].emitter, address(announcer));
        assertEq(logs[0].topics.length, 4);
        assertEq(logs[0].topics[0], keccak256("Announcement(uint256,address,address,bytes,bytes)"));
        assertEq(uint256(logs[0].topics[1]), schemeId);
        assertEq(logs[0].topics[2], bytes32(uint256(uint160(about))));
        assertEq(logs[0].topics[3], bytes32(uint256(uint160(caller))));
        assertEq(logs[0].data, abi.encode(key, meta));
        (bytes32[] memory reads, bytes32[] memory writes) = vm.accesses(address(announcer));
        assertEq(reads.length + writes.length, 0);
    }

    function test_empty() external {
        vm.expectEmit(address(announcer));
        emit IStealthAnnouncer.Announcement(0, address(0), address(this), "", "");
        announcer.announce(0, address(0), "", "");
    }

    function test_selectorAndTopic() external pure {
        assertEq(IStealthAnnouncer.announce.selector, bytes4(keccak256("announce(uint256,address,bytes,bytes)")));
        assertEq(
            IStealthAnnouncer.Announcement.selector, 0x5f0eab8057630ba7676c49b4f21a0231414e79474595be8e4c432fbf6bf0f4e7
        );
    }
}
