import { privatePayRouterAbi, spendPolicyAccountAbi, spendPolicyFactoryAbi } from '@holdfast/contracts'
import { type Abi, type Address, encodeAbiParameters, encodeFunctionData, type Hex, keccak256, zeroHash } from 'viem'
import { withoutSecrets } from '../../chain/failure.js'
import type { ChainDeployment } from '../../chain/registry.js'
import type { PromptOptions } from '../../chain/transaction/askWallet.js'
import { canSign } from '../../chain/transaction/erc1271.js'
import { signTyped } from '../../chain/transaction/signTyped.js'
import { receiveAuthorization, usdcAbi } from '../../chain/usdc.js'
import { ChainUnavailableError } from '../../errors/chain.js'
import { PrivatePayUnavailableError } from '../../errors/shield.js'
import { multicallAbi } from '../multicallAbi.js'
import type { ShieldClients } from '../types.js'
import type { Terms } from './policy.js'

/**
 * How a payer creates, funds and pays a box at once. `multicall`: three calls of their own in one transaction. The others
 * go through the router, which moves the money by an EIP-3009 authorization, or by a Permit with a witness.
 */
export type PrivatePayWay = 'multicall' | 'authorization' | 'permit'

/** A payment that is all but signed. */
export type PrivatePay = {
  payer: Address
  factory: Address
  router: Address
  salt: Hex
  terms: Terms
  /** Where the box is, or will be. */
  account: Address
  amount: bigint
  /** Unix seconds, the chain's clock. */
  now: number
}

/** How long a payer's signature is good. */
const signatureSeconds = 600

/**
 * Which way is open to this payer. A signature would be worthless where the payer has code that does not take it; the
 * multicall takes no signature, but serves only accounts that start the transaction themselves.
 *
 * @param permitAllowance - What Permit may pull of the token from the payer.
 * @throws {@link PrivatePayUnavailableError}, {@link ChainUnavailableError}.
 */
export async function chooseWay(
  clients: ShieldClients,
  deployment: ChainDeployment,
  { payer, terms, amount }: Pick<PrivatePay, 'payer' | 'terms' | 'amount'>,
  { permitAllowance, viaRouter }: { permitAllowance: bigint; viaRouter: boolean },
): Promise<PrivatePayWay> {
  if (deployment.multicall3From !== undefined && !viaRouter && (await startsTransactions(clients, payer)))
    return 'multicall'
  if (!(await canSign(clients, payer))) throw new PrivatePayUnavailableError(payer, 'cannot_sign')
  if (terms.policy.token === deployment.usdc) return 'authorization'
  if (permitAllowance >= amount) return 'permit'
  throw new PrivatePayUnavailableError(payer, 'no_allowance')
}

/**
 * The one call that creates, funds and pays, signed by the payer where its way needs that.
 *
 * Both kinds of signature carry a number that follows from the box: whatever is signed for one box can move money once.
 */
export async function encodePrivatePay(
  clients: ShieldClients,
  deployment: ChainDeployment,
  way: PrivatePayWay,
  { payer, factory, router, salt, terms, account, amount, now }: PrivatePay,
  cosignerSig: Hex,
  prompt: PromptOptions,
): Promise<{ to: Address; data: Hex }> {
  const { ownerHash, policy } = terms
  if (way === 'multicall') {
    const calls = [
      [factory, encode(spendPolicyFactoryAbi, 'createAccount', [ownerHash, salt, policy])],
      [policy.token, encode(usdcAbi, 'transfer', [account, amount])],
      [account, encode(spendPolicyAccountAbi, 'pay', [amount, cosignerSig])],
    ] as const
    const args = calls.map(([target, callData]) => ({ target, allowFailure: false, callData }))
    return { to: present(deployment.multicall3From), data: encode(multicallAbi, 'aggregate3', [args]) }
  }
  const deadline = BigInt(now + signatureSeconds)
  const nonce = keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'bytes32' }], [account, zeroHash]))
  if (way === 'authorization') {
    const message = { from: payer, to: router, value: amount, validAfter: 0n, validBefore: deadline, nonce }
    const signature = await signTyped(
      clients,
      'authorizing the payment',
      receiveAuthorization(deployment, message),
      prompt,
    )
    const args = [payer, ownerHash, salt, policy, amount, 0n, deadline, zeroHash, signature, cosignerSig]
    return { to: router, data: encode(privatePayRouterAbi, 'createFundAndPayWithAuthorization', args) }
  }
  const permit = { permitted: { token: policy.token, amount }, spender: router, nonce: BigInt(nonce), deadline }
  const signature = await signTyped(
    clients,
    'permitting the payment',
    {
      domain: { name: 'Permit2', chainId: deployment.id, verifyingContract: deployment.permit },
      types: permitTypes,
      primaryType: 'PermitWitnessTransferFrom',
      message: { ...permit, witness: { box: account } },
    },
    prompt,
  )
  const args = [ownerHash, salt, policy, amount, cosignerSig, BigInt(nonce), deadline, signature]
  return { to: router, data: encode(privatePayRouterAbi, 'createFundAndPay', args) }
}

/** Errors that one of the three steps can bring back. */
export const privatePayAbi: Abi = [...spendPolicyAccountAbi, ...spendPolicyFactoryAbi]

const permitTypes = {
  PermitWitnessTransferFrom: [
    { name: 'permitted', type: 'TokenPermissions' },
    { name: 'spender', type: 'address' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
    { name: 'witness', type: 'PrivatePay' },
  ],
  PrivatePay: [{ name: 'box', type: 'address' }],
  TokenPermissions: [
    { name: 'token', type: 'address' },
    { name: 'amount', type: 'uint256' },
  ],
} as const

function encode(abi: Abi, functionName: string, args: readonly unknown[]): Hex {
  return encodeFunctionData({ abi, functionName, args })
}

/** Whether an account starts its transactions itself: it has no code, or only delegates to some (EIP-7702). */
async function startsTransactions({ publicClient }: ShieldClients, account: Address): Promise<boolean> {
  try {
    const code = await publicClient.request({ method: 'eth_getCode', params: [account, 'latest'] })
    return code === undefined || code === '0x' || code.toLowerCase().startsWith('0xef0100')
  } catch (error) {
    throw new ChainUnavailableError('reading the account', withoutSecrets(error))
  }
}

function present(address: Address | undefined): Address {
  if (address === undefined) throw new Error('This chain has no multicall that preserves the caller.')
  return address
}
