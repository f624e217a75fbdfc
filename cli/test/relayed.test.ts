import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { ordinaryAccount } from '@holdfast/devnet'
import { formatPaymentLink } from '@holdfast/sdk/links'
import {
  claimKeyFromCode,
  claimKeyFromLink,
  generateClaimCode,
  generateLinkSecret,
  getTransfer,
} from '@holdfast/sdk/transfer'
import { lock, lockKeyed } from '@holdfast/testkit/lock'
import { openService, type ServiceStage } from '@holdfast/testkit/serviceStage'
import { tiered } from '@holdfast/testkit/tier'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { actOn } from './actors.js'
import type { User } from './createUser.js'
import { type CliStage, startCliStage } from './startCliStage.js'
import { startDarkProxy } from './startDarkProxy.js'

let stage: CliStage
let service: ServiceStage
let chain: ReturnType<typeof actOn>
/** Has no key and no money. */
let bob: User

beforeAll(async () => {
  stage = await startCliStage()
  service = await openService(stage.devnet, { env: { WAIT_MS: '500' } })
  chain = actOn(stage.devnet)
  bob = await stage.user(0n)
  Object.assign(bob.env, { HOLDFAST_PRIVATE_KEY: '', HOLDFAST_SERVICE_URL: service.service.url })
})
afterEach(() => stage.devnet.faults.clear())
afterAll(async () => {
  await service?.service.stop()
  await service?.forget()
  await stage?.stop()
})

/** A transfer of 1 USDC, and its code. */
async function locked() {
  const { transferId, secret } = await lock(stage.devnet)
  const { to } = await getTransfer({ publicClient: chain.reader }, transferId)
  return { transferId: `${transferId}`, code: secret.secret, to }
}
const relays = () => chain.reader.getTransactionCount(privateKeyToAccount(service.keys.relayer))
const pendingOf = (user: User) => readdirSync(`${user.home}/state/holdfast/pending`)

