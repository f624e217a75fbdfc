import {
  createEphemeral,
  fundEphemeral,
  RemoteCoSigner,
  settlePrivatePayment,
  settlePrivatePaymentBatched,
  submitPull,
} from '@holdfast/sdk/shield'
import { AnnouncementIndex } from '@holdfast/sdk/stealth'
import { freshAddress, freshSalt, pullPolicy, pushPolicy } from '@holdfast/testkit/boxPolicies'
import { type Actor, setTestStage, type TestStage } from '@holdfast/testkit/stage'
import type { Address } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CosignStage, freshSigner, openCosigner } from '../../test/cosignStage.js'
import { post, send, startStage } from '../../test/httpStage.js'
import { connectTo, PRIMARY } from '../../test/relayStage.js'
import { stores } from '../../test/stores.js'
import { createFirewall } from '../cosign/createFirewall.js'
import type { Signer } from '../keys/Signer.js'
import { getCosign } from './getCosign.js'
import { postCosign } from './postCosign.js'

const amount = 1_000_000n
/** Addresses with the same leading and trailing characters. */
const genuine = '0xd9A1b0B1e1aE382DbDc898Ea68012FfcB2853a91'
const impostor = '0xd9A1C3788D81257612E2581A6ea0aDa244853a91'

let devnet: TestStage
let alice: Actor
let signer: Signer
let opened: CosignStage
let server: Awaited<ReturnType<typeof startStage>>
const sqlite = stores('sqlite')

beforeAll(async () => {
  devnet = await setTestStage()
  alice = await devnet.actor()
})
afterAll(() => devnet?.stop())

/** The routes over the real firewall and a real index of announcements. */
async function serve() {
  const chain = await connectTo(devnet.devnet)
  signer = await freshSigner()
  const index = new AnnouncementIndex({ client: chain.client })
  const firewall = createFirewall({
    chains: new Map([[PRIMARY, chain]]),
    providerOf: () => ({
      getOutgoingCounterparties: async (payer) => ({
        counterparties: payer === alice.address ? [genuine] : [],
        complete: true,
      }),
      getAddressActivity: async () => ({ transactionCount: 7, firstSeenAt: new Date('2025-01-01') }),
      countZeroValueTransfers: async () => 0,
    }),
  })
  const announcements = {
    async namesOwner(_: number, address: Address) {
      await index.sync()
      const namesOwner = index
        .announcements()
        .some(({ stealthAddress }) => stealthAddress.toLowerCase() === address.toLowerCase())
      return { complete: index.complete, namesOwner }
    },
  }
  const store = await sqlite.open()
  opened = await openCosigner({ store, chain, signer, sources: { firewall, announcements } })
  const parts = { chains: opened.parts.chains, keys: { cosigner: signer, relayer: undefined, keeper: undefined } }
  server = await startStage({
    routes: [getCosign(parts), postCosign(parts, opened.cosigner)],
    server: { checkAnswers: true },
  })
  return `${server.url}/api/cosign`
}

