import { type Actor, setTestStage, type TestStage } from '@holdfast/testkit/stage'
import type { Address, Hex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CallRefusedError } from '../errors/transaction.js'
import { getCleanHistory } from '../history/getCleanHistory.js'
import { check } from '../risk/check.js'
import { craftLookalike } from '../risk/craftLookalike.js'
import { cancelBatch } from '../transfer/cancelBatch.js'
import { generateLinkSecret } from '../transfer/claimKey.js'
import { defineConfig } from '../transfer/config.js'
import { getTransfer } from '../transfer/getTransfer.js'
import { registerConfig } from '../transfer/registerConfig.js'
import { claimPaymentLink } from './claimPaymentLink.js'
import { createPaymentLink } from './createPaymentLink.js'
import { findLinkPayments } from './findLinkPayments.js'
import { readPaymentLink } from './readPaymentLink.js'

let stage: TestStage
let alice: Actor
let configId: Hex
const amount = 5_000_000n
const origin = 'https://pay.example'
const failureOf = (work: Promise<unknown>) => work.then(String, (error: unknown) => error)

beforeAll(async () => {
  stage = await setTestStage()
  alice = await stage.actor()
  configId = (await registerConfig(alice, defineConfig({ claimMode: 'KEY' }))).configId
})
afterAll(() => stage?.stop())

async function create(sender = alice, terms = configId) {
  const { link, transferId } = await createPaymentLink(sender, {
    configId: terms,
    amount,
    linkSecret: generateLinkSecret(),
    origin,
  })
  return { link: readPaymentLink(link), transferId }
}

test('a history names a payment by link, to its sender and its recipient, and one that went back', async () => {
  const carol = await stage.actor()
  const [claimed, taken] = [await create(), await create()]
  await claimPaymentLink(carol, claimed.link)
  await cancelBatch(alice, [taken.transferId])
  const rowsOf = async ({ address }: Actor) => {
    const linkPayments = await findLinkPayments({ publicClient: stage.publicClient }, { account: address })
    const { entries } = await getCleanHistory(address, { linkPayments })
    return entries.filter(({ purpose }) => purpose === 'link_payment').map(({ direction }) => direction)
  }
  await expect.poll(() => rowsOf(alice)).toEqual(['in', 'out', 'out'])
  await expect.poll(() => rowsOf(carol)).toEqual(['in'])
  const { entries } = await getCleanHistory(carol.address)
  expect(entries.filter(({ purpose }) => purpose !== undefined)).toEqual([])
})

test('a stranger that claims its own dust to a victim gives it a row that names the contract, and no address to copy', async () => {
  const [mallory, victim] = [await stage.actor(), await stage.actor(0n)]
  const terms = (await registerConfig(mallory, defineConfig({ claimMode: 'KEY' }))).configId
  const linkSecret = generateLinkSecret()
  const { link } = await createPaymentLink(mallory, { configId: terms, amount: 1n, linkSecret, origin })
  await claimPaymentLink(mallory, readPaymentLink(link), { recipient: victim.address })
  const { transferContract } = stage.devnet.primary.contracts
  const rowsOf = async () => {
    const linkPayments = await findLinkPayments({ publicClient: stage.publicClient }, { account: victim.address })
    const { entries } = await getCleanHistory(victim.address, { linkPayments })
    return entries.map(({ counterparty, purpose, amount }) => ({ counterparty, purpose, amount }))
  }
  await expect.poll(rowsOf).toEqual([{ counterparty: transferContract, purpose: 'link_payment', amount: 1n }])
})

test('the claim of a link makes its recipient no known payee, for the sender and for its imitations', async () => {
  const holder = (await stage.actor(0n)).address
  const { link } = await create()
  await claimPaymentLink(await stage.actor(), link, { recipient: holder })
  const codesOf = async (target: Address) => {
    const { reasons } = await check(alice.address, target, { client: stage.publicClient })
    return reasons.map(({ code }) => code)
  }
  expect(await codesOf(holder)).not.toEqual(expect.arrayContaining(['KNOWN_COUNTERPARTY']))
  expect(await codesOf(holder)).not.toEqual(expect.arrayContaining(['VERIFIED_RECIPIENT']))
  expect(await codesOf(craftLookalike(holder))).not.toContain('LOOKALIKE_ADDRESS')
})

test('USDC that blocks a party refuses the claim and the creation before anything is spent, and leaves the link open', async () => {
  const holder = (await stage.actor(0n)).address
  const { link, transferId } = await create()
  const claimer = await stage.actor()
  await stage.devnet.primary.setBlocked(holder, true)
  expect(await failureOf(claimPaymentLink(claimer, link, { recipient: holder }))).toBeInstanceOf(CallRefusedError)
  expect((await getTransfer(alice, transferId)).status).toBe('PENDING')
  await stage.devnet.primary.setBlocked(holder, false)
  await claimPaymentLink(claimer, link, { recipient: holder })
  const dave = await stage.actor()
  await stage.devnet.primary.setBlocked(dave.address, true)
  expect(await failureOf(create(dave))).toBeInstanceOf(Error)
})
