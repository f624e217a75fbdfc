import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { stealthAnnouncerAbi } from '@holdfast/contracts'
import { startDevnet } from '@holdfast/devnet'
import { requireDeployment, viemChainFor } from '@holdfast/sdk/chain'
import { randomHash } from '@holdfast/testkit/serviceStage'
import { type Address, createPublicClient, createTestClient, createWalletClient, http, publicActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stores } from '../../test/stores.js'
import { connectChain } from '../chains/connectChain.js'
import { createMetrics } from '../telemetry/createMetrics.js'
import type { Log } from '../telemetry/Telemetry.js'
import { createIndexes } from './createIndexes.js'

const chainId = 84532
const silent: Log = { debug() {}, info() {}, warn() {}, error() {}, child: () => silent }
const { open } = stores('sqlite')

let url = ''
let stop = async () => {}
beforeAll(async () => {
  const devnet = await startDevnet()
  const child = spawn('anvil', ['--host', '127.0.0.1', '--port', '0', '--chain-id', String(chainId)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  stop = async () => {
    child.kill('SIGKILL')
    await ended
  }
  let printed = ''
  for await (const chunk of child.stdout) {
    printed += chunk
    const address = /Listening on (127\.0\.0\.1:\d+)/.exec(printed)?.[1]
    if (address === undefined) continue
    url = `http://${address}`
    break
  }
  child.stdout.resume()
  // An ordinary node, with the contracts of the devnet.
  const node = createTestClient({ mode: 'anvil', transport: http(url) })
  const remote = createPublicClient({ transport: http(devnet.remote.rpcUrl) })
  for (const value of Object.values(requireDeployment(chainId))) {
    if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(value)) continue
    const bytecode = await remote.getCode({ address: value as Address })
    if (bytecode) await node.setCode({ address: value as Address, bytecode })
  }
  await devnet.stop()
})
afterAll(() => stop())

test('behavior: a node that removes blocks, and one that returns to an earlier state', async () => {
  const deployBlocks = { transfer: 0n, spendPolicyFactory: 0n, stealthAnnouncer: 0n }
  const chain = await connectChain({ id: chainId, rpcUrls: [url], explorerApi: undefined, deployBlocks })
  const store = await open()
  const metrics = createMetrics({ version: '0.2.0', commit: 'test' })
  const chains = new Map([[chainId, chain]])
  const indexes = await createIndexes(
    { store, chains, config: { instanceId: 'test' }, log: silent, metrics, now: Date.now },
    { timing: { pollMs: 20, maxPauseMs: 50 } },
  )
  try {
    const node = createTestClient({ mode: 'anvil', transport: http(url) })
    const wallet = createWalletClient({
      account: privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'),
      chain: viemChainFor(chainId),
      transport: http(url),
    }).extend(publicActions)
    const announce = async () => {
      const hash = await wallet.writeContract({
        address: chain.deployment.stealthAnnouncer,
        abi: stealthAnnouncerAbi,
        functionName: 'announce',
        args: [1n, wallet.account.address, `0x02${randomHash().slice(2)}`, '0x1f'],
      })
      await wallet.waitForTransactionReceipt({ hash, pollingInterval: 20 })
    }
    const onChain = async () => {
      const logs = await wallet.getLogs({ address: chain.deployment.stealthAnnouncer, fromBlock: 0n })
      return logs.map(({ blockHash, transactionHash }) => `${blockHash}:${transactionHash}`)
    }
    const indexed = async () => {
      const rows = await store.db.selectFrom('announcements').selectAll().orderBy('block_number').execute()
      return rows.map((row) => `${row.block_hash}:${row.transaction_hash}`)
    }
    const agree = () =>
      expect
        .poll(async () => [await indexed(), await onChain()])
        .toSatisfy(([mine, theirs]) => mine.length > 0 && String(mine) === String(theirs))

    for (let count = 0; count < 6; count++) await announce()
    await agree()
    expect(await indexed()).toHaveLength(6)

    await node.request({ method: 'anvil_reorg', params: [3, []] } as never)
    await agree()
    expect(await indexed()).toHaveLength(3)
    // Counted once the rows are deleted.
    await expect.poll(() => metrics.registry.metrics()).toMatch(/index_reorgs_total\{chain="84532"\} [1-9]/)

    const snapshot = await node.snapshot()
    for (let count = 0; count < 4; count++) await announce()
    await agree()
    await node.revert({ id: snapshot })
    await announce()
    await node.mine({ blocks: 8 })
    await agree()
    expect(await indexed()).toHaveLength(4)
  } finally {
    await indexes.stop()
  }
})
