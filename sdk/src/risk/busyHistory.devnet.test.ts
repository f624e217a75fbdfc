import { counterfeitTokenAbi, counterfeitTokenInitCode } from '@holdfast/devnet'
import { type Actor, setTestStage, type TestStage } from '@holdfast/testkit/stage'
import { tiered } from '@holdfast/testkit/tier'
import { type Address, type Hash, keccak256, numberToHex, sliceHex } from 'viem'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { CachingDataProvider } from './CachingDataProvider.js'
import { check } from './check.js'
import { craftLookalike } from './craftLookalike.js'
import { ExplorerDataProvider, type ExplorerDataProviderOptions } from './ExplorerDataProvider.js'

const payments = tiered(12_000, 50_000)
const now = new Date(Date.now() + 2 * 86_400_000)
const payees = Array.from({ length: 5_000 }, (_, index) => sliceHex(keccak256(numberToHex(index)), 12))
let stage: TestStage
let payer: Actor
let planter: Actor
let counterfeit: Address
let asked: string[]

beforeAll(async () => {
  // Long answers take long to read here, and the history is compared with a head that moves on meanwhile.
  stage = await setTestStage({ blockTimeMs: 60_000 })
  ;[payer, planter] = (await Promise.all([stage.actor(), stage.actor()])) as [Actor, Actor]
  await stage.devnet.primary.backfill(
    payer.address,
    Array.from({ length: payments }, (_, index) => payees[index % payees.length] as Address),
  )
  // Only from here on can a node say how much the account had signed.
  await stage.devnet.primary.mine(40)
  const { contractAddress } = await mined(
    planter.walletClient.deployContract({
      abi: counterfeitTokenAbi,
      bytecode: counterfeitTokenInitCode,
      args: ['USD Coin', 'USDC', 6],
      account: planter.walletClient.account ?? null,
      chain: null,
    }),
  )
  counterfeit = contractAddress as Address
})

afterEach(() => stage.devnet.faults.clear())
afterAll(() => stage?.stop())

async function mined(sent: Promise<Hash>) {
  const hash = await sent
  await stage.devnet.primary.mine()
  const receipt = await stage.publicClient.waitForTransactionReceipt({ hash })
  expect(receipt.status).toBe('success')
  return receipt
}

const pretend = (victim: Address, others: readonly Address[]) =>
  mined(
    planter.walletClient.writeContract({
      address: counterfeit,
      abi: counterfeitTokenAbi,
      functionName: 'pretend',
      args: [victim, others, 1_000_000n],
      account: planter.walletClient.account ?? null,
      chain: null,
    }),
  )

function create(options: ExplorerDataProviderOptions = {}) {
  asked = []
  const fetchFn: typeof fetch = (input, init) => {
    asked.push(String(input))
    return fetch(input, init)
  }
  // Explorer and provider share this process: all requests together take long.
  return new ExplorerDataProvider({ client: stage.publicClient, fetchFn, timeoutMs: 600_000, ...options })
}

const judge = (sender: Actor, target: Address, provider: ExplorerDataProvider | CachingDataProvider) =>
  check(sender.address, target, {
    provider,
    client: stage.publicClient,
    contractAddress: stage.devnet.primary.contracts.transferContract,
    now,
    timeoutMs: 600_000,
  })

const genuine = payees[2_500] as Address

test('a busy life of payments is read whole, 10,000 rows at a time', async () => {
  const provider = create()
  const { records, complete, missing } = await provider.getHistory(payer.address, { target: genuine })
  expect(missing).toBeUndefined()
  expect(complete).toBe(true)
  expect(new Set(records.map(({ transactionHash }) => transactionHash)).size).toBe(payments)
  expect(records).toHaveLength(payments)
  expect(records.every(({ signer }) => signer === payer.address.toLowerCase())).toBe(true)
  // One list of all tokens is too long and two of logs are, two more have no rows; the rest asks about the payee.
  expect(asked.length).toBeLessThanOrEqual(tiered(14, 38))
})

test('a payee of a busy account is safe, an imitation of it is blocked', async () => {
  const provider = new CachingDataProvider(create())
  await provider.prepare(payer.address)
  asked = []
  expect(await judge(payer, genuine, provider)).toMatchObject({ level: 'safe', complete: true })
  // Four lists from the last block on, how far the explorer is, the payee's activity, and records about it.
  expect(asked.length).toBeLessThanOrEqual(15)
  const impostor = craftLookalike(genuine)
  await pretend(payer.address, [impostor])
  expect(await judge(payer, impostor, provider)).toMatchObject({ level: 'block', complete: true })
})
