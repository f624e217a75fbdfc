import { delegateTo } from '@holdfast/testkit/publishedAccounts'
import { type Actor, setTestStage, type TestStage } from '@holdfast/testkit/stage'
import { createPublicClient, custom, type Hex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cancelBatch } from '../transfer/cancelBatch.js'
import { claimKeyFromCode, generateLinkSecret } from '../transfer/claimKey.js'
import { generateClaimCode } from '../transfer/claimSecret.js'
import { defineConfig } from '../transfer/config.js'
import { registerConfig } from '../transfer/registerConfig.js'
import { rekey } from '../transfer/rekey.js'
import { release } from '../transfer/release.js'
import { sendProtectedWithAuthorization } from '../transfer/sendProtectedWithAuthorization.js'
import { claimPaymentLink } from './claimPaymentLink.js'
import { createPaymentLink } from './createPaymentLink.js'
import { findPaymentLink } from './findPaymentLink.js'
import { formatPaymentLink } from './formatPaymentLink.js'
import { listPaymentLinks } from './listPaymentLinks.js'
import { previewPaymentLink } from './previewPaymentLink.js'
import { readPaymentLink } from './readPaymentLink.js'

let stage: TestStage
let alice: Actor
let carol: Actor
let keyed: Hex
let released: Hex
let coded: Hex
const amount = 500_000n
const origin = 'https://pay.example'

beforeAll(async () => {
  stage = await setTestStage()
  alice = await stage.actor()
  carol = await stage.actor()
  keyed = (await registerConfig(alice, defineConfig({ claimMode: 'KEY' }))).configId
  released = (await registerConfig(alice, defineConfig({ claimMode: 'KEY_RELEASE' }))).configId
  coded = (await registerConfig(alice, defineConfig())).configId
})
afterAll(() => stage?.stop())

const failureOf = (work: Promise<unknown>) => work.then(String, (error: unknown) => error)

test('a payment link pays its holder, once', async () => {
  const { link } = await createPaymentLink(alice, { configId: keyed, amount, linkSecret: generateLinkSecret(), origin })
  const read = readPaymentLink(link)
  expect(await previewPaymentLink(carol, read)).toMatchObject({ state: 'open', amount, isHolderPaid: true })
  const holder = await stage.actor(0n)
  const claimed = await claimPaymentLink(carol, read, { recipient: holder.address })
  expect(claimed).toMatchObject({ outcome: 'claimed', recipient: holder.address })
  expect(await stage.balanceOf(holder.address)).toBe(amount)
  expect(await previewPaymentLink(carol, read)).toMatchObject({ state: 'claimed', recipient: holder.address })
  expect(await failureOf(claimPaymentLink(carol, read))).toMatchObject({ reason: 'not_pending' })
})

test('under KEY_RELEASE the press asks, and the sender pays', async () => {
  const { link } = await createPaymentLink(alice, {
    configId: released,
    amount,
    linkSecret: generateLinkSecret(),
    origin,
  })
  const read = readPaymentLink(link)
  const holder = await stage.actor(0n)
  const asked = await claimPaymentLink(carol, read, { recipient: holder.address })
  expect(asked.outcome).toBe('release_requested')
  expect(await stage.balanceOf(holder.address)).toBe(0n)
  await release(alice, read.transferId, holder.address)
  expect(await stage.balanceOf(holder.address)).toBe(amount)
})

test('a claim link pays its recorded recipient alone', async () => {
  for (const configId of [keyed, coded]) {
    const bob = await stage.actor(0n)
    const { code, secret, claimHash } = generateClaimCode()
    const hash = configId === keyed ? claimKeyFromCode(code).claimHash : claimHash
    const params = { configId, to: bob.address, amount, claimHash: hash }
    const { transferId } = await sendProtectedWithAuthorization(alice, params, { skipRiskCheck: true })
    const link = readPaymentLink(formatPaymentLink({ kind: 'claim', chainId: 5042002, transferId }, origin))
    expect(await previewPaymentLink(carol, link)).toMatchObject({ recipient: bob.address, needs: 'code' })
    expect(await failureOf(claimPaymentLink(carol, link, { code: secret }))).toMatchObject({
      code: 'claim_recipient_mismatch',
    })
    await claimPaymentLink(carol, link, { code: secret, recipient: bob.address })
    expect(await stage.balanceOf(bob.address)).toBe(amount)
  }
})

test('a sender lists its links, copies one again, and cancels the open ones', async () => {
  const dave = await stage.actor()
  const configId = (await registerConfig(dave, defineConfig({ claimMode: 'KEY' }))).configId
  const secrets = [generateLinkSecret(), generateLinkSecret(), generateLinkSecret()] as const
  for (const linkSecret of secrets) await createPaymentLink(dave, { configId, amount, linkSecret, origin })
  const [first, second, third] = secrets
  const found = await findPaymentLink(dave, { sender: dave.address, linkSecret: first })
  if (!found) throw new Error('The link was not found.')
  await claimPaymentLink(carol, found)
  const lost = await findPaymentLink(dave, { sender: dave.address, linkSecret: second })
  await rekey(dave, lost?.transferId ?? 0n, `0x${'00'.repeat(12)}${carol.address.slice(2).toLowerCase()}`)
  const list = await listPaymentLinks(dave, {
    sender: dave.address,
    secrets: secrets.map((linkSecret) => ({ linkSecret })),
  })
  expect(list.map(({ state, link, paidTo }) => [state, link?.linkSecret, paidTo])).toEqual([
    ['open', third, null],
    ['open', undefined, null],
    ['claimed', first, carol.address],
  ])
  const open = list.filter(({ state }) => state === 'open').map(({ transferId }) => transferId)
  await cancelBatch(dave, open)
  const after = await listPaymentLinks(dave, { sender: dave.address })
  expect(after.map(({ state }) => state)).toEqual(['cancelled', 'cancelled', 'claimed'])
  expect(await findPaymentLink(dave, { sender: dave.address, linkSecret: generateLinkSecret() })).toBeUndefined()
})

test('an account whose code answers no ERC-1271 approves and sends', async () => {
  const erin = await stage.actor()
  await delegateTo(erin, stage.devnet.primary.contracts.transferContract)
  const { link } = await createPaymentLink(erin, { configId: keyed, amount, linkSecret: generateLinkSecret(), origin })
  expect(await previewPaymentLink(carol, readPaymentLink(link))).toMatchObject({ state: 'open' })
})

test('a node that falls silent after the money is locked costs no link', async () => {
  const frank = await stage.actor()
  let isLocked = false
  const request = async ({ method, params }: { method: string; params?: unknown }): Promise<unknown> => {
    if (isLocked) throw new Error('down')
    const answer = await frank.publicClient.request({ method, params } as never)
    isLocked = method === 'eth_getTransactionReceipt' && answer !== null
    return answer
  }
  const { chain } = frank.walletClient
  const publicClient = createPublicClient({
    ...(chain && { chain }),
    transport: custom({ request }, { retryCount: 0 }),
  })
  const linkSecret = generateLinkSecret()
  const { link } = await createPaymentLink({ ...frank, publicClient }, { configId: keyed, amount, linkSecret, origin })
  expect(readPaymentLink(link)).toEqual(await findPaymentLink(carol, { sender: frank.address, linkSecret }))
})