describe('the SDK’s co-signer at the real route', () => {
  test('default: settle, settle in one transaction, bind and pull; the impostor and the target get nothing', async () => {
    const url = await serve()
    const { body } = await send(url)
    expect(body).toEqual({ address: signer.address })
    const owner = privateKeyToAccount(generatePrivateKey())
    const auth = { address: owner.address, sign: (message: string) => owner.signMessage({ message }) }
    const remote = new RemoteCoSigner(url, signer.address, undefined, auth)
    const stranger = new RemoteCoSigner(url, signer.address)
    const { usdc } = devnet.devnet.primary
    const factory = opened.parts.chains.get(PRIMARY)?.deployment.spendPolicyFactory as Address
    const terms = { owner: owner.address, vault: owner.address, cosigner: signer.address }

    const target = freshAddress()
    const policy = pushPolicy(usdc, { ...terms, target })
    const { account } = await createEphemeral(alice, factory, freshSalt(), policy, { skipRiskCheck: true })
    await fundEphemeral(alice, account, 5_000_000n, policy, { skipRiskCheck: true })
    const by = { owner: owner.address, payer: alice.address }
    expect(await settlePrivatePayment(alice, account, amount, stranger, by, { skipRiskCheck: true })).toMatchObject({
      code: 'owner_not_bound',
    })
    expect(await settlePrivatePayment(alice, account, amount, remote, by, { skipRiskCheck: true })).toMatchObject({
      ok: true,
    })
    expect(await devnet.balanceOf(target)).toBe(amount)

    const payment = { factory, salt: freshSalt(), policy, amount, owner: owner.address }
    expect(
      await settlePrivatePaymentBatched(alice, { ...payment, cosigner: remote }, { skipRiskCheck: true }),
    ).toMatchObject({ ok: true })
    expect(await devnet.balanceOf(target)).toBe(2n * amount)
    const bad = { ...payment, salt: freshSalt(), policy: { ...policy, target: impostor as Address } }
    expect(
      await settlePrivatePaymentBatched(alice, { ...bad, cosigner: remote }, { skipRiskCheck: true }),
    ).toMatchObject({
      ok: false,
      code: 'risk_blocked',
      riskReasons: ['LOOKALIKE_ADDRESS'],
    })

    // The payer itself, which has a history and announces nothing.
    const own = pushPolicy(usdc, { ...terms, owner: alice.address, target })
    const direct = { factory, salt: freshSalt(), policy: own, amount, owner: alice.address, cosigner: stranger }
    expect(await settlePrivatePaymentBatched(alice, direct, { skipRiskCheck: true })).toMatchObject({ ok: true })

    const pulled = pullPolicy(usdc, { ...terms, target })
    const box = await createEphemeral(alice, factory, freshSalt(), pulled, { skipRiskCheck: true })
    await fundEphemeral(alice, box.account, amount, pulled, { skipRiskCheck: true })
    const asked = { account: box.account, target, amount, action: 1, chainId: PRIMARY } as const
    const state = { nonce: 0n, remaining: 5_000_000n, expiry: pulled.expiry }
    expect(await stranger.authorize({ ...asked, ...state })).toMatchObject({ code: 'owner_not_bound' })
    expect(await remote.bind({ account: box.account, payer: alice.address, until: pulled.expiry })).toEqual({
      approved: true,
    })
    const signed = await stranger.authorize({ ...asked, ...state })
    if (!signed.approved) throw new Error(signed.code)
    await submitPull(alice, box.account, amount, signed.signature)
    expect(await devnet.balanceOf(target)).toBe(4n * amount)
    expect(await remote.precheck({ owner: alice.address, target: impostor, amount })).toMatchObject({
      code: 'risk_blocked',
    })
    await server.server.close()
  })

  test('error: malformed bodies, chains that are not served, no key', async () => {
    const url = await serve()
    const owner = alice.address
    const bodies: readonly [unknown, string, string][] = [
      [{ account: owner, owner, amount: '1', action: 2 }, '/action', 'not_one_of'],
      [{ account: owner, amount: '1', action: 0 }, '/owner', 'required'],
      [{ account: owner, owner, amount: '01', action: 0 }, '/amount', 'not_decimal'],
      [{ account: `${owner.slice(0, -1)}x`, owner, amount: '1', action: 0 }, '/account', 'not_an_address'],
      [{ account: owner, owner, amount: '1', action: 0, extra: 1 }, '/extra', 'unknown_key'],
      [{ phase: 'sign' }, '/phase', 'not_one_of'],
      [{ account: owner, owner, amount: '1', action: 0, chainId: 1 }, '/chainId', 'not_one_of'],
      [{ phase: 'precheck', owner, target: owner, amount: '1', chainId: 84532 }, '/chainId', 'not_one_of'],
      [[], '', 'not_an_object'],
    ]
    for (const [body, pointer, code] of bodies) {
      const answer = await post(url, body)
      expect(answer.status).toBe(400)
      expect(answer.body).toMatchObject({ code: 'invalid_request', errors: [{ pointer, code }] })
    }
    const claims = { target: 1, nonce: 'x', remaining: null, expiry: {}, now: [] }
    const veto = await post(url, { account: freshAddress(), owner, amount: '1', action: 0, ...claims })
    expect([veto.status, veto.body]).toEqual([
      200,
      {
        approved: false,
        code: 'unknown_account',
        reason: 'The account is not a box that a known factory made.',
      },
    ])
    const cached = await send(url)
    expect(cached.headers['cache-control']).toBe('public, max-age=60')
    await server.server.close()

    const keys = { cosigner: undefined, relayer: undefined, keeper: undefined }
    const parts = { chains: opened.parts.chains, keys }
    const off = await startStage({ routes: [getCosign(parts), postCosign(parts, undefined)] })
    expect((await send(`${off.url}/api/cosign`)).body).toMatchObject({ status: 503, code: 'not_configured' })
    const asked = await post(`${off.url}/api/cosign`, { account: owner, owner, amount: '1', action: 0 })
    expect(asked.body).toMatchObject({ status: 503, code: 'not_configured' })
    await off.server.close()
  })
})
