import { type Address, type Hex, parseAbi } from 'viem'
import type { ChainDeployment } from './registry.js'

/** The parts of USDC that a payer's side needs. */
export const usdcAbi = parseAbi([
  'function balanceOf(address account) view returns (uint256)',
  'function allowance(address owner, address spender) view returns (uint256)',
  'function approve(address spender, uint256 amount) returns (bool)',
  'function transfer(address to, uint256 amount) returns (bool)',
  'function cancelAuthorization(address authorizer, bytes32 nonce, bytes signature)',
  'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
])

/** The EIP-712 domain of a chain's USDC; its name differs between chains. */
export function usdcDomain({ id, usdc, usdcDomain: { name, version } }: ChainDeployment) {
  return { name, version, chainId: id, verifyingContract: usdc }
}

/** EIP-3009: what a payer signs to let `to` alone pull the amount once. Times are Unix seconds. */
export function receiveAuthorization(
  deployment: ChainDeployment,
  message: { from: Address; to: Address; value: bigint; validAfter: bigint; validBefore: bigint; nonce: Hex },
) {
  return {
    domain: usdcDomain(deployment),
    types: {
      ReceiveWithAuthorization: [
        { name: 'from', type: 'address' },
        { name: 'to', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'validAfter', type: 'uint256' },
        { name: 'validBefore', type: 'uint256' },
        { name: 'nonce', type: 'bytes32' },
      ],
    },
    primaryType: 'ReceiveWithAuthorization',
    message,
  } as const
}