describe('link claim --gasless', () => {
  const linkTo = async (options: Parameters<typeof lockKeyed>[1] = {}) => {
    const linkSecret = generateLinkSecret()
    const { transferId } = await lockKeyed(stage.devnet, {
      isOpen: true,
      key: claimKeyFromLink(linkSecret),
      ...options,
    })
    return formatPaymentLink({ kind: 'payment', chainId: 5042002, transferId, linkSecret }, 'https://pay.example')
  }

  test('default: pays the recipient that the holder names, once and without a wallet', async () => {
    const input = await linkTo()
    const recipient = ordinaryAccount().address
    const unnamed = await bob.script('link claim --gasless --yes', { input })
    expect([unnamed.code, unnamed.json.error.code]).toEqual([2, 'missing_recipient'])
    const claimed = await bob.script(`link claim --gasless --recipient ${recipient} --yes`, { input })
    expect(claimed, claimed.stderr).toMatchObject({ code: 0, json: { result: { outcome: 'claimed', recipient } } })
    expect(await chain.balanceOf(recipient)).toBe(1_000_000n)
    expect(pendingOf(bob)).toEqual([])
    const again = await bob.script(`link claim --gasless --recipient ${recipient} --yes`, { input })
    expect([again.code, again.json.error.code]).toEqual([4, 'transfer_unavailable'])
  })

  test('under terms with release the service requests the release, and pays nothing', async () => {
    const input = await linkTo({ claimMode: 'KEY_RELEASE' })
    const recipient = ordinaryAccount().address
    const asked = await bob.script(`link claim --gasless --recipient ${recipient} --yes`, { input })
    expect(asked, asked.stderr).toMatchObject({
      code: 0,
      json: { result: { outcome: 'release_requested', recipient, txHash: expect.stringMatching(/^0x/) } },
    })
    expect(await chain.balanceOf(recipient)).toBe(0n)
    expect(pendingOf(bob)).toEqual([])
  })

  test.each([
    ['KEY', { transferId: expect.any(String), to: expect.any(String) }],
    ['KEY_RELEASE', { outcome: 'release_requested', recipient: expect.any(String) }],
  ] as const)(
    'under %s, not done in time: resume reads the outcome from the chain, and the journal holds no secret',
    async (claimMode, outcome) => {
      const input = await linkTo({ claimMode })
      const recipient = ordinaryAccount().address
      stage.devnet.faults.set({ rpc: { receiptDelayBlocks: 100_000 } })
      const late = await bob.script(`link claim --gasless --recipient ${recipient} --yes --timeout 4`, { input })
      expect(late).toMatchObject({ code: 7, json: { error: { code: 'claim_outcome_unknown' } } })
      const id = late.json.error.resume
      const entry = readFileSync(`${bob.home}/state/holdfast/pending/${id}.json`, 'utf8')
      expect(entry).not.toContain(input.split('/').at(-1))
      stage.devnet.faults.clear()
      const resumed = await bob.script(`resume ${id}`)
      expect(resumed, resumed.stderr).toMatchObject({ code: 0, json: { result: { outcome } } })
      expect(JSON.stringify(resumed.json.result.outcome)).toContain(recipient)
      expect(pendingOf(bob)).toEqual([])
    },
  )

  test('the network fails at each request: the same command, or resume, pays the recipient once', async () => {
    const proxy = await startDarkProxy([stage.devnet.primary.rpcUrl, service.service.url])
    onTestFinished(proxy.stop)
    const [rpcUrl = '', serviceUrl = ''] = proxy.urls
    const env = { HOLDFAST_RPC_URL: rpcUrl, HOLDFAST_SERVICE_URL: serviceUrl }
    const claim = async (input: string, recipient: string, timeout = 60) =>
      bob.script(`link claim --gasless --recipient ${recipient} --yes --timeout ${timeout}`, { input, env })
    const claimed = { code: 0, json: { result: { outcome: 'claimed' } } }
    expect(await claim(await linkTo(), ordinaryAccount().address)).toMatchObject(claimed)
    const places = Array.from({ length: proxy.count }, (_, place) => place)
    const lost = places.map((place) => ({ place, isHeard: false }))
    // Earlier requests only read.
    const heard = places.slice(-3).map((place) => ({ place, isHeard: true }))

    for (const { place, isHeard } of tiered([...lost.slice(-2), ...heard.slice(-2)], [...lost, ...heard])) {
      const input = await linkTo()
      const recipient = ordinaryAccount().address
      const before = await relays()
      proxy.light()
      proxy.goDark(place, isHeard)
      const cut = await claim(input, recipient, 2)
      proxy.light()
      const label = `request ${place}, ${isHeard ? 'carried out' : 'lost'}: ${cut.stdout}${cut.stderr}`
      expect(`${cut.stdout}${cut.stderr}`, label).not.toContain(input.split('/').at(-1))
      const id = cut.json?.error?.resume
      const resume = () => bob.script(`resume ${id} --timeout 20`, { env })
      if (id === undefined && cut.code !== 0) expect(await claim(input, recipient), label).toMatchObject(claimed)
      if (id !== undefined && (await resume()).code !== 0) {
        await claim(input, recipient)
        expect(await resume(), label).toMatchObject({ code: 0 })
      }
      expect(pendingOf(bob), label).toEqual([])
      expect(await chain.balanceOf(recipient), label).toBe(1_000_000n)
      expect(await relays(), label).toBe(before + 1)
    }
  }, 600_000)

  test('a claim link pays its recorded recipient, and refuses another one', async () => {
    const { transferId, code, to } = await locked()
    const link = `#/claim/5042002/${transferId}`
    const other = await bob.script(`link claim ${link} --gasless --recipient ${ordinaryAccount().address} --yes`, {
      input: code,
    })
    expect([other.code, other.json.error.code]).toEqual([4, 'claim_recipient_mismatch'])
    const claimed = await bob.script(`link claim ${link} --gasless --yes`, { input: code })
    expect(claimed, claimed.stderr).toMatchObject({ code: 0, json: { result: { outcome: 'claimed', recipient: to } } })
    expect(await chain.balanceOf(to)).toBe(1_000_000n)
  })
})

