// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IClaimVerifier} from "../../src/interfaces/IClaimVerifier.sol";
import {IProtectedTransfer} from "../../src/interfaces/IProtectedTransfer.sol";

/// @notice Accepts exactly one proof per claim hash, its preimage, and only for the claimer it was made for.
contract PreimageVerifier is IClaimVerifier {
    function verify(uint256 transferId, bytes32 claimHash, address claimer, bytes calldata proof)
        external
        pure
        returns (bool)
    {
        return keccak256(abi.encode(transferId, claimer, proof)) == claimHash;
    }
}

/// @notice Answers in every way that a verifier must not.
contract HostileVerifier {
    enum Manner {
        YES,
        NO,
        REVERTS,
        REVERTS_HUGE,
        BURNS_GAS,
        RETURNS_NOTHING,
        RETURNS_SHORT,
        RETURNS_LONG,
        RETURNS_HUGE,
        RETURNS_TWO,
        WORKS_HARD,
        REENTERS
    }

    Manner public manner;
    bytes public expected;

    function setManner(Manner manner_) external {
        manner = manner_;
    }

    function expectCall(bytes calldata expected_) external {
        expected = expected_;
    }

    fallback() external {
        Manner m = manner;
        require(expected.length == 0 || keccak256(msg.data) == keccak256(expected), "unexpected call");
        if (m == Manner.YES) _answer(1, 32);
        if (m == Manner.NO) _answer(0, 32);
        if (m == Manner.REVERTS) revert("hostile");
        if (m == Manner.REVERTS_HUGE) {
            assembly {
                revert(0, 100000)
            }
        }
        if (m == Manner.BURNS_GAS) {
            assembly {
                invalid()
            }
        }
        if (m == Manner.RETURNS_NOTHING) _answer(1, 0);
        if (m == Manner.RETURNS_SHORT) _answer(1, 31);
        if (m == Manner.RETURNS_LONG) _answer(1, 64);
        if (m == Manner.RETURNS_HUGE) _answer(1, 100_000);
        if (m == Manner.RETURNS_TWO) _answer(2, 32);
        if (m == Manner.WORKS_HARD) {
            uint256 rest = gasleft() - 1_000_000;
            while (gasleft() > rest) {}
            _answer(1, 32);
        }
        // REENTERS: settles nothing in a static call, then accepts.
        uint256 id = abi.decode(msg.data[4:36], (uint256));
        (bool cancelled,) = msg.sender.call(abi.encodeCall(IProtectedTransfer.cancel, (id)));
        (bool claimed,) = msg.sender.call(abi.encodeCall(IProtectedTransfer.claimWithProof, (id, "")));
        (bool reclaimed,) = msg.sender.call(abi.encodeCall(IProtectedTransfer.reclaimExpired, (id)));
        require(!cancelled && !claimed && !reclaimed, "reentered");
        _answer(1, 32);
    }

    function _answer(uint256 word, uint256 size) private pure {
        assembly {
            mstore(0, word)
            return(0, size)
        }
    }
}
