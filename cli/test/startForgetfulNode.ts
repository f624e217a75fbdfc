import { FIRST_BLOCK } from '@holdfast/devnet'
import { startChangedNode } from './startChangedNode.js'

/**
 * A node of the primary chain that has pruned its old logs, so that a history read from it stays incomplete however fast the
 * machine is.
 */
export function startForgetfulNode(rpcUrl: string) {
  return startChangedNode(rpcUrl, ({ method, params }, answer) => {
    const [filter] = Array.isArray(params) ? params : []
    if (method !== 'eth_getLogs' || !(Number(filter?.toBlock) < FIRST_BLOCK - 5_000_000)) return
    answer.result = undefined
    answer.error = { code: -32601, message: 'logs of these blocks were pruned' }
  })
}