describe('claim --gasless', () => {
  test('default: pays the recipient, without a wallet; a second claim is refused', async () => {
    const { transferId, code, to } = await locked()
    const claimed = await bob.script(`claim ${transferId} --gasless --yes`, { input: code })
    expect(claimed, claimed.stderr).toMatchObject({ code: 0, json: { command: 'claim', result: { transferId, to } } })
    expect(claimed.json.result).toMatchObject({ amount: '1000000', fee: '0', txHash: expect.stringMatching(/^0x/) })
    expect(await chain.balanceOf(to)).toBe(1_000_000n)
    expect(pendingOf(bob)).toEqual([])
    const again = await bob.script(`claim ${transferId} --gasless --yes`, { input: code })
    expect([again.code, again.json.error.code]).toEqual([4, 'transfer_unavailable'])
  })

  test('at a terminal: shows who pays, asks, and stops at a no; a wrong code is not sent', async () => {
    const { transferId, code } = await locked()
    const before = await relays()
    const session = bob.type(`claim ${transferId} --gasless`)
    await session.see('Code of transfer')
    session.answer(code)
    await session.see('paid by the service')
    await session.see('Go on?')
    session.answer('n')
    expect(await session.end()).toBe(6)
    const wrong = await bob.script(`claim ${transferId} --gasless --yes`, { input: '0000-0000-0000-0000' })
    expect([wrong.code, wrong.json.error.code]).toEqual([4, 'wrong_claim_code'])
    expect(await relays()).toBe(before)
  })

  test('by key: the service learns no secret, and other recipients are refused before the code is asked for', async () => {
    const { secret, code } = generateClaimCode()
    const { transferId, to } = await lockKeyed(stage.devnet, { key: claimKeyFromCode(secret) })
    const other = await bob.script(`claim ${transferId} --gasless --yes --recipient ${ordinaryAccount().address}`)
    expect([other.code, other.json.error.code]).toEqual([4, 'claim_recipient_mismatch'])
    const wrong = await bob.script(`claim ${transferId} --gasless --yes`, { input: '0000-0000-0000-0000' })
    expect([wrong.code, wrong.json.error.code]).toEqual([4, 'wrong_claim_code'])
    const claimed = await bob.script(`claim ${transferId} --gasless --yes`, { input: secret })
    expect(claimed, claimed.stderr).toMatchObject({ code: 0, json: { result: { to } } })
    const { input } = await chain.reader.getTransaction({ hash: claimed.json.result.txHash })
    expect(input).not.toContain(Buffer.from(code).toString('hex'))
    expect(await chain.balanceOf(to)).toBe(1_000_000n)
  })

  test('an open transfer is not claimed by a code', async () => {
    const { transferId } = await lockKeyed(stage.devnet, { isOpen: true })
    const ended = await bob.script(`claim ${transferId} --gasless --yes`)
    expect([ended.code, ended.json.error.code]).toEqual([4, 'claim_key_invalid'])
    const shown = await bob.script(`transfer ${transferId}`)
    expect(shown.json.result).toMatchObject({ status: 'PENDING', to: `0x${'0'.repeat(40)}` })
  })

  test('not done in time: exit 7, and resume reads the outcome from the chain, without the code', async () => {
    const { transferId, code, to } = await locked()
    stage.devnet.faults.set({ rpc: { receiptDelayBlocks: 100_000 } })
    const late = await bob.script(`claim ${transferId} --gasless --yes --timeout 4`, { input: code })
    expect(late).toMatchObject({ code: 7, json: { error: { code: 'claim_outcome_unknown' } } })
    const id = late.json.error.resume
    expect(late.stderr).toContain(`holdfast resume ${id}`)
    const { facts } = JSON.parse(readFileSync(`${bob.home}/state/holdfast/pending/${id}.json`, 'utf8'))
    expect(facts).toMatchObject({ transferId })
    expect(JSON.stringify(facts)).not.toContain(code)
    stage.devnet.faults.clear()
    const resumed = await bob.script(`resume ${id}`)
    expect(resumed.json.result).toMatchObject({ command: 'claim --gasless', outcome: { transferId, to } })
    expect(await chain.balanceOf(to)).toBe(1_000_000n)
    expect(pendingOf(bob)).toEqual([])
  })

  test('Ctrl-C while it waits prints the command that continues; the claim is sent once', async () => {
    const { transferId, code } = await locked()
    const before = await relays()
    stage.devnet.faults.set({ rpc: { receiptDelayBlocks: 100_000 } })
    const session = bob.type(`claim ${transferId} --gasless --yes`)
    await session.see('Code of transfer')
    session.answer(code)
    await session.see('it is under way, asking again')
    session.ctrl('C')
    await session.see('holdfast resume ')
    expect(await session.end()).toBe(130)
    stage.devnet.faults.clear()
    const id = /holdfast resume ([0-9a-f]{8})/.exec(session.screen())?.[1] ?? ''
    const resumed = await bob.script(`resume ${id}`)
    expect(resumed.code, resumed.stderr).toBe(0)
    expect(await relays()).toBe(before + 1)
  })

  test('a claim that was never sent stays under way until another account ends the transfer', async () => {
    const { transferId } = await locked()
    const id = '0badc0de'
    const entry = {
      id,
      command: 'claim --gasless',
      chainId: 5042002,
      facts: { transferId },
      begunAt: '2026-01-01T00:00:00Z',
    }
    writeFileSync(`${bob.home}/state/holdfast/pending/${id}.json`, JSON.stringify(entry))
    const waited = await bob.script(`resume ${id} --timeout 1`)
    expect(waited).toMatchObject({ code: 7, json: { error: { code: 'claim_outcome_unknown', resume: id } } })
    await chain.guessWrong(BigInt(transferId), 5)
    const ended = await bob.script(`resume ${id}`)
    expect(ended).toMatchObject({ code: 4, json: { error: { code: 'transfer_locked' } } })
    expect(pendingOf(bob)).toEqual([])
  })

  test('error: refused before the code is asked for', async () => {
    const { transferId } = await locked()
    const poor = await openService(stage.devnet, { env: { RELAYER_PK: undefined } })
    const refusals: [string, Record<string, string>, number, string][] = [
      ['', { HOLDFAST_SERVICE_URL: '' }, 2, 'no_service'],
      ['', { HOLDFAST_SERVICE_URL: 'http://127.0.0.1:9' }, 5, 'service_unavailable'],
      ['', { HOLDFAST_SERVICE_URL: poor.service.url }, 4, 'not_configured'],
      ['--chain 84532', { HOLDFAST_RPC_URL: stage.devnet.remote.rpcUrl }, 2, 'not_gasless'],
    ]
    for (const [words, env, code, error] of refusals) {
      const ended = await bob.script(`claim ${transferId} --gasless --yes ${words}`, { env })
      expect([ended.code, ended.json.error.code], error).toEqual([code, error])
    }
    await poor.service.stop()
    await poor.forget()
    expect(pendingOf(bob)).toEqual([])
  })
})

