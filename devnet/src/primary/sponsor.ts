import {
  type Address,
  createPublicClient,
  createWalletClient,
  encodeFunctionData,
  type Hex,
  http,
  isAddressEqual,
  numberToHex,
} from 'viem'
import { toPackedUserOperation, type UserOperation } from 'viem/account-abstraction'
import { bundlerAccount } from '../chain/accounts.js'
import { Mutex } from '../chain/Mutex.js'
import { arcTestnet } from '../chain/viemChains.js'
import { sponsorEntryPointAbi } from '../generated/SponsorEntryPoint.js'
import { json, type Surface } from '../http/reply.js'
import { primaryAddresses } from './facts.js'

/**
 * A bundler and a paymaster behind one JSON-RPC endpoint: simulates a user operation, sends it from its own account,
 * and pays for it. Any caller with the key is sponsored.
 */
export function sponsorSurface(rpcUrl: () => string): Surface {
  const carried = new Map<string, Hex>()
  const mutex = new Mutex()
  let inFlight = 0
  let nextNonce = 0
  const clients = () => {
    const options = { chain: arcTestnet, transport: http(rpcUrl()), pollingInterval: 25 }
    return { read: createPublicClient(options), wallet: createWalletClient({ ...options, account: bundlerAccount() }) }
  }

  const methods: Record<string, (params: readonly unknown[]) => Promise<unknown>> = {
    eth_supportedEntryPoints: async () => [primaryAddresses.entryPoint],
    eth_chainId: async () => numberToHex(arcTestnet.id),
    pm_getPaymasterStubData: async () => ({ ...paymaster, isFinal: false }),
    pm_getPaymasterData: async () => paymaster,
    eth_estimateUserOperationGas: async () => ({
      preVerificationGas: numberToHex(60_000),
      verificationGasLimit: numberToHex(500_000),
      callGasLimit: numberToHex(300_000),
    }),
    // Malformed ones are refused while they are packed and simulated.
    eth_sendUserOperation: ([op, entryPoint]) => carry(op as Rpc, entryPoint as Address),
    async eth_getUserOperationReceipt([userOpHash]) {
      const hash = carried.get(String(userOpHash))
      if (hash === undefined) return null
      const receipt = await clients()
        .read.request({ method: 'eth_getTransactionReceipt', params: [hash] })
        .catch(() => null)
      return receipt && { userOpHash, success: receipt.status === '0x1', receipt, logs: receipt.logs }
    },
  }

  /** Carries out many at once; of two that exclude each other the later one is refused, in simulation or by the chain. */
  async function carry(op: Rpc, entryPoint: Address): Promise<Hex> {
    const { hash, txHash } = await mutex.run(() => send(op, entryPoint))
    const { status } = await clients()
      .read.waitForTransactionReceipt({ hash: txHash })
      .finally(() => inFlight--)
    if (status === 'reverted') throw new Refusal(-32500, 'the user operation came too late')
    carried.set(hash, txHash)
    return hash
  }

  async function send(op: Rpc, entryPoint: Address) {
    if (!isAddressEqual(entryPoint, primaryAddresses.entryPoint)) throw new Refusal(-32602, 'unsupported entry point')
    const { read, wallet } = clients()
    const packed = toPackedUserOperation(parse(op))
    const hash = await read.readContract({
      address: entryPoint,
      abi: sponsorEntryPointAbi,
      functionName: 'getUserOpHash',
      args: [packed],
    })
    const data = encodeFunctionData({
      abi: sponsorEntryPointAbi,
      functionName: 'handleOps',
      args: [[packed], wallet.account.address],
    })
    await read.call({ account: wallet.account, to: entryPoint, data }).catch((error: Error) => {
      throw new Refusal(-32500, /AA\d\d [\w' ]+/.exec(error.message)?.[0] ?? 'the user operation reverts in simulation')
    })
    // Its own key is used nowhere else, and the chain hides pending transactions.
    const nonce = inFlight > 0 ? nextNonce : await read.getTransactionCount(wallet.account)
    const txHash = await wallet.sendTransaction({ to: entryPoint, data, gas: 2_000_000n, nonce })
    inFlight++
    nextNonce = nonce + 1
    return { hash, txHash }
  }

  return async ({ body, authorization }) => {
    if (authorization !== 'Bearer devnet') return json(401, { error: 'The key is missing or wrong.' })
    const { id, method, params }: { id: unknown; method: string; params?: readonly unknown[] } = JSON.parse(body)
    try {
      const answer = methods[method]
      if (answer === undefined) throw new Refusal(-32601, 'the method is not supported')
      return json(200, { jsonrpc: '2.0', id, result: await answer(params ?? []) })
    } catch (error) {
      const code = error instanceof Refusal ? error.code : -32603
      const message = error instanceof Error ? error.message : String(error)
      return json(200, { jsonrpc: '2.0', id, error: { code, message } })
    }
  }
}

class Refusal extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

type Rpc = Record<string, Hex | undefined>

/** Only named: its contract is never called. */
const paymaster = {
  paymaster: '0x000000000000000000000000000000000000Fee5',
  paymasterData: '0x',
  paymasterVerificationGasLimit: numberToHex(50_000),
  paymasterPostOpGasLimit: numberToHex(0),
} as const

const numbers = [
  'nonce',
  'callGasLimit',
  'verificationGasLimit',
  'preVerificationGas',
  'maxFeePerGas',
  'maxPriorityFeePerGas',
  'paymasterVerificationGasLimit',
  'paymasterPostOpGasLimit',
]

function parse(op: Rpc): UserOperation<'0.7'> {
  const entries = Object.entries(op).map(([key, value]) => [key, numbers.includes(key) ? BigInt(value ?? 0) : value])
  // Names and types of the fields are checked by the packing and the contract.
  return Object.fromEntries(entries) as UserOperation<'0.7'>
}
