/** A guard that has read nothing yet, in a process of its own, in front of the chain that is given. Tells its parent its URL. */
import { createGuardServer } from '@holdfast/guard/rpc'
import { overrideDeployment } from '@holdfast/sdk/chain'
import type { PastChain } from './pastChain.js'

const [chain = ''] = process.argv.slice(2)
// The parent passes on what that program has sent.
const { chainId, rpcUrl, explorerApi, explorerUrl, firstBlock } = JSON.parse(chain) as PastChain
const first = BigInt(firstBlock)
overrideDeployment(chainId, {
  rpcUrls: [rpcUrl],
  signingRpcUrls: [rpcUrl],
  explorerApi,
  explorerUrl,
  deployBlocks: { transfer: first, spendPolicyFactory: first, stealthAnnouncer: first },
})
const guard = createGuardServer({ upstream: rpcUrl, chainId, port: 0 })
await guard.listen()
process.send?.(guard.url)
