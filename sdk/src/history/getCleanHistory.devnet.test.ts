import { counterfeitTokenAbi, counterfeitTokenInitCode, usdcAbi } from '@holdfast/devnet'
import { type Actor, setTestStage, type TestStage } from '@holdfast/testkit/stage'
import {
  type Address,
  encodeDeployData,
  encodeFunctionData,
  getAddress,
  type Hash,
  type Hex,
  parseEther,
  zeroAddress,
} from 'viem'
import { waitForTransactionReceipt } from 'viem/actions'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { DataUnavailableError } from '../errors/risk.js'
import { getCleanHistory } from './getCleanHistory.js'
import type { HistoryEntry } from './types.js'

let stage: TestStage
let payer: Actor
let payee: Actor
let stranger: Actor
let impostor: Address
let counterfeit: Address
const sent: Record<string, Hash> = {}

beforeAll(async () => {
  stage = await setTestStage()
  ;[payer, payee, stranger] = await Promise.all([stage.actor(), stage.actor(), stage.actor()])
  impostor = getAddress(`0x${payee.address.slice(2, 5)}${'7'.repeat(33)}${payee.address.slice(-4)}`)
  const { usdc } = stage.devnet.primary

  sent.payment = await send(payer, { to: usdc, data: transfer(payee.address, 25_000_000n) })
  sent.native = await send(payer, { to: stranger.address, value: parseEther('2') })
  sent.reply = await send(payee, { to: usdc, data: transfer(payer.address, 10_000n) })
  sent.bait = await send(stranger, { to: usdc, data: transferFrom(payer.address, impostor, 0n) })
  sent.self = await send(payer, { to: usdc, data: transfer(payer.address, 1_000_000n) })
  const args = ['USD Coin', 'USDC', 6] as const
  const data = encodeDeployData({ abi: counterfeitTokenAbi, bytecode: counterfeitTokenInitCode, args })
  const { contractAddress } = await receiptOf(await send(stranger, { data }))
  counterfeit = getAddress(contractAddress ?? zeroAddress)
  const pretend = [payer.address, [impostor], 25_000_000n] as const
  const copy = encodeFunctionData({ abi: counterfeitTokenAbi, functionName: 'pretend', args: pretend })
  sent.copy = await send(stranger, { to: counterfeit, data: copy })
  const newcomer = await stage.actor()
  sent.dust = await send(newcomer, { to: usdc, data: transfer(payer.address, 9_999n) })
})

afterEach(() => stage.devnet.faults.clear())
afterAll(() => stage.stop())

const transfer = (to: Address, amount: bigint) =>
  encodeFunctionData({ abi: usdcAbi, functionName: 'transfer', args: [to, amount] })
const transferFrom = (from: Address, to: Address, amount: bigint) =>
  encodeFunctionData({ abi: usdcAbi, functionName: 'transferFrom', args: [from, to, amount] })

async function send({ walletClient }: Actor, what: { to?: Address; data?: Hex; value?: bigint }): Promise<Hash> {
  const { account, chain } = walletClient
  if (account === undefined) throw new Error('An actor signs for itself.')
  const hash = await walletClient.sendTransaction({ account, chain, ...what })
  await receiptOf(hash)
  return hash
}

async function receiptOf(hash: Hash) {
  const receipt = await waitForTransactionReceipt(stage.publicClient, { hash })
  expect(receipt.status).toBe('success')
  return receipt
}

const named = (rows: readonly HistoryEntry[]) =>
  rows.map(({ txHash }) => Object.entries(sent).find(([, hash]) => hash === txHash)?.[0])

