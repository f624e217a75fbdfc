import { newAccount } from '@holdfast/testkit/serviceStage'
import { setTestStage, type TestStage } from '@holdfast/testkit/stage'
import type { Address } from 'viem'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startHeldExplorer } from '../../test/heldExplorer.js'
import { asCaller } from './callers.js'
import { connectChain } from './connectChain.js'
import { createRiskSources } from './createRiskSources.js'

const payee = '0xd9A1b0B1e1aE382DbDc898Ea68012FfcB2853a91'

let stage: TestStage
beforeAll(async () => {
  stage = await setTestStage()
})
afterAll(() => stage?.stop())

/**
 * Sources over an explorer that holds some of its answers; payers have 3 payments, or 1,200. No reading ends by its time, unless
 * a test gives one.
 */
async function open(
  isHeld: (url: string) => boolean,
  { shortMs = 600_000, longMs = 600_000 }: createRiskSources.Options = {},
) {
  const { primary } = stage.devnet
  const long = new Set<string>()
  const explorer = await startHeldExplorer(
    primary.explorerApi,
    (address) => (long.has(address) ? 1_200 : 3),
    isHeld,
    (from) => ({ from, to: payee }),
  )
  onTestFinished(() => explorer.stop())
  const settings = { id: primary.chainId, rpcUrls: [primary.rpcUrl], explorerApi: explorer.url, deployBlocks: {} }
  const chain = await connectChain(settings)
  const provider = createRiskSources({ chains: new Map([[chain.id, chain]]) }, { shortMs, longMs })(chain)
  const readings: Promise<unknown>[] = []
  onTestFinished(async () => {
    explorer.release()
    await Promise.allSettled(readings)
  })
  /** What comes of a reading; `undefined` until then. */
  const read = (network: string, payer: Address) => {
    const reading: { complete?: boolean | undefined } = {}
    const asked = asCaller(network, async () => provider.getHistory?.(payer, { withoutSigners: true }))
    readings.push(
      asked.then(
        (history) => Object.assign(reading, { complete: history?.complete }),
        () => Object.assign(reading, { complete: false }),
      ),
    )
    return reading
  }
  return {
    explorer,
    provider,
    read,
    longPayer() {
      const { address } = newAccount()
      long.add(address.toLowerCase())
      return address
    },
    /** Tells whether a payer has been read. Where a place came free too late it is asked for again, as a caller does. */
    readAgain(network: string, payer: Address) {
      let reading = read(network, payer)
      return () => {
        if (reading.complete === false) reading = read(network, payer)
        return reading.complete === true
      }
    },
  }
}

const attacker = '203.0.113.7'
const other = '198.51.100.1'
const names = (address: Address) => address.slice(2).toLowerCase()
const isOf = (payers: readonly Address[]) => (url: string) => payers.some((payer) => url.includes(names(payer)))
/** The short queue asks for pages of 500 rows, the long one for longer pages. */
const isLong = (url: string) => Number(/[?&]offset=([0-9]+)/.exec(url)?.[1]) > 500
const payers = (count: number) => Array.from({ length: count }, () => newAccount().address)

test('default: one network leaves places and a quarter of the explorer to others', async () => {
  const held = payers(24)
  const { explorer, read, readAgain } = await open(isOf(held))
  for (const payer of held) read(attacker, payer)
  await expect.poll(() => explorer.held.size).toBe(12)
  const others = payers(10).map((payer) => readAgain(other, payer))
  await expect.poll(() => others.every((isRead) => isRead())).toBe(true)
  expect(explorer.most).toBe(12)
})

test('default: a long history of another network gets the second long place', async () => {
  const held: Address[] = []
  const { explorer, longPayer, read } = await open((url) => isLong(url) && isOf(held)(url))
  held.push(...Array.from({ length: 4 }, longPayer))
  for (const payer of held) read(attacker, payer)
  await expect.poll(() => explorer.held.size).toBeGreaterThan(0)
  const found = read(other, longPayer())
  await expect.poll(() => found).toEqual({ complete: true })
  const begun = held.filter((payer) => [...explorer.held].some((url) => url.includes(names(payer))))
  expect(begun).toHaveLength(1)
})

test('default: what another network has asked for first counts as asked by any other that wants it', async () => {
  const held: Address[] = []
  const { explorer, longPayer, read } = await open((url) => isLong(url) && isOf(held)(url))
  held.push(longPayer(), longPayer())
  const begun = () => held.filter((payer) => [...explorer.held].some((url) => url.includes(names(payer))))
  const readings = held.map((payer) => read(attacker, payer))
  await expect.poll(() => begun().length).toBe(1)
  // One of the two.
  const wanted = held.find((payer) => !begun().includes(payer)) as Address
  readings.push(read(other, wanted))
  // Both at once: the attacker alone has one place.
  await expect.poll(() => begun().length).toBe(2)
  explorer.release()
  await expect.poll(() => readings).toEqual(Array(3).fill({ complete: true }))
})

test('default: a cached long payer is read past long histories', async () => {
  const held: Address[] = []
  const { explorer, longPayer, read } = await open((url) => isLong(url) && isOf(held)(url))
  const cached = longPayer()
  const before = read(other, cached)
  await expect.poll(() => before).toEqual({ complete: true })
  held.push(longPayer(), longPayer())
  read(attacker, held[0] as Address)
  read('203.0.113.8', held[1] as Address)
  await expect
    .poll(() => held.every((payer) => [...explorer.held].some((url) => url.includes(names(payer)))))
    .toBe(true)
  const again = read(other, cached)
  await expect.poll(() => again).toEqual({ complete: true })
})

test('parameter: shortMs; what takes longer than a short history may is read in the long queue', async () => {
  const held: Address[] = []
  const { read } = await open((url) => /[?&]offset=500\b/.test(url) && isOf(held)(url), { shortMs: 100 })
  held.push(...payers(1))
  const reading = read(other, held[0] as Address)
  await expect.poll(() => reading).toEqual({ complete: true })
})

test('parameter: longMs; a long history that takes longer gives its place back', async () => {
  const held: Address[] = []
  const { explorer, longPayer, read, readAgain } = await open((url) => isLong(url) && isOf(held)(url), {
    longMs: 3_000,
  })
  held.push(longPayer())
  for (const payer of held) read(other, payer)
  await expect.poll(() => explorer.held.size).toBeGreaterThan(0)
  await expect.poll(readAgain(other, longPayer())).toBe(true)
})

test('default: payees come from the history, whose reading they share', async () => {
  const { explorer, provider } = await open(() => false)
  const count = async (work: (payer: Address) => Promise<unknown>) => {
    const before = explorer.asked.length
    await work(newAccount().address)
    return explorer.asked.length - before
  }
  const options = { withoutEvidence: true, withoutSigners: true }
  const alone = await count(async (payer) => provider.getHistory?.(payer, options))
  const both = await count((payer) =>
    Promise.all([
      provider.getHistory?.(payer, options),
      provider.getOutgoingCounterparties(payer).then((scan) => {
        expect(scan).toEqual({ counterparties: [payee], complete: true })
      }),
    ]),
  )
  expect(alone).toBeGreaterThan(0)
  expect(both).toBe(alone)
})
