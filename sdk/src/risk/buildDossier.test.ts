import { type Actor, setTestStage, type TestStage } from '@holdfast/testkit/stage'
import { type Address, createPublicClient, http } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { InvalidAddressError } from '../errors/input.js'
import { type BuildDossierOptions, buildDossier } from './buildDossier.js'
import { ExplorerDataProvider } from './ExplorerDataProvider.js'
import type { IDataProvider } from './history/IDataProvider.js'

let stage: TestStage
let sender: Actor
let target: Address

beforeAll(async () => {
  stage = await setTestStage()
  sender = await stage.actor()
  target = (await stage.actor(42_000_000n)).address
})
afterEach(() => stage.devnet.faults.clear())
afterAll(() => stage.stop())

/** Shares two characters at each end with the target, and no more. */
function near(): Address {
  const filler = [...'567'].find((digit) => digit !== target[4] && digit !== target[39]) ?? ''
  return `0x${target.slice(2, 4)}${filler.repeat(36)}${target.slice(-2)}`.toLowerCase() as Address
}

const seen = new Date('2026-01-01')
const provider = (changes: Partial<IDataProvider> = {}): IDataProvider => ({
  getOutgoingCounterparties: async () => ({ counterparties: [near()], complete: true }),
  getAddressActivity: async () => ({ transactionCount: 3, firstSeenAt: seen }),
  countZeroValueTransfers: async () => 0,
  ...changes,
})
const build = (options: Partial<BuildDossierOptions> = {}, about: Address = target) =>
  buildDossier(
    { sender: sender.address, target: about },
    { publicClient: stage.publicClient, provider: provider(), usdcAddress: stage.devnet.primary.usdc, ...options },
  )

test('default', async () => {
  expect(await build()).toEqual({
    target,
    chainId: 5042002,
    isContract: false,
    isDelegated: false,
    transactionCount: 3,
    firstSeenAt: seen,
    usdcBalance: 42_000_000n,
    nearMisses: [expect.objectContaining({ sharedPrefix: 2, sharedSuffix: 2 })],
    missing: [],
  })
})

test('behavior: from the chain’s own explorer', async () => {
  const dossier = await build({ provider: new ExplorerDataProvider() })
  expect(dossier).toMatchObject({ transactionCount: 0, firstSeenAt: null, nearMisses: [], missing: [] })
})

test('behavior: a contract, and an account that has delegated to one', async () => {
  const { transferContract } = stage.devnet.primary.contracts
  expect(await build({}, transferContract)).toMatchObject({ isContract: true, isDelegated: false })

  const person = privateKeyToAccount(generatePrivateKey())
  const { account, chain } = sender.walletClient
  if (account === undefined) throw new Error('An actor signs for itself.')
  const signed = await person.signAuthorization({ chainId: 5042002, nonce: 0, contractAddress: transferContract })
  const authorizationList = [{ ...signed, address: transferContract }]
  const hash = await sender.walletClient.sendTransaction({ account, chain, to: sender.address, authorizationList })
  await stage.publicClient.waitForTransactionReceipt({ hash })
  expect(await build({}, person.address)).toMatchObject({ isContract: false, isDelegated: true })
})

test('parameter: counterparties, which saves asking for them', async () => {
  const silent = provider({ getOutgoingCounterparties: () => Promise.reject(new Error('not asked')) })
  expect(await build({ provider: silent, counterparties: [] })).toMatchObject({ nearMisses: [], missing: [] })
})

test('behavior: each lookup that fails is missing, alone', async () => {
  const fail = () => Promise.reject(new Error('down'))
  expect(await build({ provider: provider({ getAddressActivity: fail }) })).toMatchObject({
    transactionCount: null,
    firstSeenAt: null,
    usdcBalance: 42_000_000n,
    missing: ['transactionCount', 'firstSeenAt'],
  })
  expect(await build({ provider: provider({ getOutgoingCounterparties: fail }) })).toMatchObject({
    nearMisses: null,
    missing: ['nearMisses'],
  })
  stage.devnet.faults.set({ rpc: { rules: [{ kind: 'server-error', match: 'eth_getCode', times: null }] } })
  expect(await build()).toMatchObject({ isContract: null, isDelegated: null, missing: ['isContract', 'isDelegated'] })
  stage.devnet.faults.clear()
  expect(await build({ usdcAddress: target })).toMatchObject({ usdcBalance: null, missing: ['usdcBalance'] })
})

test('behavior: payees looked at in part are named too, with what was found', async () => {
  const part = provider({ getOutgoingCounterparties: async () => ({ counterparties: [near()], complete: false }) })
  expect(await build({ provider: part })).toMatchObject({ nearMisses: [{ sharedPrefix: 2 }], missing: ['nearMisses'] })
})

test.each([
  ['a date to come', { transactionCount: 1, firstSeenAt: new Date('2026-02-01') }],
  ['an invalid date', { transactionCount: 1, firstSeenAt: new Date('x') }],
  ['half a transaction', { transactionCount: 0.5, firstSeenAt: null }],
  ['nothing', undefined],
])('behavior: a provider that answers %s has not answered', async (_, activity) => {
  const odd = provider({ getAddressActivity: async () => activity as never })
  const dossier = await build({ provider: odd, now: new Date('2026-01-31') })
  expect(dossier).toMatchObject({ transactionCount: null, missing: ['transactionCount', 'firstSeenAt'] })
})

test('behavior: a node that is silent, or on another chain, tells nothing', async () => {
  const { rpcUrl } = stage.devnet.primary
  const silentNode = createPublicClient({ transport: http('http://127.0.0.1:1', { retryCount: 0 }) })
  const silent = ['chainId', 'isContract', 'isDelegated', 'usdcBalance']
  expect(await build({ publicClient: silentNode })).toMatchObject({ chainId: null, missing: silent })
  const chain = { ...stage.publicClient.chain, id: 84532 } as NonNullable<typeof stage.publicClient.chain>
  const lost = createPublicClient({ chain, transport: http(rpcUrl) })
  expect(await build({ publicClient: lost })).toMatchObject({ isContract: null, usdcBalance: null, missing: silent })
})

test('parameter: timeoutMs, signal', async () => {
  const hanging = provider({ getAddressActivity: () => new Promise(() => {}) })
  // All others must answer within it, also on a busy machine.
  const late = await build({ provider: hanging, timeoutMs: 2_000 })
  expect(late.missing).toEqual(['transactionCount', 'firstSeenAt'])
  const controller = new AbortController()
  const reason = new Error('enough')
  const building = build({ provider: hanging, signal: controller.signal })
  controller.abort(reason)
  await expect(building).rejects.toBe(reason)
})

test('error: invalid addresses', async () => {
  await expect(build({ usdcAddress: '0x12' })).rejects.toThrow(InvalidAddressError)
  await expect(build({ counterparties: ['0x12'] })).rejects.toThrow(InvalidAddressError)
  await expect(build({}, '0x12')).rejects.toThrow(InvalidAddressError)
})
