import { setTestStage, type TestStage } from '@holdfast/testkit/stage'
import { erc20Abi } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMetrics } from '../telemetry/createMetrics.js'
import { connectChain } from './connectChain.js'
import { createRiskSources } from './createRiskSources.js'
import type { ServedChain } from './ServedChain.js'

const payee = '0xd9A1b0B1e1aE382DbDc898Ea68012FfcB2853a91'

let stage: TestStage
let chains: ReadonlyMap<number, ServedChain>
beforeAll(async () => {
  stage = await setTestStage()
  const { primary, remote } = stage.devnet
  const served = await Promise.all(
    [primary, remote].map(({ chainId, rpcUrl }) =>
      connectChain({ id: chainId, rpcUrls: [rpcUrl], explorerApi: undefined, deployBlocks: {} }),
    ),
  )
  chains = new Map(served.map((chain) => [chain.id, chain]))
})
afterAll(() => stage?.stop())

async function payThere() {
  const { address, walletClient, publicClient } = await stage.remoteActor()
  const hash = await walletClient.writeContract({
    address: stage.devnet.remote.usdc,
    abi: erc20Abi,
    functionName: 'transfer',
    args: [payee, 5_000_000n],
    account: walletClient.account ?? address,
    chain: null,
  })
  await publicClient.waitForTransactionReceipt({ hash })
  return address
}

const chainOf = (id: number) => chains.get(id) as ServedChain
const metricsOf = () => createMetrics({ version: '0.0.0', commit: 'test' })

test('default: a payee of one chain is known on the other; a target is read where it is paid', async () => {
  const { primary, remote } = stage.devnet
  const payer = await payThere()
  const here = createRiskSources({ chains })(chainOf(primary.chainId))
  await expect
    .poll(async () => (await here.getHistory?.(payer))?.records.map(({ chainId, to }) => [chainId, to]))
    .toContainEqual([remote.chainId, payee])
  expect(await here.getAddressActivity(payer)).toMatchObject({ transactionCount: 0 })
})

test('metrics: size and evictions of the caches', async () => {
  const { primary } = stage.devnet
  const metrics = metricsOf()
  const provider = createRiskSources({ chains, metrics }, { cacheBytes: 1_000 })(chainOf(primary.chainId))
  const shown = () => metrics.registry.metrics()
  const labels = `{chain="${primary.chainId}"}`
  const payers = await Promise.all([stage.actor(), stage.actor(), stage.actor()])
  for (const { address: payer } of payers) await provider.getHistory?.(payer)
  expect(await shown()).toMatch(new RegExp(`firewall_cache_entries\\${labels} [1-9]`))
  expect(await shown()).toMatch(new RegExp(`firewall_cache_bytes\\${labels} [1-9]`))
  expect(await shown()).toMatch(new RegExp(`firewall_cache_evictions_total\\${labels} [1-9]`))
})

test('error: a served chain that cannot be read makes the history incomplete', async () => {
  const { primary, remote } = stage.devnet
  const payer = await payThere()
  const [off, on] = [chainOf(remote.chainId), chainOf(primary.chainId)]
  const dead = {
    ...off,
    deployment: { ...off.deployment, explorerApi: undefined },
    client: { ...off.client, request: fail },
  }
  const broken = new Map([
    [on.id, on],
    [off.id, dead as unknown as ServedChain],
  ])
  const reading = await createRiskSources({ chains: broken })(on).getHistory?.(payer)
  expect(reading).toMatchObject({ complete: false })
})

async function fail(): Promise<never> {
  throw new Error('The node is down.')
}