test('default: real rows stay, native ones among them; nothings and counterfeits are hidden', async () => {
  const { entries, filtered, complete } = await getCleanHistory(payer.address)
  expect(complete).toBe(true)
  expect(named(entries)).toEqual(['dust', 'self', 'reply', 'native', 'payment'])
  expect(entries.map(({ suspect }) => suspect)).toEqual(['DUST', undefined, undefined, undefined, undefined])
  expect(filtered).toEqual([
    expect.objectContaining({
      txHash: sent.copy,
      reason: 'UNKNOWN_TOKEN',
      tokenAddress: counterfeit,
      tokenSymbol: 'USDC',
      counterparty: impostor,
    }),
    expect.objectContaining({ txHash: sent.bait, reason: 'ZERO_VALUE', counterparty: impostor, amount: 0n }),
  ])
  expect(entries.at(-2)).toEqual({
    txHash: sent.native,
    direction: 'out',
    counterparty: stranger.address,
    kind: 'transfer',
    amount: 2_000_000n,
    decimals: 6,
    tokenAddress: stage.devnet.primary.usdc,
    tokenSymbol: 'USDC',
    timestamp: expect.any(Date),
  })
})

test('parameter: strict', async () => {
  const { entries, filtered } = await getCleanHistory(payer.address, { strict: true })
  expect(named(entries)).toEqual(['self', 'reply', 'native', 'payment'])
  expect(named(filtered)).toEqual(['dust', 'copy', 'bait'])
  expect(filtered[0]).toMatchObject({ reason: 'DUST', amount: 9_999n })
})

test('behavior: what the impostor sends is its own, also when it is real', async () => {
  const { usdc } = stage.devnet.primary
  const args = transfer(impostor, 3_000_000n)
  const fooled = await send(payer, { to: usdc, data: args })
  const { entries } = await getCleanHistory(payer.address)
  expect(entries[0]).toMatchObject({ txHash: fooled, suspect: 'IMPOSTOR', counterparty: impostor })
  const strict = await getCleanHistory(payer.address, { strict: true })
  expect(strict.filtered[0]).toMatchObject({ txHash: fooled, reason: 'IMPOSTOR' })
})

test('behavior: beyond the page cap the history says so', async () => {
  const crowded = getAddress(`0x${'c0ffee'.repeat(6)}1234`)
  const args = [stranger.address, Array(51).fill(crowded), 5n] as const
  const data = encodeFunctionData({ abi: counterfeitTokenAbi, functionName: 'pretend', args })
  await send(stranger, { to: counterfeit, data })
  expect(await getCleanHistory(crowded)).toMatchObject({ complete: true, filtered: { length: 51 } })
  expect(await getCleanHistory(crowded, { maxPages: 1 })).toMatchObject({ complete: false, filtered: { length: 50 } })
  // The second page never comes: what was read is given, and said to be a part.
  const rules = [{ kind: 'server-error', match: '*token-transfers*', skip: 1, times: null }] as const
  stage.devnet.faults.set({ explorer: { rules } })
  const partial = await getCleanHistory(crowded, { retryDelayMs: 1 })
  expect(partial).toMatchObject({ complete: false, filtered: { length: 50 } })
})

test.each(['server-error', 'malformed', 'forbidden', 'reset'] as const)(
  'error: an explorer that answers %s',
  async (kind) => {
    stage.devnet.faults.set({ explorer: { rules: [{ kind, match: '*token-transfers*', times: null }] } })
    await expect(getCleanHistory(payer.address, { retryDelayMs: 1 })).rejects.toThrow(DataUnavailableError)
  },
)

test('behavior: without the raw logs the planted nothings are missing, and the history says so', async () => {
  stage.devnet.faults.set({ explorer: { rules: [{ kind: 'server-error', match: '*getLogs*', times: null }] } })
  const { entries, filtered, complete } = await getCleanHistory(payer.address, { retryDelayMs: 1 })
  expect(complete).toBe(false)
  expect(named(entries)).toEqual(expect.arrayContaining(['dust', 'reply', 'native', 'payment']))
  expect(named(filtered)).toEqual(['copy'])
})

test('behavior: a busy explorer is asked again', async () => {
  stage.devnet.faults.set({ explorer: { rules: [{ kind: 'rate-limit', times: 3 }] } })
  expect(await getCleanHistory(payer.address, { retryDelayMs: 1 })).toMatchObject({ complete: true })
})
