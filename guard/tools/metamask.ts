/**
 * Runs the published controllers of MetaMask against a guard RPC: how its gas estimate shows a refusal, and that a refused broadcast
 * is sent once. Run by `npm run check:metamask -w guard`.
 *
 * The packages do not install by themselves: some of their dependencies are not in the registry. They are installed into a directory
 * of their own, with other versions of some, and with a placeholder for those that are absent. Where that fails, it says so and skips.
 */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { createGuardServer } from '@holdfast/guard/rpc'
import { genuine, impostor } from '@holdfast/testkit/riskScene'
import type { Address, Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { CHAIN_ID, paying, provider, startNode, USDC } from '../test/recorder.js'

const versions = { '@metamask/transaction-controller': '67.0.0', '@metamask/network-controller': '25.0.0' }
const overrides = {
  '@metamask/eth-block-tracker': '14.0.0',
  '@metamask/eth-json-rpc-middleware': '21.0.0',
  '@metamask/eth-json-rpc-provider': '5.0.1',
  '@metamask/json-rpc-engine': '10.5.0',
  '@metamask/message-manager': '14.0.0',
  '@metamask/messenger': '1.2.0',
  '@metamask/polling-controller': '16.0.0',
  '@metamask/remote-feature-flag-controller': '2.0.0',
}
/** Not in the registry, or in need of such a package; what is imported of them are two names of a state. */
const absent = ['accounts', 'analytics', 'connectivity'].map((name) => `@metamask/${name}-controller`)
const absentToo = ['@metamask/core-backend', '@metamask/keyring-sdk']
const placeholder = "export const CONNECTIVITY_STATUSES = { Online: 'online', Offline: 'offline' }\n"

const directory = await mkdtemp(join(tmpdir(), 'metamask-'))
try {
  const controllers = await assemble().catch((error: Error) => {
    console.warn(`SKIPPED: MetaMask's controllers cannot be assembled here.\n${error.message.slice(0, 600)}`)
  })
  if (controllers) await run(controllers)
} finally {
  await rm(directory, { recursive: true, force: true })
}

async function assemble() {
  const empty = join(directory, 'placeholder')
  await mkdir(empty)
  await writeFile(
    join(empty, 'package.json'),
    '{"name":"placeholder","version":"0.0.0","type":"module","main":"index.js"}',
  )
  await writeFile(join(empty, 'index.js'), placeholder)
  const replaced = Object.fromEntries([...absent, ...absentToo].map((name) => [name, 'file:./placeholder']))
  const manifest = {
    name: 'metamask-against-a-guard',
    private: true,
    dependencies: { ...versions, deepmerge: '4.3.1' },
    overrides: { ...overrides, ...replaced, '@metamask/network-controller': '$@metamask/network-controller' },
  }
  await writeFile(join(directory, 'package.json'), JSON.stringify(manifest))
  const flags = ['--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund', '--loglevel=error']
  await promisify(execFile)('npm', ['install', ...flags], { cwd: directory })
  const load = (path: string) => import(pathToFileURL(join(directory, 'node_modules/@metamask', path)).href)
  return {
    // As the two modules declare them.
    createNetworkClient: (await load('network-controller/dist/create-network-client.mjs'))
      .createNetworkClient as CreateNetworkClient,
    estimateGas: (await load('transaction-controller/dist/utils/gas.mjs')).estimateGas as EstimateGas,
  }
}

async function run({ createNetworkClient, estimateGas }: Awaited<ReturnType<typeof assemble>>): Promise<void> {
  const account = privateKeyToAccount(`0x${'7'.repeat(64)}`)
  const node = await startNode(account.address)
  const guard = createGuardServer({ upstream: node.url, chainId: CHAIN_ID, port: 0, provider })
  await guard.listen()
  const messenger = {
    call: (action: string): unknown => {
      if (action === 'ConnectivityController:getState') return { connectivityStatus: 'online' }
      if (action === 'RemoteFeatureFlagController:getState') return { remoteFeatureFlags: {} }
      if (action === 'NetworkController:getNetworkClientById') return client
      throw new Error(`${action} is not expected.`)
    },
    publish: () => undefined,
  }
  const configuration = {
    type: 'custom',
    rpcUrl: guard.url,
    failoverRpcUrls: [],
    chainId: `0x${CHAIN_ID.toString(16)}`,
    ticker: 'USDC',
  }
  const client = createNetworkClient({
    id: 'guarded',
    configuration,
    getRpcServiceOptions: () => ({ fetch, btoa }),
    getBlockTrackerOptions: () => ({}),
    messenger,
    rpcFailoverMode: 'disabled',
  })
  const problems: string[] = []
  const expect = (name: string, isRight: boolean, found: unknown) => {
    console.log(`${isRight ? '✓' : '✗'} ${name}: ${JSON.stringify(found)?.slice(0, 220)}`)
    if (!isRight) problems.push(name)
  }
  const estimate = (to: Address) =>
    estimateGas({
      isSimulationEnabled: false,
      getSimulationConfig: async () => ({}),
      messenger,
      networkClientId: 'guarded',
      txParams: { from: account.address, to: USDC, data: paying(to) },
    })
  const sign = (to: Address) =>
    account.signTransaction({
      chainId: CHAIN_ID,
      type: 'eip1559',
      to: USDC,
      data: paying(to),
      gas: 100_000n,
      maxFeePerGas: 1n,
    })
  const send = async (raw: Hex) => client.provider.request({ method: 'eth_sendRawTransaction', params: [raw] })
  try {
    const refused = await estimate(impostor as Address)
    expect('its estimate fails with the reason', /Not the same/.test(JSON.stringify(refused)), refused)
    const passed = await estimate(genuine as Address)
    expect('its estimate for a payee does not fail', passed.simulationFails === undefined, passed)
    const error: unknown = await send(await sign(impostor as Address)).catch((reason: unknown) => reason)
    // This version of the network controller keeps the node's error as `data` of its own.
    const { message, data } = Object(error) as { message?: string; data?: unknown }
    const kept = { message, data }
    expect('a refused broadcast has the reason', /Not the same/.test(JSON.stringify(kept)), kept)
    expect('it reaches no node, and is not repeated', node.sent().length === 0, node.sent())
    const hash = await send(await sign(genuine as Address))
    expect('a broadcast to a payee is passed on once', node.sent().length === 1, hash)
  } finally {
    client.destroy()
    await guard.close()
    await node.stop()
  }
  if (problems.length > 0) process.exitCode = 1
}

type CreateNetworkClient = (options: object) => {
  provider: { request: (request: { method: string; params: readonly unknown[] }) => Promise<unknown> }
  destroy: () => void
}
type EstimateGas = (options: object) => Promise<{ simulationFails?: unknown; gasRevert?: unknown }>
