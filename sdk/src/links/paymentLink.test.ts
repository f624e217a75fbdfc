import { delegateTo } from '@holdfast/testkit/publishedAccounts'
import { type Actor, setTestStage, type TestStage } from '@holdfast/testkit/stage'
import { createPublicClient, custom, type Hex } from 'viem'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { ServiceError } from '../errors/base.js'
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

test('a contract and a delegated account (EIP-7702) are paid by a link of either kind', async () => {
  const erin = await stage.actor()
  await delegateTo(erin, stage.devnet.primary.contracts.transferContract)
  for (const recipient of [stage.devnet.primary.contracts.codeClaimVerifier, erin.address]) {
    const before = await stage.balanceOf(recipient)
    const { link } = await createPaymentLink(alice, {
      configId: keyed,
      amount,
      linkSecret: generateLinkSecret(),
      origin,
    })
    await claimPaymentLink(carol, readPaymentLink(link), { recipient })
    const { code, claimHash } = claimKeyAndCode()
    const params = { configId: keyed, to: recipient, amount, claimHash }
    const { transferId } = await sendProtectedWithAuthorization(alice, params, { skipRiskCheck: true })
    await claimPaymentLink(carol, { kind: 'claim', chainId: 5042002, transferId, code }, { recipient })
    expect((await stage.balanceOf(recipient)) - before).toBe(2n * amount)
  }
})

function claimKeyAndCode() {
  const { code } = generateClaimCode()
  return { code, claimHash: claimKeyFromCode(code).claimHash }
}

test('two holders of one link: one is paid, and the other is refused by type', async () => {
  const [one, other] = [await stage.actor(), await stage.actor()]
  const { link } = await createPaymentLink(alice, { configId: keyed, amount, linkSecret: generateLinkSecret(), origin })
  const recipients = [(await stage.actor(0n)).address, (await stage.actor(0n)).address] as const
  const claims = await Promise.allSettled([
    claimPaymentLink(one, readPaymentLink(link), { recipient: recipients[0] }),
    claimPaymentLink(other, readPaymentLink(link), { recipient: recipients[1] }),
  ])
  const refused = claims.filter((claim) => claim.status === 'rejected')
  expect(refused).toHaveLength(1)
  expect(refused[0]?.reason).toBeInstanceOf(ServiceError)
  const paid = await Promise.all(recipients.map((recipient) => stage.balanceOf(recipient)))
  expect(paid.toSorted()).toEqual([0n, amount])
})

test('a link to the transfer of another link, or with the secret of another, pays no one', async () => {
  const [first, second] = [generateLinkSecret(), generateLinkSecret()]
  const make = (linkSecret: Hex) => createPaymentLink(alice, { configId: keyed, amount, linkSecret, origin })
  const [one, other] = [await make(first), await make(second)]
  const swapped = { kind: 'payment', chainId: 5042002, transferId: one.transferId, linkSecret: second } as const
  expect(await previewPaymentLink(carol, swapped)).toMatchObject({ state: 'replaced' })
  expect(await failureOf(claimPaymentLink(carol, swapped))).toMatchObject({ code: 'claim_key_invalid' })
  const elsewhere = { ...readPaymentLink(other.link), chainId: 84_532 }
  expect(await failureOf(previewPaymentLink(carol, elsewhere))).toMatchObject({ code: 'wrong_network' })
  expect(await failureOf(claimPaymentLink(carol, elsewhere))).toMatchObject({ code: 'wrong_network' })
  expect(await failureOf(previewPaymentLink(carol, { ...swapped, transferId: 2n ** 255n }))).toMatchObject({
    reason: 'unknown',
  })
  expect(await previewPaymentLink(carol, readPaymentLink(one.link))).toMatchObject({ state: 'open' })
})

test('an account whose code answers no ERC-1271 approves and sends', async () => {
  const erin = await stage.actor()
  await delegateTo(erin, stage.devnet.primary.contracts.transferContract)
  const { link } = await createPaymentLink(erin, { configId: keyed, amount, linkSecret: generateLinkSecret(), origin })
  expect(await previewPaymentLink(carol, readPaymentLink(link))).toMatchObject({ state: 'open' })
})

test('on a device whose clock is two days ahead a link is open, listed as open, and claimed', async () => {
  const { link, transferId } = await createPaymentLink(alice, {
    configId: keyed,
    amount,
    linkSecret: generateLinkSecret(),
    origin,
  })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 86_400_000 })
  onTestFinished(() => void vi.useRealTimers())
  const read = readPaymentLink(link)
  expect(await previewPaymentLink(carol, read)).toMatchObject({ state: 'open' })
  const listed = await listPaymentLinks(carol, { sender: alice.address })
  expect(listed.find((one) => one.transferId === transferId)).toMatchObject({ state: 'open' })
  const holder = await stage.actor(0n)
  expect(await claimPaymentLink(carol, read, { recipient: holder.address })).toMatchObject({ outcome: 'claimed' })
})

test('a node that falls silent after the money is locked costs no link', async () => {
  const frank = await stage.actor()
  let isLocked = false
  const request = async ({ method, params }: { method: string; params?: unknown }): Promise<unknown> => {
    // A slow machine looks more than once for the receipt.
    if (isLocked && !/^eth_(getTransaction|blockNumber|getBlock)/.test(method)) throw new Error('down')
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
