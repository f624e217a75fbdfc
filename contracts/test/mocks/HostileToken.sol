// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice A token that keeps an honest ledger but otherwise does what a hostile one could: it reverts, returns false,
/// returns nothing, returns nonsense, burns all gas, or calls another account before or after it moves money.
contract HostileToken {
    enum Manner {
        HONEST,
        REVERTS,
        RETURNS_FALSE,
        RETURNS_NOTHING,
        RETURNS_NONSENSE,
        BURNS_GAS,
        REVERTS_HUGE
    }

    uint8 public constant decimals = 6;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    Manner public transferManner;
    Manner public transferFromManner;
    /// @dev Only transfers to this account show the manner; zero: all do.
    address public victim;
    address public hook;
    bool public hookBefore;
    bool private _inHook;

    function authorizationState(address, bytes32) external pure returns (bool) {
        return false;
    }

    function mint(address to, uint256 amount) external {
        balanceOf[to] += amount;
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
    }

    function setManners(Manner transfer_, Manner transferFrom_, address victim_) external {
        (transferManner, transferFromManner, victim) = (transfer_, transferFrom_, victim_);
    }

    function setHook(address hook_, bool before_) external {
        (hook, hookBefore) = (hook_, before_);
    }

    function transfer(address to, uint256 amount) external {
        _act(victim == address(0) || victim == to ? transferManner : Manner.HONEST, msg.sender, to, amount);
    }

    function transferFrom(address from, address to, uint256 amount) external {
        allowance[from][msg.sender] -= amount;
        _act(transferFromManner, from, to, amount);
    }

    function receiveWithAuthorization(
        address from,
        address to,
        uint256 amount,
        uint256,
        uint256,
        bytes32,
        bytes calldata
    ) external {
        require(to == msg.sender, "payee");
        _act(transferFromManner, from, to, amount);
    }

    function _act(Manner manner, address from, address to, uint256 amount) private {
        if (manner == Manner.REVERTS) revert("hostile");
        if (manner == Manner.RETURNS_FALSE) _answer(0, 32);
        if (manner == Manner.BURNS_GAS) {
            assembly {
                invalid()
            }
        }
        if (manner == Manner.REVERTS_HUGE) {
            assembly {
                revert(0, 100000)
            }
        }
        if (hookBefore) _callBack();
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        if (!hookBefore) _callBack();
        if (manner == Manner.RETURNS_NOTHING) _answer(0, 0);
        if (manner == Manner.RETURNS_NONSENSE) _answer(2, 32);
        _answer(1, 32);
    }

    function _callBack() private {
        if (hook == address(0) || _inHook) return;
        _inHook = true;
        (bool success,) = hook.call(abi.encodeWithSignature("onTokenMoved()"));
        require(success, "hook");
        _inHook = false;
    }

    function _answer(uint256 word, uint256 size) private pure {
        assembly {
            mstore(0, word)
            return(0, size)
        }
    }
}
