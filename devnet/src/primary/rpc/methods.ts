import { arcTestnetChain } from '@holdfast/contracts'
import { keccak256 } from 'viem'
import { methodNotFound, RpcError } from '../../rpc/errors.js'
import { BASE_FEE } from '../facts.js'
import { blockMethods } from './blocks.js'
import { hex, stateTag } from './blockTag.js'
import type { RpcMethod } from './context.js'
import { filterMethods } from './filters.js'
import { getLogs } from './getLogs.js'
import { sendRawTransaction } from './sendRawTransaction.js'
import { stateMethods } from './state.js'

/** Price that the primary chain's hosts quote while its base fee is at the lowest. */
const gasPrice = 22_000_000_000n

/** Every method that the RPC in front of anvil answers. */
export function primaryMethods(): Record<string, RpcMethod> {
  return {
    ...blockMethods,
    ...stateMethods,
    ...filterMethods(),
    eth_accounts: async () => [],
    eth_chainId: async () => hex(arcTestnetChain.id),
    eth_feeHistory: async (context, [count, newest, percentiles]) => {
      const history = await context.anvil.request<{ baseFeePerGas: string[] }>('eth_feeHistory', [
        count,
        stateTag(context, newest),
        percentiles ?? [],
      ])
      return { ...history, baseFeePerGas: history.baseFeePerGas.map(() => hex(BASE_FEE)) }
    },
    eth_fillTransaction: async (context, params, method) => {
      if (context.faults.current.rpc.fillTransaction === 'answer') return context.anvil.request(method, params)
      throw methodNotFound(method)
    },
    eth_gasPrice: async () => hex(gasPrice),
    eth_getLogs: getLogs,
    eth_maxPriorityFeePerGas: async () => '0x0',
    eth_sendRawTransaction: sendRawTransaction,
    eth_subscribe: async (_, [kind]) => {
      if (kind === 'newPendingTransactions')
        throw new RpcError(-32001, 'Subscriptions to pending transactions are not allowed')
      throw methodNotFound('eth_subscribe')
    },
    eth_syncing: async () => false,
    net_listening: async () => true,
    net_version: async () => String(arcTestnetChain.id),
    web3_clientVersion: async () => 'arc/v1',
    // A value that is not hex fails in the hash.
    web3_sha3: async (_, [data]) => keccak256(data as `0x${string}`),
  }
}
