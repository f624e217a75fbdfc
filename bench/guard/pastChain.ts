/**
 * A devnet whose node and explorer answer as late as public ones, and on which an account has made 2,000 payments to 500 payees. Sends
 * its parent where it is.
 */
import { FIRST_BLOCK, startDevnet } from '@holdfast/devnet'
import { scriptedHistory } from '@holdfast/testkit/scriptedHistory'

const payments = 2_000
const { primary, faults } = await startDevnet()
const { counterparties } = await scriptedHistory.getOutgoingCounterparties(scriptedHistory.payer)
await primary.fund(scriptedHistory.payer, 1_000_000_000n)
await primary.backfill(
  scriptedHistory.payer,
  Array.from({ length: payments / counterparties.length }, () => counterparties).flat(),
)
// Only from here on can a node say how much the account had signed.
await primary.mine(40)
faults.set({ rpc: { latencyMs: 20 }, explorer: { latencyMs: 100 } })
const { chainId, rpcUrl, explorerApi, explorerUrl } = primary
process.send?.({ chainId, rpcUrl, explorerApi, explorerUrl, firstBlock: FIRST_BLOCK } satisfies PastChain)

/** Where a chain is, with the block from which on our contracts are deployed. */
export type PastChain = {
  chainId: number
  rpcUrl: string
  explorerApi: string
  explorerUrl: string
  firstBlock: number
}
