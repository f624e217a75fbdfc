import { protectedTransferAbi } from '@holdfast/contracts'
import { type Address, encodeFunctionData, encodeFunctionResult, type Hex, zeroAddress, zeroHash } from 'viem'
import type { ClientPair, ReadClient } from '../../chain/clients.js'
import { answeringClient } from '../../chain/newClient.js'
import { readsSingly } from '../../chain/readTogether.js'
import { requireDeployment } from '../../chain/registry.js'
import { requireAccount } from '../../chain/transaction/requireAccount.js'
import { type WalletGate, withGate } from '../../chain/transaction/walletGate.js'
import { usdcAbi } from '../../chain/usdc.js'
import { CLAIM_MODES } from '../../transfer/config.js'
import { configIdOf } from '../../transfer/configId.js'
import type { RegisteredConfig } from '../../transfer/getConfig.js'
import type { PlannedCall, PlanStep } from '../types.js'
import { type Sealed, signatureStep, transactionStep } from './steps.js'

/** How a rehearsal is read. */
export type Script = {
  /** Function that is called last, or primary type of what is signed last: there the rehearsal ends. One of several. */
  last: readonly string[]
  sealed: Sealed
}

/**
 * Lets an operation run up to its last prompt, with a wallet that writes down what it is asked for and signs nothing. What the
 * chain would say after an earlier step is assumed.
 *
 * @returns What the wallet was asked for.
 * @throws What the operation throws where it does not come that far.
 */
export async function rehearse<clients extends ClientPair>(
  clients: clients,
  { last, sealed }: Script,
  run: (clients: clients) => Promise<unknown>,
): Promise<readonly PlanStep[]> {
  const { address } = requireAccount(clients.walletClient)
  const steps: PlanStep[] = []
  const assumed = new Map<string, Hex>()
  let isOver = false
  const end = () => {
    isOver = true
    throw new Error('The rehearsal is over.')
  }
  const gate: WalletGate = {
    call(chainId, calls) {
      const step = transactionStep(chainId, calls, sealed)
      steps.push(step)
      if (step.calls.some(({ functionName }) => last.includes(functionName))) end()
      for (const call of step.calls) assume(assumed, call, { owner: address, chainId })
      return { logs: [], transactionHash: zeroHash, blockNumber: 0n }
    },
    price: (_, { offered }) => offered,
    sign(message) {
      steps.push(signatureStep(message, sealed))
      if (last.includes(String(message.primaryType))) end()
      return blankSignature
    },
    cosign: () => blankSignature,
  }
  const { publicClient, walletClient } = clients
  try {
    const reader = await assuming(publicClient, assumed)
    await run({ ...clients, publicClient: reader, walletClient: withGate(walletClient, gate) })
  } catch (error) {
    if (!isOver) throw error
  }
  return steps
}

/** Stands for a signature in calls that are never made. */
export const blankSignature: Hex = `0x${'11'.repeat(64)}1b`

/** A reader of the chain as it will be after the steps before. */
async function assuming(client: ReadClient, assumed: ReadonlyMap<string, Hex>): Promise<ReadClient> {
  const request = async ({ method, params }: { method: string; params?: unknown }): Promise<unknown> => {
    // viem has made the request: only `eth_call` is read, whose first parameter is a call.
    const [call] = (params ?? []) as readonly { to?: Address; data?: Hex }[]
    const known = method === 'eth_call' && call?.to && call.data ? assumed.get(keyOf(call.to, call.data)) : undefined
    // Passed on as it came.
    return known ?? client.request({ method, params } as Parameters<ReadClient['request']>[0])
  }
  return readsSingly(await answeringClient(client, request))
}

/** What an approval and a registration change for the steps after them. */
function assume(
  assumed: Map<string, Hex>,
  { to, functionName, args }: PlannedCall,
  { owner, chainId }: { owner: Address; chainId: number },
): void {
  if (functionName === 'approve') {
    // As the ABI of USDC has them.
    const { spender, amount } = args as { spender: Address; amount: string }
    const question = { abi: usdcAbi, functionName: 'allowance', args: [owner, spender] } as const
    const answer = { abi: usdcAbi, functionName: 'allowance', result: BigInt(amount) } as const
    assumed.set(keyOf(to, encodeFunctionData(question)), encodeFunctionResult(answer))
  }
  if (functionName === 'createConfig') {
    // As the ABI of the transfer contract has them.
    const { claimMode, ...given } = args as Omit<RegisteredConfig, 'verifier'>
    const isCode = claimMode === CLAIM_MODES.CODE
    const terms = { ...given, claimMode, verifier: isCode ? requireDeployment(chainId).codeClaimVerifier : zeroAddress }
    const question = { abi: protectedTransferAbi, functionName: 'configs', args: [configIdOf(owner, terms)] } as const
    const answer = { abi: protectedTransferAbi, functionName: 'configs', result: terms } as const
    assumed.set(keyOf(to, encodeFunctionData(question)), encodeFunctionResult(answer))
  }
}

const keyOf = (to: Address, data: Hex) => `${to}:${data}`.toLowerCase()