describe('box create --relayed', () => {
  /** A user whose history supports a payment to this friend. */
  async function payer() {
    const user = await stage.user()
    user.env.HOLDFAST_SERVICE_URL = service.service.url
    const friend = ordinaryAccount().address
    await chain.pay(user, friend, 5_000_000n)
    return { user, line: `box create ${friend} --cap 5 --expires 1d --stealth --relayed` }
  }

  test('default: made and announced by the relayer, found by its owner', async () => {
    const { user, line } = await payer()
    const session = user.type(`${line} --label rent`)
    await session.see('paid by the service')
    await session.see('Go on?')
    session.answer('y')
    await session.see('is created: it pays')
    expect(await session.end()).toBe(0)
    const [found] = (await user.script('stealth scan')).json.result.boxes
    expect(found).toMatchObject({ proof: 'salt', label: 'rent' })
    const relayer = privateKeyToAccount(service.keys.relayer).address
    expect(session.screen()).toContain(`from ${relayer}`)
    expect(await chain.reader.getTransactionCount(user), 'only the payment before').toBe(1)
  })

  test('not done in time: exit 7, and resume waits for the box', async () => {
    const { user, line } = await payer()
    stage.devnet.faults.set({ rpc: { receiptDelayBlocks: 100_000 } })
    const late = await user.script(`${line} --yes --timeout 4`)
    expect(late).toMatchObject({ code: 7, json: { error: { resume: expect.any(String) } } })
    stage.devnet.faults.clear()
    const resumed = await user.script(`resume ${late.json.error.resume}`)
    expect(resumed.json.result).toMatchObject({ command: 'box create --relayed', outcome: { status: 'active' } })
    expect(pendingOf(user)).toEqual([])
  })

  test('error: a co-signer that is not the service', async () => {
    const { user, line } = await payer()
    const foreign = await user.script(`${line} --cosigner ${ordinaryAccount().address} --yes`)
    expect([foreign.code, foreign.json.error.code]).toEqual([4, 'foreign_cosigner'])
    expect(pendingOf(user)).toEqual([])
  })
})

describe('service gas', () => {
  test('default: once; the second time it has enough', async () => {
    const to = ordinaryAccount().address
    const given = await bob.script(`service gas ${to}`)
    expect(given.json.result).toMatchObject({ to, txHash: expect.stringMatching(/^0x/), chainId: 5042002 })
    expect(await chain.balanceOf(to)).toBe(BigInt(given.json.result.amount))
    const before = await relays()
    expect((await bob.script(`service gas ${to}`)).code).toBe(0)
    expect(await relays()).toBe(before)
  })

  test('error: an address that has sent, a chain that the service does not relay on', async () => {
    const alice = await stage.user()
    await chain.pay(alice, ordinaryAccount().address, 1n)
    const refused = await bob.script(`service gas ${alice.address}`)
    expect([refused.code, refused.json.error.code]).toEqual([4, 'recipient_not_eligible'])
    const elsewhere = await bob.script(`service gas ${ordinaryAccount().address} --chain 84532`)
    expect([elsewhere.code, elsewhere.json.error.code]).toEqual([2, 'invalid_request'])
  })
})
