import {
  approveUsdc,
  CachingDataProvider,
  check,
  defineConfig,
  ExplorerDataProvider,
  generateClaimCode,
} from '@holdfast/sdk'
import { overrideDeployment, PRIMARY_CHAIN_ID } from '@holdfast/sdk/chain'
import { registerConfig, sendProtected } from '@holdfast/sdk/transfer'
import { countedClients } from '@holdfast/testkit/countedClients'
import { startCountingProxy } from '@holdfast/testkit/countingProxy'
import { setTestStage } from '@holdfast/testkit/stage'
import { type Address, keccak256, numberToHex, sliceHex } from 'viem'
import type { Row } from './row.js'

/**
 * Requests of the firewall: to a node, over transports that do not batch, and to the explorer. The goal is the lower
 * bound.
 */
export async function measureChecks(): Promise<readonly Row[]> {
  const stage = await setTestStage()
  const proxy = await startCountingProxy(stage.devnet.url, 20)
  const restore = overrideDeployment(PRIMARY_CHAIN_ID, { explorerApi: `${proxy.url}/primary/explorer/api/v2` })
  try {
    const alice = await stage.actor()
    const bob = await stage.actor(0n)
    const rich = await stage.actor()
    // An address that has been used for days, like most payees.
    await stage.devnet.primary.backfill((await stage.actor()).address, [bob.address], { ageSeconds: 3 * 86_400 })
    const counted = countedClients(alice)
    const { clients } = counted
    const { publicClient: client } = clients
    const { configId } = await registerConfig(clients, defineConfig())
    await approveUsdc(clients, 900_000_000n)
    const payees = Array.from({ length: 2_000 }, (_, index) => sliceHex(keccak256(numberToHex(index)), 12))
    await stage.devnet.primary.backfill(rich.address, payees, { ageSeconds: 3 * 86_400 })
    await stage.devnet.primary.mine(40)
    const count = async (run: () => Promise<unknown>) => {
      counted.reset()
      proxy.reset()
      await run()
      const waves = Math.max(...proxy.requests.map(({ wave }) => wave))
      return { node: counted.calls.length, explorer: proxy.requests.length, waves }
    }
    const fields = () => ({ configId, to: bob.address, amount: 1_000n, claimHash: generateClaimCode().claimHash })
    // An account that has paid before: for one that has not, each token is requested as well.
    await sendProtected(clients, fields(), { skipRiskCheck: true })
    const { account = null } = alice.walletClient
    const hash = await alice.walletClient.sendTransaction({ to: bob.address, value: 10n ** 18n, account, chain: null })
    await client.waitForTransactionReceipt({ hash })
    await stage.devnet.primary.mine(40)
    const send = await count(() => sendProtected(clients, fields()))
    const long = await count(() => check(rich.address, payees[7] as Address, { client }))
    const provider = new CachingDataProvider(new ExplorerDataProvider({ client }))
    const again = () => check(rich.address, payees[8] as Address, { client, provider })
    await again()
    const second = await count(again)
    const calls = (what: string, baseline: string, goal: number, ours: number): Row => ({
      what,
      unit: 'calls',
      baseline,
      goal,
      ours,
    })
    return [
      calls('guarded send: node', '18', 8, send.node),
      calls('guarded send: explorer', '11', 6, send.explorer),
      calls('check of a sender with 2,000 rows: explorer', '50', 15, long.explorer),
      { ...calls('the same: round trips of the explorer', '50', 4, long.waves), unit: 'waves' },
      calls('second check of the same sender: node', '3', 2, second.node),
      calls('second check of the same sender: explorer', '11', 4, second.explorer),
    ]
  } finally {
    restore()
    await proxy.stop()
    await stage.stop()
  }
}
