import type { Account, Address, Client, Hex, Transport, Chain as ViemChain } from 'viem'
import { concatHex, encodeFunctionData, size } from 'viem/utils'
import {
  type ContractAddresses,
  deploySalt,
  type Foundations,
  type PlannedContract,
  planContracts,
} from './addresses.js'
import { chains, create2Factory } from './chains.js'

/**
 * Deploys our contracts on a chain, at the addresses that `predictAddresses` computes. Any account may call it, on any chain.
 * Idempotent: contracts that are already deployed are skipped and cost nothing.
 *
 * @param clients - A client that reads, and one with an account that pays for the deployment.
 * @param options - `usdc` and `permit`: only needed on a chain that `chains` does not list.
 * @returns The addresses, and for each contract deployed by this call the transaction that did it.
 * @throws {@link DeployError} before any transaction when the chain lacks the CREATE2 factory, the token or Permit2,
 *   and after one that mined without leaving code at the predicted address.
 * @example
 * const { transferContract, transactions } = await deploy({ publicClient, walletClient })
 */
export async function deploy(clients: DeployClients, options: DeployOptions = {}): Promise<DeployResult> {
  const { publicClient, walletClient } = clients
  const account = walletClient.account
  if (account === undefined) throw new DeployError('The wallet client has no account to deploy with.')

  const [chainId, walletChainId] = [await chainIdOf(publicClient), await chainIdOf(walletClient)]
  if (walletChainId !== chainId)
    throw new DeployError(`The wallet is on chain ${walletChainId}, the reading client on chain ${chainId}.`)
  const { contracts: plan } = await planDeployment(publicClient, options)
  // Loaded only here: most programs that import this package deploy nothing.
  const { create, waitForReceipt } = await import('./creation.js')
  const transactions: { name: keyof ContractAddresses; hash: Hex; blockNumber: bigint }[] = []
  for (const { name, address, data, isThere } of plan) {
    if (isThere) continue
    const hash = await create(walletClient, account, { to: create2Factory, data }).catch(async (error: unknown) => {
      if (await waitsForCode(publicClient, address)) return undefined
      throw new DeployError(`The ${name} could not be created at ${address}.`, { cause: error })
    })
    if (hash === undefined) continue
    const receipt = await waitForReceipt(publicClient, hash)
    // A reverted creation is harmless when another account's was mined first: the address commits to the same code.
    if (!(await hasCode(publicClient, address)))
      throw new DeployError(`Transaction ${hash} was mined but left no ${name} at ${address} (${receipt.status}).`)
    transactions.push({ name, hash, blockNumber: receipt.blockNumber })
    options.onDeployed?.(name, address)
  }
  // The plan names every contract.
  const addresses = Object.fromEntries(plan.map(({ name, address }) => [name, address])) as ContractAddresses
  return { ...addresses, chainId, transactions }
}

/**
 * What {@link deploy} would do on a chain. Sends nothing.
 *
 * @param options - As of {@link deploy}.
 * @throws {@link DeployError} when the chain lacks the CREATE2 factory, the token or Permit2, or the token has no EIP-3009.
 * @example
 * const { contracts } = await planDeployment(publicClient)
 * console.log(contracts.filter(({ isThere }) => !isThere).map(({ name }) => name))
 */
export async function planDeployment(
  publicClient: DeployClients['publicClient'],
  options: Partial<Foundations> = {},
): Promise<DeploymentPlan> {
  const chainId = await chainIdOf(publicClient)
  const foundations = foundationsOf(chainId, options)
  for (const [what, address] of [
    ['CREATE2 factory', create2Factory],
    ['USDC', foundations.usdc],
    ['Permit2', foundations.permit],
  ] as const)
    if (!(await hasCode(publicClient, address)))
      throw new DeployError(`Chain ${chainId} has no contract at ${address}, where the ${what} should be.`)
  if (!(await hasAuthorizations(publicClient, foundations.usdc)))
    throw new DeployError(`The token at ${foundations.usdc} does not answer \`authorizationState\` of EIP-3009.`)
  const contracts = await Promise.all(
    planContracts(foundations).map(async ({ name, address, initCode }) => ({
      name,
      address,
      initCode,
      data: concatHex([deploySalt, initCode]),
      isThere: await hasCode(publicClient, address),
    })),
  )
  return { chainId, contracts }
}

