import { usdcAbi } from '@holdfast/devnet'
import { type CountedClients, countedClients } from '@holdfast/testkit/countedClients'
import { type CountingProxy, startCountingProxy } from '@holdfast/testkit/countingProxy'
import { type Actor, setTestStage, type TestStage } from '@holdfast/testkit/stage'
import { type Address, type Hex, keccak256, numberToHex, sliceHex } from 'viem'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { overrideDeployment } from '../src/chain/registry.js'
import { primaryChain } from '../src/chain/viemChain.js'
import { CachingDataProvider } from '../src/risk/CachingDataProvider.js'
import { check } from '../src/risk/check.js'
import { craftLookalike } from '../src/risk/craftLookalike.js'
import { ExplorerDataProvider } from '../src/risk/ExplorerDataProvider.js'
import { payerProvider } from '../src/risk/payerProvider.js'
import { approveUsdc } from '../src/transfer/allowance.js'
import { generateClaimCode } from '../src/transfer/claimSecret.js'
import { defineConfig } from '../src/transfer/config.js'
import { registerConfig } from '../src/transfer/registerConfig.js'
import { sendProtected } from '../src/transfer/sendProtected.js'

/** How many requests the firewall makes of a node and of an explorer. */

// A caller that waits for another one's answer asks again when it is late. How long a busy machine takes must not change the count.
vi.mock(import('../src/chain/withDeadline.js'), async (original) => {
  const { withDeadline, ...rest } = await original()
  return { ...rest, withDeadline: (run, { signal }) => withDeadline(run, { signal }) }
})

let stage: TestStage
let alice: Actor
let bob: Address
let configId: Hex
let counted: CountedClients
let proxy: CountingProxy
let restore: () => void

beforeAll(async () => {
  // The pace of the real chain: an explorer that answers a second later than the node is not taken for one that lags behind.
  stage = await setTestStage({ blockTimeMs: 500 })
  alice = await stage.actor()
  bob = (await stage.actor(0n)).address
  counted = countedClients(alice)
  configId = (await registerConfig(alice, defineConfig())).configId
  // Both clients have named their chain once before anything is counted.
  await approveUsdc(counted.clients, 900_000_000n)
  proxy = await startCountingProxy(stage.devnet.url, 20)
  restore = overrideDeployment(primaryChain.id, { explorerApi: `${proxy.url}/primary/explorer/api/v2` })
  await stage.devnet.primary.mine(30)
})
afterAll(async () => {
  restore?.()
  await proxy?.stop()
  await stage?.stop()
})

/** State, the verified-recipient sign, the nonce that shows hidden transactions, and what every write takes. */
const asked = [
  'eth_call',
  'eth_call',
  'eth_getTransactionCount',
  'eth_estimateGas',
  'eth_feeHistory',
  'eth_getTransactionCount',
  'eth_sendRawTransaction',
  'eth_getTransactionReceipt',
]

/** The sender's own lists, and the two of logs that name it. */
const lists = ['tokentx', 'txlist', 'getLogs', 'getLogs']
const namesOf = ({ requests }: CountingProxy) => requests.map(({ name }) => name).sort()

test('a guarded send asks a node eight times and the explorer six times at most', async () => {
  // Of an address that was paid days ago nothing else is asked about its age.
  const { address: to } = await stage.actor(0n)
  const { address: earlier } = await stage.actor()
  await stage.devnet.primary.backfill(earlier, [to], { ageSeconds: 3 * 86_400 })
  const { account = null } = alice.walletClient
  const hash = await alice.walletClient.sendTransaction({ to, value: 10n ** 18n, account, chain: null })
  await stage.publicClient.waitForTransactionReceipt({ hash })
  counted.reset()
  proxy.reset()
  await sendProtected(counted.clients, { configId, to, amount: 1_000n, claimHash: generateClaimCode().claimHash })
  expect([...counted.calls].sort()).toEqual([...asked].sort())
  expect(counted.calls.length).toBeLessThanOrEqual(8)
  expect(namesOf(proxy)).toEqual(['/main-page/indexing-status', ...lists, 'tokentx'].sort())
  expect(proxy.requests.length).toBeLessThanOrEqual(6)
})

test('a check of a sender with 2,000 rows asks the explorer 15 times at most, in four waves at most', async () => {
  const rich = await stage.actor()
  const payees = Array.from({ length: 2_000 }, (_, index) => sliceHex(keccak256(numberToHex(index)), 12))
  await stage.devnet.primary.backfill(rich.address, payees)
  // Only from here on can a node say how much the account had signed.
  await stage.devnet.primary.mine(40)
  counted.reset()
  proxy.reset()
  const report = await check(rich.address, payees[7] as Address, {
    client: counted.clients.publicClient,
    now: new Date(Date.now() + 2 * 86_400_000),
  })
  expect(report).toMatchObject({ level: 'safe', complete: true })
  expect([...counted.calls].sort()).toEqual(['eth_call', 'eth_getTransactionCount'])
  expect(proxy.requests.length).toBeLessThanOrEqual(15)
  expect(Math.max(...proxy.requests.map(({ wave }) => wave))).toBeLessThanOrEqual(4)
})

