// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Policy} from "../types/Policy.sol";

/// @title ISpendPolicyAccount
/// @notice A box: an account whose policy fixes the only recipient it can pay (`target`), the most that all its payments
/// together may be (`maxAmount`) and the last second in which it can pay (`expiry`). Each payment needs a signature of its
/// co-signer. Its vault, of which the box stores only the hash, can take back the balance.
/// @dev It names neither its owner nor its vault. There is no owner, no upgrade and no way to change the policy. Amounts are
/// in the token's base units, times in Unix seconds. The token is trusted to move exactly what it is asked to, or to fail.
interface ISpendPolicyAccount {
    /// @notice A push paid the target.
    /// @param target Who was paid.
    /// @param amount How much.
    /// @param spent What the box has paid in all.
    event Paid(address indexed target, uint256 amount, uint256 spent);

    /// @notice A pull paid the target.
    /// @param target Who was paid.
    /// @param amount How much.
    /// @param spent What the box has paid in all.
    event Pulled(address indexed target, uint256 amount, uint256 spent);

    /// @notice Everything the box held went to its vault; unspent authorisations are void.
    /// @param amount How much; 0 for a sweep that only voids them.
    event SweptToVault(uint256 amount);

    /// @notice The vault closed the box: it can be swept again and never spends again.
    event Closed();

    /// @notice The implementation behind all boxes is not a box.
    error NotABox();

    /// @notice The policy is for the other kind of spend.
    /// @param mode The box's mode: 0 pays, 1 pulls.
    error WrongMode(uint8 mode);

    /// @notice The amount is zero.
    error ZeroAmount();

    /// @notice The policy's last second has passed.
    /// @param expiry That second.
    /// @param timestamp Now.
    error Expired(uint40 expiry, uint256 timestamp);

    /// @notice The policy's last second has not passed.
    /// @param expiry That second.
    /// @param timestamp Now.
    error NotExpired(uint40 expiry, uint256 timestamp);

    /// @notice The vault has closed the box.
    error BoxClosed();

    /// @notice The amount exceeds what is left of the cap.
    /// @param amount What was asked for.
    /// @param remaining What is left.
    error OverLimit(uint256 amount, uint256 remaining);

    /// @notice The amount exceeds the cap of one pull.
    /// @param amount What was asked for.
    /// @param perPullMax What one pull may take.
    error OverPullCap(uint256 amount, uint256 perPullMax);

    /// @notice The interval since the last pull has not passed.
    /// @param notBefore First second in which the next pull can be made.
    /// @param timestamp Now.
    error TooSoon(uint256 notBefore, uint256 timestamp);

    /// @notice The co-signer has not signed this spend: not this amount, nonce, action, box or chain.
    /// @param cosigner Who should have.
    error NotCosigned(address cosigner);

    /// @notice Not the vault of this box.
    /// @param account Who was named or called.
    error NotVault(address account);

    /// @notice The signed sweep came too late.
    /// @param deadline Its last second.
    /// @param timestamp Now.
    error SignatureExpired(uint256 deadline, uint256 timestamp);

    /// @notice The vault has not signed this sweep.
    /// @param vault Who should have.
    error InvalidSignature(address vault);

    /// @notice Pays the target of a mode 0 box. Any account may submit it.
    /// @param amount 1 to `remaining()`.
    /// @param cosignerSig The co-signer's EIP-712 signature over `spendDigest(amount, 0)`.
    function pay(uint256 amount, bytes calldata cosignerSig) external;

    /// @notice Pays the target of a mode 1 box. Any account may submit it; the first at once, each next one
    /// `interval()` seconds after the last.
    /// @param amount 1 to `perPullMax()`, at most `remaining()`.
    /// @param cosignerSig The co-signer's EIP-712 signature over `spendDigest(amount, 1)`.
    function pull(uint256 amount, bytes calldata cosignerSig) external;

    /// @notice Takes everything back, at any time. Only the vault may call it.
    /// @param vault The caller, shown so that the box can compare its hash.
    function sweepToVault(address vault) external;

    /// @notice Like `sweepToVault`, and the box never spends again. Money that comes later can be swept.
    /// @param vault The caller, shown so that the box can compare its hash.
    function closeToVault(address vault) external;

    /// @notice Takes everything back after the last second of the policy. Only the vault may call it.
    /// @param vault The caller, shown so that the box can compare its hash.
    function sweepExpired(address vault) external;

    /// @notice Takes everything back by the vault's signature, at any time. Any account may submit it, so the vault
    /// needs no gas. The next sweep, by any caller, uses up the signature.
    /// @param vault Who signed and is paid.
    /// @param close Whether the box never spends again.
    /// @param deadline Last Unix second in which the signature is good.
    /// @param signature EIP-712 signature over `Sweep(address vault,uint256 sweepNonce,bool close,uint256 deadline)` in the
    /// box's domain.
    function sweepWithSignature(address vault, bool close, uint256 deadline, bytes calldata signature) external;

    /// @notice The owner hash and the policy exactly as they were given to the factory.
    /// @return ownerHash keccak256(abi.encode(owner)).
    /// @return p The policy; `perPullMax` as given, see the getter for the one in force.
    function policy() external view returns (bytes32 ownerHash, Policy memory p);

    /// @notice The ERC-20 token it holds.
    function token() external view returns (address);

    /// @notice The co-signer, who must sign every spend.
    function cosigner() external view returns (address);

    /// @notice keccak256(abi.encode(vault)).
    function vaultHash() external view returns (bytes32);

    /// @notice The only account a spend can pay.
    function target() external view returns (address);

    /// @notice Most that all spends together may pay.
    function maxAmount() external view returns (uint256);

    /// @notice Most that one pull may pay: the cap in force, never more than `maxAmount()`.
    function perPullMax() external view returns (uint256);

    /// @notice Last Unix second in which it can spend.
    function expiry() external view returns (uint40);

    /// @notice Seconds between two pulls; 0 in mode 0.
    function interval() external view returns (uint40);

    /// @notice 0: pay. 1: pull.
    function mode() external view returns (uint8);

    /// @notice What it has paid in all.
    function spent() external view returns (uint256);

    /// @notice What is left of the cap, independent of the balance; 0 once closed.
    function remaining() external view returns (uint256);

    /// @notice Unix second of the last pull; 0 before the first.
    function lastPull() external view returns (uint40);

    /// @notice Number that the next co-signature must name; every spend and every sweep uses one up.
    function nonce() external view returns (uint256);

    /// @notice Number that the next signed sweep must name; every sweep uses one up.
    function sweepNonce() external view returns (uint256);

    /// @notice Whether the vault has closed it.
    function closed() external view returns (bool);

    /// @notice What the co-signer signs for the next spend.
    /// @param amount The exact amount.
    /// @param action 0: pay. 1: pull.
    function spendDigest(uint256 amount, uint8 action) external view returns (bytes32);

    /// @notice The box's EIP-712 domain separator: name `Holdfast SpendPolicy`, version `1`, chain and box.
    function domainSeparator() external view returns (bytes32);

    /// @notice The fields of that domain, as ERC-5267 has them.
    /// @return fields Which of the following are in use: name, version, chain id and contract.
    /// @return name `Holdfast SpendPolicy`.
    /// @return version `1`.
    /// @return chainId The chain.
    /// @return verifyingContract The box.
    /// @return salt Zero, not in use.
    /// @return extensions Empty.
    function eip712Domain()
        external
        view
        returns (
            bytes1 fields,
            string memory name,
            string memory version,
            uint256 chainId,
            address verifyingContract,
            bytes32 salt,
            uint256[] memory extensions
        );
}
