import { createRequire } from 'node:module'
import {
  type Address,
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  parseAbi,
  type TransactionReceipt,
  zeroAddress,
} from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { Actor } from './stage.js'

const require = createRequire(import.meta.url)

/** Of a published artifact: its creation code. */
type Artifact = { bytecode: Hex }

/** Deploys Simple7702Account of account-abstraction 0.8, to which accounts delegate. */
export function deploySimple7702(actor: Actor): Promise<Address> {
  const account: Artifact = require('@account-abstraction/contracts/artifacts/Simple7702Account.json')
  return deploy(actor, account)
}

/** Lets an account delegate to code (EIP-7702), at its own expense. */
export async function delegateTo(actor: Actor, contractAddress: Address): Promise<void> {
  const { account } = actor.walletClient
  if (!account) throw new Error('An account is needed.')
  const signed = await actor.walletClient.signAuthorization({ account, contractAddress, executor: 'self' })
  await send(actor, { to: zeroAddress, authorizationList: [signed] })
}

/** Deploys a Safe 1.4.1 with one owner. */
export async function deploySafe(
  actor: Actor,
  owner: Address,
  { hasHandler = true }: { hasHandler?: boolean } = {},
): Promise<Address> {
  const safe: Artifact = require('@safe-global/safe-contracts/build/artifacts/contracts/Safe.sol/Safe.json')
  const proxy: Artifact = require('@safe-global/safe-contracts/build/artifacts/contracts/proxies/SafeProxy.sol/SafeProxy.json')
  const handler: Artifact = require('@safe-global/safe-contracts/build/artifacts/contracts/handler/CompatibilityFallbackHandler.sol/CompatibilityFallbackHandler.json')
  const singleton = await deploy(actor, safe)
  const address = await deploy(actor, proxy, encodeAbiParameters([{ type: 'address' }], [singleton]))
  const fallback = hasHandler ? await deploy(actor, handler) : zeroAddress
  const data = encodeFunctionData({
    abi: safeAbi,
    functionName: 'setup',
    args: [[owner], 1n, zeroAddress, '0x', fallback, zeroAddress, 0n, zeroAddress],
  })
  await send(actor, { to: address, data })
  return address
}

/** A Safe's signature over a hash, by its only owner. */
export function signForSafe(
  safeAddress: Address,
  chainId: number,
  owner: PrivateKeyAccount,
  message: Hex,
): Promise<Hex> {
  return owner.signTypedData({
    domain: { chainId, verifyingContract: safeAddress },
    types: { SafeMessage: [{ name: 'message', type: 'bytes' }] },
    primaryType: 'SafeMessage',
    message: { message },
  })
}

const safeAbi = parseAbi([
  'function setup(address[] owners, uint256 threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address paymentReceiver)',
])

async function deploy(actor: Actor, { bytecode }: Artifact, args: Hex = '0x'): Promise<Address> {
  const { contractAddress } = await send(actor, { data: concatHex([bytecode, args]) })
  if (!contractAddress) throw new Error('Nothing was deployed.')
  return contractAddress
}

async function send(
  { walletClient, publicClient }: Actor,
  call: Pick<Parameters<Actor['walletClient']['sendTransaction']>[0], 'to' | 'data' | 'authorizationList'>,
): Promise<TransactionReceipt> {
  const { account, chain = null } = walletClient
  if (!account) throw new Error('An account is needed.')
  // Which kind of transaction it is follows from the call's fields, at run time.
  const hash = await walletClient.sendTransaction({ account, chain, ...call } as never)
  const receipt = await publicClient.waitForTransactionReceipt({ hash })
  if (receipt.status !== 'success') throw new Error(`${hash} reverted.`)
  return receipt
}
