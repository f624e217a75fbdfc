// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @dev Addresses of the primary chain's system contracts; the devnet's replacements use the same ones.
address constant USDC = 0x3600000000000000000000000000000000000000;
address constant NATIVE_COIN_AUTHORITY_ADDRESS = 0x1800000000000000000000000000000000000000;
address constant NATIVE_COIN_CONTROL_ADDRESS = 0x1800000000000000000000000000000000000001;
address constant CALL_FROM_ADDRESS = 0x1800000000000000000000000000000000000003;
address constant SYSTEM_EMITTER_ADDRESS = 0xffffFFFfFFffffffffffffffFfFFFfffFFFfFFfE;
address constant MEMO_ADDRESS = 0x5294E9927c3306DcBaDb03fe70b92e01cCede505;
address constant MULTICALL3_FROM_ADDRESS = 0x522fAf9A91c41c443c66765030741e4AaCe147D0;
/// @dev Moves native balance: calldata is three words, from, to, value. Only with anvil's Celo flag.
address constant NATIVE_TRANSFER = address(0xfd);
/// @dev The issuer's Bridge, at the same addresses on every testnet.
address constant BRIDGE_MESSENGER = 0x8FE6B999Dc680CcFDD5Bf7EB0974218be2542DAA;
address constant BRIDGE_TRANSMITTER = 0xE737e5cEBEEBa77EFE34D4aa090756590b1CE275;
