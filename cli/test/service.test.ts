import { ordinaryAccount } from '@holdfast/devnet'
import { craftLookalike } from '@holdfast/sdk'
import { createEphemeral, fundEphemeral } from '@holdfast/sdk/shield'
import { freshSalt, pullPolicy, pushPolicy } from '@holdfast/testkit/boxPolicies'
import { openService, type ServiceStage } from '@holdfast/testkit/serviceStage'
import { createPublicClient, createWalletClient, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { arcTestnet } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { actOn } from './actors.js'
import type { User } from './createUser.js'
import { type CliStage, startCliStage } from './startCliStage.js'

let stage: CliStage
let service: ServiceStage
let user: User
const friend = ordinaryAccount().address
const impostor = craftLookalike(friend)

beforeAll(async () => {
  stage = await startCliStage()
  service = await openService(stage.devnet)
  user = await stage.user()
  user.env.HOLDFAST_SERVICE_URL = service.service.url
  await actOn(stage.devnet).pay(user, friend, 5_000_000n)
})
afterAll(async () => {
  await service?.service.stop()
  await service?.forget()
  await stage?.stop()
})

describe('service', () => {
  test('health, co-signer, announcements, verified recipients', async () => {
    expect((await user.script('service health')).json.result).toMatchObject({
      ok: true,
      relayer: { chainUsdc: 1000, low: false },
    })
    expect((await user.script('service cosigner')).json.result).toEqual({ address: service.keys.cosigner })
    expect((await user.script('service cosigner', { json: false })).stdout).toBe(`${service.keys.cosigner}\n`)
    const page = await user.script('service announcements --limit 5')
    expect(page.json.result).toMatchObject({ chainId: 5042002, announcements: [], nextBlock: null })
    const list = await user.script(`service verified-recipients ${user.address}`)
    expect(list.json.result).toMatchObject({ chainId: 5042002, sender: user.address, recipients: [], complete: true })
    expect(list.code).toBe(0)
  })

  test('error: no service is set, a malformed URL or parameter, a chain that it does not serve', async () => {
    const unset = await user.script('service health', { env: { HOLDFAST_SERVICE_URL: '' } })
    expect([unset.code, unset.json.error.code]).toEqual([2, 'no_service'])
    const bad = await user.script('service health --service pay.example.com')
    expect([bad.code, bad.json.error.code]).toEqual([2, 'invalid_url'])
    const limit = await user.script('service announcements --limit 1001')
    expect([limit.code, limit.json.error.code]).toEqual([2, 'invalid_number'])
    const malformed = await user.script('service verified-recipients 0x12')
    expect([malformed.code, malformed.json.error.code]).toEqual([2, 'invalid_address'])
    const unserved = await user.script(`service verified-recipients ${user.address} --chain 43113`)
    expect([unserved.code, unserved.json.error.code]).toEqual([2, 'invalid_request'])
  })
})

describe('investigate', () => {
  const opinion = (target: string, env = {}) => user.script(`investigate ${target}`, { env })

  test.each([
    ['the service', {}],
    ['here', { HOLDFAST_SERVICE_URL: '' }],
  ])('default: rules and facts, from %s', async (_, env) => {
    const good = await opinion(friend, env)
    expect(good.json.result).toMatchObject({
      sender: user.address,
      target: friend,
      // The friend is new to every source.
      rule: { level: 'warning' },
      advisory: null,
      dossier: { isContract: false, usdcBalance: '5000000', missing: [] },
      deep: 'off',
    })
    expect(good.code).toBe(8)
    const bad = await opinion(impostor, env)
    expect(bad.code).toBe(3)
    const lookalike = { code: 'LOOKALIKE_ADDRESS', strength: 'strong' }
    expect(bad.json.result.rule.reasons).toContainEqual(expect.objectContaining(lookalike))
    expect(bad.json.result).toMatchObject({ rule: { level: 'block' }, dossier: { usdcBalance: '0' } })
  })

  test('behavior: for a person', async () => {
    const { stdout, code } = await user.script(`investigate ${impostor}`, { json: false })
    expect(code).toBe(3)
    expect(stdout).toContain('LOOKALIKE_ADDRESS')
    expect(stdout).toContain('is        an account')
    expect(stdout).toContain('holds     0 USDC')
  })
})

describe('cosign', () => {
  /** A box of the user's, with money in it. */
  async function openBox(policyOf: typeof pushPolicy) {
    const { primary } = stage.devnet
    const { cosigner } = service.keys
    const transport = http(primary.rpcUrl)
    const clients = {
      publicClient: createPublicClient({ chain: arcTestnet, transport, pollingInterval: 20 }),
      walletClient: createWalletClient({ account: privateKeyToAccount(user.privateKey), chain: arcTestnet, transport }),
    }
    const policy = policyOf(primary.usdc, { owner: user.address, vault: user.address, cosigner, target: friend })
    const { account } = await createEphemeral(clients, primary.contracts.spendPolicyFactory, freshSalt(), policy)
    await fundEphemeral(clients, account, 3_000_000n, policy)
    return account
  }

  test('precheck: an approval, and a block', async () => {
    const yes = await user.script(`cosign precheck ${friend} 1`)
    expect([yes.code, yes.json.result]).toEqual([
      0,
      {
        approved: true,
        cosigner: service.keys.cosigner,
        chainId: 5042002,
        owner: user.address,
        target: friend,
        amount: '1000000',
        veto: null,
      },
    ])
    const no = await user.script(`cosign precheck ${impostor} 1`)
    expect(no.code).toBe(3)
    expect(no.json.result).toMatchObject({
      approved: false,
      veto: { code: 'risk_blocked', riskReasons: expect.arrayContaining(['LOOKALIKE_ADDRESS']) },
    })
    const person = await user.script(`cosign precheck ${impostor} 1`, { json: false })
    expect(person.stdout).toContain('Refused: ')
  })

  test('authorize: a signature for the owner, a veto over the cap, a veto for a stranger', async () => {
    const box = await openBox(pushPolicy)
    const signed = await user.script(`cosign authorize ${box} 1`)
    expect(signed.json.result).toMatchObject({ approved: true, box, target: friend, action: 'pay', nonce: '0' })
    expect(signed.json.result.signature).toMatch(/^0x[0-9a-f]{130}$/)
    expect(signed.code).toBe(0)
    const over = await user.script(`cosign authorize ${box} 1000000`)
    expect([over.code, over.json.result.veto.code]).toEqual([4, 'over_limit'])
    expect(over.json.result.signature).toBeNull()
    const stranger = await stage.user(0n)
    stranger.env.HOLDFAST_SERVICE_URL = service.service.url
    const foreign = await stranger.script(`cosign authorize ${box} 1`)
    expect([foreign.code, foreign.json.result.approved]).toEqual([4, false])
  })

  test('authorize: a pull needs no wallet, but a bound payer', async () => {
    const box = await openBox(pullPolicy)
    const asked = await user.script(`cosign authorize ${box} 1`, { env: { HOLDFAST_PRIVATE_KEY: '' } })
    expect(asked.json.result).toMatchObject({ action: 'pull', veto: { code: 'owner_not_bound' } })
    expect(asked.code).toBe(4)
  })

  test('bind: asks the owner; only then a pull is signed, for any caller', async () => {
    const box = await openBox(pullPolicy)
    const session = user.type(`cosign bind ${box}`)
    await session.see('its history decides')
    await session.see('Go on?')
    session.answer('n')
    expect(await session.end()).toBe(6)
    const pull = () => user.script(`cosign authorize ${box} 1`, { env: { HOLDFAST_PRIVATE_KEY: '' } })
    expect((await pull()).json.result).toMatchObject({ approved: false, veto: { code: 'owner_not_bound' } })
    const bound = await user.script(`cosign bind ${box} --until 1h --yes`)
    expect(bound.json.result).toMatchObject({ isBound: true, box, payer: user.address, veto: null })
    expect((await pull()).json.result).toMatchObject({ approved: true, action: 'pull', veto: null })
  })

  test('error: a push box, a date too far, another owner, a silent service', async () => {
    const [pushed, pulled] = [await openBox(pushPolicy), await openBox(pullPolicy)]
    const vetoes = [
      [`cosign bind ${pushed}`, 'mode_mismatch'],
      [`cosign bind ${pulled} --until 4000d`, 'expired'],
    ] as const
    for (const [words, veto] of vetoes) {
      const { code, json } = await user.script(`${words} --yes`)
      expect([code, json.result.isBound, json.result.veto.code], words).toEqual([4, false, veto])
    }
    const stranger = await stage.user(0n)
    stranger.env.HOLDFAST_SERVICE_URL = service.service.url
    const foreign = await stranger.script(`cosign bind ${pulled} --yes`)
    expect([foreign.code, foreign.json.error.code]).toEqual([4, 'not_your_box'])
    const silent = await user.script(`cosign bind ${pulled} --yes --service http://127.0.0.1:9`)
    expect([silent.code, silent.json.error.code]).toEqual([5, 'service_unavailable'])
  })

  test('error: no box, no amount', async () => {
    const none = await user.script(`cosign authorize ${friend} 1`)
    expect(none.code).toBe(4)
    const nothing = await user.script(`cosign precheck ${friend} 0`)
    expect([nothing.code, nothing.json.error.code]).toEqual([2, 'invalid_amount'])
  })
})
