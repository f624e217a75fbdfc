import { primaryChain } from '@holdfast/sdk/chain'
import { craftLookalike } from '@holdfast/sdk/risk'
import { type RecordingNode, startRecordingNode } from '@holdfast/testkit/recordingNode'
import { setTestStage, type TestStage } from '@holdfast/testkit/stage'
import { type Address, createWalletClient, erc20Abi, http, type LocalAccount } from 'viem'
import { createGuardServer, type GuardServer } from '../src/rpc/createGuardServer.js'

/** A guard in front of one node, and beside it a second node that asks nothing and pays everything. */
export type GuardStage = {
  stage: TestStage
  guard: GuardServer
  /** The node behind the guard. */
  node: RecordingNode
  /** The second node. */
  open: RecordingNode
  usdc: Address
  /** A payee that the payer has paid 25 USDC. */
  genuine: Address
  /** A lookalike of `genuine`. */
  imitation: Address
  stop: () => Promise<void>
}

/** The guard has read the history of `payer`, which owns 975 USDC. */
export async function setGuardStage(payer: LocalAccount): Promise<GuardStage> {
  const stage = await setTestStage()
  const { rpcUrl, fund, usdc } = stage.devnet.primary
  const [node, open] = await Promise.all([startRecordingNode(rpcUrl), startRecordingNode(rpcUrl)])
  const { address: genuine } = await stage.actor(1_000_000n)
  await fund(payer.address, 1_000_000_000n)
  const wallet = createWalletClient({ account: payer, chain: primaryChain, transport: http(rpcUrl) })
  const paid = { address: usdc, abi: erc20Abi, functionName: 'transfer', args: [genuine, 25_000_000n] } as const
  await stage.publicClient.waitForTransactionReceipt({ hash: await wallet.writeContract(paid) })
  // A silent node is to be noticed within the test, and the check is not to wait for what it cannot get.
  const limits = { upstreamMs: 2_000, checkMs: 1_500 }
  const guard = createGuardServer({ upstream: node.url, chainId: primaryChain.id, port: 0, limits })
  await guard.listen()
  await guard.prepare(payer.address)
  const stop = async () => {
    await guard.close()
    await Promise.all([node.stop(), open.stop()])
    await stage.stop()
  }
  return { stage, guard, node, open, usdc, genuine, imitation: craftLookalike(genuine), stop }
}