/** Which contracts are deployed and which are not, in the order of deployment. */
export type DeploymentPlan = {
  chainId: number
  /** `data` is what is sent to the CREATE2 factory. */
  contracts: readonly (PlannedContract & { data: Hex; isThere: boolean })[]
}

/** Clients of one chain; the wallet client carries the paying account. */
export type DeployClients = {
  publicClient: Client<Transport, ViemChain | undefined>
  walletClient: Client<Transport, ViemChain | undefined, Account | undefined>
}

/** Foundations of the contracts for chains outside the registry, and a progress callback. */
export type DeployOptions = Partial<Foundations> & {
  /** Called after each contract that this call deployed. */
  onDeployed?: ((name: keyof ContractAddresses, address: Address) => void) | undefined
}

/** All addresses, and the transactions of this call. */
export type DeployResult = ContractAddresses & {
  chainId: number
  /** Empty when everything was there already. */
  transactions: readonly { name: keyof ContractAddresses; hash: Hex; blockNumber: bigint }[]
}

/** The deployment cannot be done, or was not; the message says what is missing. */
export class DeployError extends Error {
  override readonly name = 'DeployError'
}

/** The constructor of the transfer contract asks the same. */
async function hasAuthorizations(publicClient: DeployClients['publicClient'], token: Address): Promise<boolean> {
  const [authorizer, nonce] = [`0x${'0'.repeat(40)}`, `0x${'0'.repeat(64)}`] as const
  const data = encodeFunctionData({ abi: authorizationAbi, args: [authorizer, nonce] })
  const question = { method: 'eth_call', params: [{ to: token, data }, 'latest'] } as const
  const answer = await publicClient.request(question).catch(() => undefined)
  return answer !== undefined && size(answer) === 32
}

const authorizationAbi = [
  {
    type: 'function',
    name: 'authorizationState',
    inputs: [
      { name: 'authorizer', type: 'address' },
      { name: 'nonce', type: 'bytes32' },
    ],
    outputs: [{ name: 'isUsed', type: 'bool' }],
    stateMutability: 'view',
  },
] as const

function foundationsOf(chainId: number, options: Partial<Foundations>): Foundations {
  const chain = chains.find(({ id }) => id === chainId)
  const usdc = options.usdc ?? chain?.usdc.address
  const permit = options.permit ?? chain?.permit
  if (usdc === undefined || permit === undefined)
    throw new DeployError(`Chain ${chainId} is not in the registry: pass its USDC (\`usdc\`) and Permit2 (\`permit\`).`)
  return { usdc, permit }
}

async function chainIdOf(client: DeployClients['walletClient' | 'publicClient']): Promise<number> {
  return Number(await client.request({ method: 'eth_chainId' }))
}

/** Waits for a pending creation by another account, which already makes ours fail before it is mined. */
async function waitsForCode(client: DeployClients['publicClient'], address: Address): Promise<boolean> {
  for (let looks = 0; looks < MOST_LOOKS; looks++) {
    if (await hasCode(client, address)) return true
    if (!(await hasCode(client, address, 'pending'))) return false
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
  return false
}

/** A minute in total: a creation that is not mined by then may never be. */
const [MOST_LOOKS, LOOK_MS] = [240, 250]

async function hasCode(
  client: DeployClients['publicClient'],
  address: Address,
  blockTag: 'latest' | 'pending' = 'latest',
): Promise<boolean> {
  const code = await client.request({ method: 'eth_getCode', params: [address, blockTag] })
  return code !== undefined && code !== '0x'
}
