import { isHex, keccak256 } from 'viem'
import type { AnvilClient } from '../anvil/client.js'
import type { FaultState } from '../faults/FaultState.js'
import type { Surface } from '../http/reply.js'
import { inNodeWords, invalidParams, methodNotFound, RpcError } from '../rpc/errors.js'
import { rpcSurface } from '../rpc/surface.js'
import { REMOTE_FIRST_BLOCK } from './facts.js'

/** Serves the remote chain's JSON-RPC: anvil's answers, without the methods that only anvil has. */
export function remoteRpcSurface({ anvil, head, faults }: RemoteRpcContext): Surface {
  return rpcSurface({ faults, surface: 'remoteRpc', answer })

  async function answer(method: string, params: readonly unknown[]): Promise<unknown> {
    if (!publicMethod.test(method)) throw methodNotFound(method)
    if (method === 'eth_getLogs') {
      refuseLongRange(params[0], head())
      if (endsBeforeFirstBlock(params[0])) return []
    }
    if (method !== 'eth_sendRawTransaction') return anvil.request(method, params)

    const [raw] = params
    if (!isHex(raw)) throw invalidParams('invalid raw transaction')
    if (faults.takeDroppedTransaction('remoteRpc')) return keccak256(raw)
    return anvil.request(method, params).catch((error) => {
      throw inNodeWords(error)
    })
  }
}

type RemoteRpcContext = {
  anvil: AnvilClient
  /** Number of the newest block. */
  head: () => number
  faults: FaultState
}

/** Excludes anvil's method of sending without a signature. */
const publicMethod = /^(?:eth|net|web3)_(?!sendUnsignedTransaction$)/

/** Largest block range of the real chain's dependable hosts. */
const maxLogRange = 50_000

/**
 * A reader that knows only the registry starts long before the devnet's first block: such ranges are answered without
 * anvil.
 */
function endsBeforeFirstBlock(filter: unknown): boolean {
  const { fromBlock, toBlock }: { fromBlock?: unknown; toBlock?: unknown } = Object(filter)
  if (!isHex(fromBlock) || !isHex(toBlock)) return false
  return Number(fromBlock) <= Number(toBlock) && Number(toBlock) < REMOTE_FIRST_BLOCK - 1
}

function refuseLongRange(filter: unknown, head: number) {
  const { fromBlock, toBlock }: { fromBlock?: unknown; toBlock?: unknown } = Object(filter)
  const numberOf = (tag: unknown) => (isHex(tag) ? Number(tag) : tag === 'earliest' ? 0 : head)
  if (numberOf(toBlock) - numberOf(fromBlock) + 1 > maxLogRange)
    throw new RpcError(-32701, `exceed maximum block range: ${maxLogRange}`)
}
