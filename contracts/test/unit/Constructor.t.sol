// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

import {IProtectedTransfer} from "../../src/interfaces/IProtectedTransfer.sol";
import {Base} from "../Base.t.sol";

/// @notice Accepts every call and takes native money for it, as the wrapped coin of many chains does.
contract WethLike is ERC20("Wrapped", "W") {
    fallback() external payable {
        _mint(msg.sender, msg.value);
    }
}

/// @notice Accepts every call and answers with chosen bytes.
contract Accepting {
    uint256 private immutable _size;

    constructor(uint256 size) {
        _size = size;
    }

    fallback() external {
        uint256 size = _size;
        assembly ("memory-safe") {
            return(mload(0x40), size)
        }
    }
}

/// @notice Refuses every call with one word.
contract Refusing {
    fallback() external {
        assembly ("memory-safe") {
            revert(0, 32)
        }
    }
}

contract ConstructorTest is Base {
    /// @dev `receiveWithAuthorization` on such a token does nothing and does not revert: any caller could open
    /// transfers in any name without money behind them, and claim the money of others.
    function test_error_tokenThatAcceptsEverything() external {
        _refused(address(new WethLike()));
        for (uint256 size = 0; size < 100; size += 31) {
            if (size != 32) _refused(address(new Accepting(size)));
        }
        _refused(address(new Accepting(33)));
        _refused(address(new Accepting(64)));
    }

    function test_error_tokenWithoutAuthorizations() external {
        _refused(address(0));
        _refused(stranger);
        _refused(address(codeVerifier));
        _refused(address(new Refusing()));
    }

    function test_tokenWithAuthorizations() external {
        vm.expectCall(
            address(token),
            abi.encodeCall(
                token.authorizationState, (vm.computeCreateAddress(address(this), vm.getNonce(address(this))), 0)
            )
        );
        assertEq(_deploy(address(token), address(codeVerifier), address(permit2)).usdc(), address(token));
    }

    function _refused(address usdc) private {
        vm.expectRevert(abi.encodeWithSelector(IProtectedTransfer.TokenWithoutAuthorizations.selector, usdc));
        this.deploy(usdc);
    }

    function deploy(address usdc) external {
        if (!_isRelease()) _deploy(usdc, address(codeVerifier), address(permit2));
        else _create(abi.encodePacked(_releaseCode("ProtectedTransfer"), abi.encode(usdc, codeVerifier, permit2)));
    }

    function _create(bytes memory creation) private {
        assembly ("memory-safe") {
            if iszero(create(0, add(creation, 32), mload(creation))) {
                returndatacopy(0, 0, returndatasize())
                revert(0, returndatasize())
            }
        }
    }
}
