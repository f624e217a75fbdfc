import type { AnvilClient } from '../../anvil/client.js'
import type { Miner } from '../../chain/Miner.js'
import type { FaultState } from '../../faults/FaultState.js'
import type { Designators } from '../Designators.js'
import { FIRST_BLOCK } from '../facts.js'
import type { Ledger } from '../ledger/Ledger.js'

/** What the methods of the front, the JSON-RPC server before anvil, work with. */
export type RpcContext = {
  anvil: AnvilClient
  ledger: Ledger
  miner: Miner
  designators: Designators
  faults: FaultState
}

/** One method of the front. */
export type RpcMethod = (context: RpcContext, params: readonly unknown[], method: string) => Promise<unknown>

/** Number of the newest block that callers may know of. */
export function visibleHead({ ledger, faults }: RpcContext): number {
  return Math.max(FIRST_BLOCK, ledger.head - faults.current.rpc.lagBlocks)
}