// One block has 100 of them. A round number of rows may be a part, and of one block alone it could be the wrong end.
test.each([
  { length: 20, more: [], by: 'explorer' },
  { length: 300, more: [], by: 'explorer' },
  { length: 100, more: ['txlist'], by: 'explorer' },
  { length: 300, more: [], by: 'chain' },
])(
  'of $length payees by $by: a second check asks for what is new, and notices a payment since then that the explorer hides',
  async ({ length, more, by }) => {
    const rich = await stage.actor()
    const payees = Array.from({ length }, (_, index) => sliceHex(keccak256(numberToHex(index + length * 1_000)), 12))
    await stage.devnet.primary.backfill(rich.address, payees, { ageSeconds: 3 * 86_400 })
    await stage.devnet.primary.mine(40)
    const { publicClient: client } = counted.clients
    const chain = { chainId: primaryChain.id, client }
    const source = by === 'chain' ? payerProvider([chain]) : new ExplorerDataProvider({ client })
    const provider = new CachingDataProvider(source)
    const look = async () => {
      counted.reset()
      proxy.reset()
      return check(rich.address, payees[8] as Address, { client, provider })
    }
    expect(await look()).toMatchObject({ level: 'safe', complete: true })
    expect(await look()).toMatchObject({ level: 'safe', complete: true })
    expect([...counted.calls].sort()).toEqual(['eth_call', 'eth_getTransactionCount'])
    expect(namesOf(proxy)).toEqual([...lists, ...more].sort())
    expect(proxy.requests.length).toBeLessThanOrEqual(4 + more.length)
    const { account = null } = rich.walletClient
    const hash = await rich.walletClient.sendTransaction({ to: bob, value: 10n ** 18n, account, chain: null })
    await stage.publicClient.waitForTransactionReceipt({ hash })
    stage.devnet.faults.set({ explorer: { hiddenAddress: bob } })
    const hidden = await look()
    stage.devnet.faults.clear()
    expect(hidden).toMatchObject({ level: 'warning', complete: false })
    expect(await look()).toMatchObject({ level: 'safe', complete: true })
  },
)

test('a second check asks whether an explorer is whole that no longer lists what it listed', async () => {
  const rich = await stage.actor()
  const payees = Array.from({ length: 20 }, (_, index) => sliceHex(keccak256(numberToHex(index + 6_000)), 12))
  await stage.devnet.primary.backfill(rich.address, payees, { ageSeconds: 3 * 86_400 })
  await stage.devnet.primary.mine(40)
  const { publicClient: client } = counted.clients
  const provider = new CachingDataProvider(new ExplorerDataProvider({ client }))
  const look = () => check(rich.address, payees[8] as Address, { client, provider })
  expect(await look()).toMatchObject({ level: 'safe', complete: true })
  stage.devnet.faults.set({ explorer: { hiddenAddress: payees[19] ?? null, indexing: true } })
  proxy.reset()
  const second = await look()
  stage.devnet.faults.clear()
  expect(second).toMatchObject({ level: 'warning', complete: false })
  expect(namesOf(proxy)).toContain('/main-page/indexing-status')
})

test('a bait laid since the check before is seen, whichever payee it imitates', async () => {
  const rich = await stage.actor()
  const planter = await stage.actor()
  const payees = Array.from({ length: 20 }, (_, index) => sliceHex(keccak256(numberToHex(index + 7_000)), 12))
  await stage.devnet.primary.backfill(rich.address, payees, { ageSeconds: 3 * 86_400 })
  await stage.devnet.primary.mine(40)
  const { publicClient: client } = counted.clients
  const provider = new CachingDataProvider(new ExplorerDataProvider({ client }))
  const look = (target: Address) => check(rich.address, target, { client, provider })
  const impostor = craftLookalike(payees[3] as Address)
  for (let times = 0; times < 2; times++) expect((await look(impostor)).level).not.toBe('safe')
  const { account = null } = planter.walletClient
  const hash = await planter.walletClient.writeContract({
    address: stage.devnet.primary.usdc,
    abi: usdcAbi,
    functionName: 'transferFrom',
    args: [rich.address, impostor, 0n],
    account,
    chain: null,
  })
  await stage.publicClient.waitForTransactionReceipt({ hash })
  const { reasons } = await look(impostor)
  expect(reasons.map(({ code }) => code)).toContain('ZERO_VALUE_BAIT')
})
