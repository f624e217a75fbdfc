import { type Devnet, startDevnet } from '@holdfast/devnet'
import { primaryChain } from '@holdfast/sdk/chain'
import { vaultHash } from '@holdfast/sdk/shield'
import {
  cancel,
  claimKeyFromLink,
  encodeClaimCall,
  generateClaimCode,
  generateLinkSecret,
  release,
  type SignedClaim,
  signClaim,
} from '@holdfast/sdk/transfer'
import {
  decodeGaslessClaimResult,
  decodeHealth,
  decodeInvestigation,
  decodeRelayCreateResult,
  decodeRelayPending,
  decodeVerifiedRecipients,
  encodeGaslessClaim,
} from '@holdfast/sdk/wire'
import { ask, sign } from '@holdfast/testkit/http'
import { lock, lockKeyed } from '@holdfast/testkit/lock'
import { randomPoint } from '@holdfast/testkit/randomPoint'
import { newAccount, openService, randomHash, type ServiceStage, somePolicy } from '@holdfast/testkit/serviceStage'
import { type Address, createPublicClient, createWalletClient, type Hash, http, keccak256, zeroHash } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Log } from '../telemetry/Telemetry.js'

let devnet: Devnet
const stages: ServiceStage[] = []
beforeAll(async () => {
  devnet = await startDevnet({ blockTimeMs: 50 })
})
afterAll(() => devnet.stop())
afterEach(async () => {
  devnet.faults.clear()
  for (const { service, forget } of stages.splice(0)) {
    await service.stop()
    await forget()
  }
})

async function open(options: openService.Options = {}) {
  const stage = await openService(devnet, options)
  stages.push(stage)
  return stage
}

const chain = () => createPublicClient({ chain: primaryChain, transport: http(devnet.primary.rpcUrl) })
const code = (address: string) => chain().getCode({ address: address as `0x${string}` })
const sentBy = (key: `0x${string}`) =>
  chain().getTransactionCount({ address: privateKeyToAccount(key).address, blockTag: 'latest' })

const claimOf = ({ transferId, secret }: { transferId: bigint; secret: { code: string; salt: string } }) => ({
  transferId: `${transferId}`,
  code: secret.code,
  salt: secret.salt,
})

function boxOf({ keys }: ServiceStage, changes: Record<string, unknown> = {}) {
  return {
    salt: randomHash(),
    policy: somePolicy(devnet.primary.usdc, keys.cosigner, changes),
  }
}

/** Terms that name owner and vault by their hashes. */
const hiddenBy = (vaultHash: Hash) => ({ owner: undefined, vault: undefined, ownerHash: randomHash(), vaultHash })

const announcement = () => ({
  stealthAddress: newAccount().address,
  ephemeralPubKey: randomPoint(),
  viewTag: 31,
  label: 'rent',
})

const remaining = ({ headers }: { headers: Record<string, string> }) =>
  /"addr-day";r=([0-9]+)/.exec(headers.ratelimit ?? '')?.[1]

type Keyed = Awaited<ReturnType<typeof lockKeyed>>

/** Claims by key, signed by a new account. */
async function askByKey(stage: ServiceStage, { key, transferId }: Keyed, recipient: Address) {
  const signed = await signClaim(key, { chainId: 5042002, transferId, recipient })
  return stage.ask('/api/gasless-claim', JSON.parse(JSON.stringify(encodeGaslessClaim(signed))))
}

const settled = expect.stringMatching(/^0x[0-9a-f]{64}$/)

describe('gasless claim', () => {
  test('default: an empty wallet is paid once; the recipient is verified', async () => {
    const stage = await open()
    const transfer = await lock(devnet)
    const account = privateKeyToAccount(randomHash())
    const first = await stage.ask('/api/gasless-claim', claimOf(transfer), { account })
    expect(decodeGaslessClaimResult(first.body)).toEqual({ ok: true, txHash: settled })
    expect(first.status).toBe(200)
    expect(remaining(first)).toBe('49')
    expect(await chain().getBalance({ address: transfer.to })).toBe(10n ** 18n)

    // Another caller requests the same, with its own signature: it gets the same answer, and is not charged.
    const again = await stage.ask('/api/gasless-claim', claimOf(transfer))
    expect(again.body).toEqual(first.body)
    expect(remaining(again)).toBe('50')
    expect(await sentBy(stage.keys.relayer)).toBe(1)

    const receipt = await chain().getTransactionReceipt({ hash: first.body.txHash })
    const { sender } = await transferOf(transfer.transferId)
    await expect
      .poll(async () => (await stage.get(`/api/verified-recipients?sender=${sender.toLowerCase()}`)).body.recipients)
      .toEqual([
        {
          address: transfer.to,
          transferId: `${transfer.transferId}`,
          blockNumber: `${receipt.blockNumber}`,
          transactionHash: first.body.txHash,
        },
      ])
    const known = await stage.get(`/api/verified-recipients?sender=${sender}&chainId=5042002`)
    expect(decodeVerifiedRecipients(known.body, { chainId: 5042002, sender }).complete).toBe(true)
  })

  test('behavior: one signed request has one effect', async () => {
    const stage = await open()
    const body = JSON.stringify(claimOf(await lock(devnet)))
    const headers = await sign('/api/gasless-claim', body)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => stage.ask('/api/gasless-claim', body, { headers })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.code === 'signature_replayed')).toHaveLength(19)
    expect(await sentBy(stage.keys.relayer)).toBe(1)
  })

  test('behavior: a wrong code sends nothing, costs its unit and no attempt', async () => {
    const stage = await open()
    const transfer = await lock(devnet)
    const account = newAccount()
    const wrong = { transferId: transfer.transferId, secret: generateClaimCode() }
    const answer = await stage.ask('/api/gasless-claim', claimOf(wrong), { account })
    expect(answer.body).toEqual({ ok: false, error: { kind: 'wrong_code', attemptsRemaining: 5 } })
    expect(remaining(answer)).toBe('49')
    const odd = { transferId: `${transfer.transferId}`, code: 'not a code', salt: randomHash() }
    expect((await stage.ask('/api/gasless-claim', odd, { account })).body.error.kind).toBe('wrong_code')
    expect(await sentBy(stage.keys.relayer)).toBe(0)
  })

  test('behavior: locked, ended and unknown transfers cost nothing', async () => {
    const stage = await open()
    const transfer = await lock(devnet)
    const wallet = createWalletClient({
      account: privateKeyToAccount(devnet.primary.accounts[7]?.privateKey ?? '0x'),
      chain: primaryChain,
      transport: http(devnet.primary.rpcUrl),
    })
    for (let count = 0; count < 5; count++) {
      const { code, salt } = generateClaimCode()
      const hash = await wallet.sendTransaction({
        to: devnet.primary.contracts.transferContract,
        data: encodeClaimCall(transfer.transferId, code, salt),
      })
      await chain().waitForTransactionReceipt({ hash, pollingInterval: 25 })
    }
    const account = newAccount()
    const locked = await stage.ask('/api/gasless-claim', claimOf(transfer), { account })
    expect(locked.body).toEqual({ ok: false, error: { kind: 'locked', attemptsRemaining: 0 } })
    const never = { transferId: '999999', code: transfer.secret.code, salt: transfer.secret.salt }
    const unknown = await stage.ask('/api/gasless-claim', never, { account })
    expect(unknown.body).toEqual({ ok: false, error: { kind: 'unavailable', reason: 'unknown' } })
    expect(remaining(unknown)).toBe('50')
  })

  test('a claim that would pay another address is not sent', async () => {
    const stage = await open()
    const transfer = await lock(devnet)
    const account = newAccount()
    const body = { ...claimOf(transfer), recipient: newAccount().address }
    const other = await stage.ask('/api/gasless-claim', body, { account })
    expect(other.body).toEqual({ ok: false, error: { kind: 'unavailable', reason: 'other_recipient' } })
    expect(remaining(other)).toBe('50')
    expect(await sentBy(stage.keys.relayer)).toBe(0)
    // It does not delay the right one.
    const right = { ...claimOf(transfer), recipient: transfer.to.toLowerCase() }
    expect((await stage.ask('/api/gasless-claim', right, { account })).body).toEqual({ ok: true, txHash: settled })
  })

  test('a claim by key: no secret reaches the service, and a wrong signature delays nothing', async () => {
    const stage = await open()
    const { transferId, key, to } = await lockKeyed(devnet)
    const chainId = 5042002
    const ask = async (signed: SignedClaim) =>
      (await stage.ask('/api/gasless-claim', JSON.parse(JSON.stringify(encodeGaslessClaim(signed))))).body
    const signed = await signClaim(key, { chainId, transferId, recipient: to })
    const stranger = await signClaim(claimKeyFromLink(generateLinkSecret()), { chainId, transferId, recipient: to })
    const highS = `0x${signed.signature.slice(2, 66)}${'f'.repeat(64)}1b` as const
    for (const signature of [stranger.signature, highS, `0x${'00'.repeat(65)}` as const])
      expect(await ask({ ...signed, signature })).toEqual({
        ok: false,
        error: { kind: 'unavailable', reason: 'invalid_signature' },
      })
    const elsewhere = await signClaim(key, { chainId, transferId, recipient: newAccount().address })
    expect((await ask(elsewhere)).error.reason).toBe('other_recipient')
    expect(await sentBy(stage.keys.relayer)).toBe(0)
    const claimed = await ask(signed)
    expect(claimed).toEqual({ ok: true, txHash: settled })
    expect(await ask(signed)).toEqual(claimed)
    expect(await chain().getBalance({ address: to })).toBe(10n ** 18n)
    expect(await sentBy(stage.keys.relayer)).toBe(1)
  })

  test('an open transfer is paid to the recipient that its key signed for, or its release is requested once', async () => {
    const stage = await open()
    const recipient = newAccount().address
    const ask = async (locked: Keyed, to = recipient) => (await askByKey(stage, locked, to)).body
    const plain = await lockKeyed(devnet, { isOpen: true })
    const { sender } = await transferOf(plain.transferId)
    expect((await ask(plain, sender)).error.reason).toBe('other_recipient')
    expect(await ask(plain)).toEqual({ ok: true, txHash: settled })
    expect(await chain().getBalance({ address: recipient })).toBe(10n ** 18n)

    const released = await lockKeyed(devnet, { isOpen: true, claimMode: 'KEY_RELEASE' })
    const asked = { ok: false, error: { kind: 'unavailable', reason: 'awaiting_release' }, txHash: settled }
    expect(await ask(released)).toEqual(asked)
    expect(await ask(released)).toEqual(asked)
    expect(await sentBy(stage.keys.relayer)).toBe(2)
    expect((await transferOf(released.transferId)).status).toBe('PENDING')
  })

  test('a repeated claim that waits for the sender is answered from the chain, for no unit and no transaction', async () => {
    const stage = await open()
    const recipient = newAccount().address
    const [paid, other, cancelled] = await Promise.all(
      Array.from({ length: 3 }, () => lockKeyed(devnet, { isOpen: true, claimMode: 'KEY_RELEASE' })),
    )
    if (!paid || !other || !cancelled) throw new Error('Nothing was locked.')
    const ask = (locked: typeof paid) => askByKey(stage, locked, recipient)
    const bodyOf = async (one: typeof paid) => (await ask(one)).body
    const asked = [await bodyOf(paid), await bodyOf(other), await bodyOf(cancelled)]
    const ended = (reason: string) => asked.map((body) => ({ ...body, error: { kind: 'unavailable', reason } }))
    expect(asked).toEqual(ended('awaiting_release'))

    await release(paid.sender, paid.transferId, recipient, { skipRiskCheck: true })
    await release(other.sender, other.transferId, newAccount().address, { skipRiskCheck: true })
    await cancel(cancelled.sender, cancelled.transferId)
    await expect.poll(() => bodyOf(paid)).toEqual(ended('not_pending')[0])
    await expect.poll(() => bodyOf(other)).toEqual(ended('other_recipient')[1])
    await expect.poll(() => bodyOf(cancelled)).toEqual(ended('not_pending')[2])
    expect(remaining(await ask(paid))).toBe('50')
    expect(await sentBy(stage.keys.relayer)).toBe(3)
  })

  test('a repeated claim that waits for the sender is unknown while the chain does not answer', async () => {
    const stage = await open()
    const recipient = newAccount().address
    const locked = await lockKeyed(devnet, { isOpen: true, claimMode: 'KEY_RELEASE' })
    const ask = async () => (await askByKey(stage, locked, recipient)).body
    const asked = await ask()
    expect(asked.error).toEqual({ kind: 'unavailable', reason: 'awaiting_release' })
    devnet.faults.set({ rpc: { rules: [{ kind: 'server-error', times: null }] } })
    expect(await ask()).toEqual({ ...asked, error: { kind: 'unknown' } })
    devnet.faults.clear()
    await expect.poll(ask).toEqual(asked)
    expect(await sentBy(stage.keys.relayer)).toBe(1)
  })

  test.each(['the recipient', 'all'])('behavior: while the token refuses %s, nothing is sent', async (whom) => {
    const stage = await open()
    const transfer = await lock(devnet)
    const link = await lockKeyed(devnet, { isOpen: true })
    const { transferId, key } = link
    const claims = [
      claimOf(transfer),
      encodeGaslessClaim(await signClaim(key, { chainId: 5042002, transferId, recipient: transfer.to })),
    ]
    const refuse = (isRefused: boolean) =>
      whom === 'all' ? devnet.primary.setPaused(isRefused) : devnet.primary.setBlocked(transfer.to, isRefused)
    await refuse(true)
    const refused = []
    for (const claim of claims) refused.push(await stage.ask('/api/gasless-claim', JSON.parse(JSON.stringify(claim))))
    await refuse(false)
    const error = { kind: 'unavailable', reason: 'token_refused' }
    for (const one of refused) expect([one.status, one.body, remaining(one)]).toEqual([200, { ok: false, error }, '50'])
    expect(await sentBy(stage.keys.relayer)).toBe(0)
    for (const claim of claims) {
      const { body } = await stage.ask('/api/gasless-claim', JSON.parse(JSON.stringify(claim)))
      expect(body).toEqual({ ok: true, txHash: settled })
    }
  })

  test('behavior: a claim that is not mined in time is unknown, and a repeated request gets its outcome', async () => {
    const stage = await open({ env: { WAIT_MS: '3000' } })
    const transfer = await lock(devnet)
    devnet.faults.set({ rpc: { dropTransactions: 1_000 } })
    const early = await stage.ask('/api/gasless-claim', claimOf(transfer))
    expect(early.body).toEqual({ ok: false, error: { kind: 'unknown' }, txHash: settled })
    devnet.faults.clear()
    await expect
      .poll(async () => (await stage.ask('/api/gasless-claim', claimOf(transfer))).body)
      .toEqual({ ok: true, txHash: early.body.txHash })
    expect(await sentBy(stage.keys.relayer)).toBe(1)
  })

  test.each([
    [{ transferId: '0', code: 'A', salt: randomHash() }, '/transferId'],
    [{ transferId: 1, code: 'A', salt: randomHash() }, '/transferId'],
    [{ transferId: '1', code: '', salt: randomHash() }, '/code'],
    [{ transferId: '1', code: 'A', salt: '0x12' }, '/salt'],
    [{ transferId: '1', code: 'A', salt: randomHash(), recipient: '0x12' }, '/recipient'],
    [{ transferId: '1', signature: `0x${'11'.repeat(65)}` }, '/recipient'],
    [{ transferId: '1', recipient: newAccount().address, signature: '0x12' }, '/signature'],
    [{ transferId: '1', code: 'A', recipient: newAccount().address, signature: `0x${'11'.repeat(65)}` }, '/code'],
    [{ transferId: '1', code: 'A', salt: randomHash(), chainId: 1 }, '/chainId'],
  ])('error: %o', async (body, pointer) => {
    const stage = await open({ funds: 0n })
    const answer = await stage.ask('/api/gasless-claim', body)
    expect([answer.status, answer.body.code, answer.body.errors?.[0]?.pointer]).toEqual([
      400,
      'invalid_request',
      pointer,
    ])
  })
})

describe('boxes', () => {
  test('default: created and announced in one request, for two units', async () => {
    const stage = await open()
    const account = newAccount()
    const announce = announcement()
    const body = { ...boxOf(stage), announce }
    const first = await stage.ask('/api/relay/create', body, { account })
    expect(first.status).toBe(200)
    const created = decodeRelayCreateResult(first.body)
    expect(created).toEqual({ account: expect.stringMatching(/^0x/), txHash: settled, announceTxHash: settled })
    expect(remaining(first)).toBe('48')
    expect((await code(created.account))?.length).toBeGreaterThan(2)

    await expect
      .poll(async () => (await stage.get('/api/announcements')).body.announcements)
      .toContainEqual(
        expect.objectContaining({ stealthAddress: announce.stealthAddress, transactionHash: created.announceTxHash }),
      )

    // Requested again, by any caller: the same two transactions.
    const again = await stage.ask('/api/relay/create', body)
    expect(again.body).toEqual(first.body)
    expect(remaining(again)).toBe('50')
    // Another announcement of the same box is another operation, and costs one unit.
    const other = await stage.ask('/api/relay/announce', { ...announcement(), box: created.account }, { account })
    expect(other.body).toEqual({ txHash: settled })
    expect(remaining(other)).toBe('47')
    expect(await sentBy(stage.keys.relayer)).toBe(3)
  })

  test('error: more boxes of one owner in an hour than other callers may create; the owner may continue', async () => {
    const owner = newAccount()
    const stage = await open()
    const create = (account = newAccount()) =>
      stage.ask('/api/relay/create', boxOf(stage, { owner: owner.address }), { account })
    const first = boxOf(stage, { owner: owner.address })
    const statuses = [(await stage.ask('/api/relay/create', first)).status]
    for (let count = 1; count < 10; count++) statuses.push((await create()).status)
    expect(new Set(statuses)).toEqual(new Set([200]))
    const refused = await create()
    expect([refused.status, refused.body.code]).toEqual([429, 'quota_exceeded'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await stage.ask('/api/relay/create', first)).status).toBe(200)
    expect((await create(owner)).status).toBe(200)
  })

  test('behavior: 50 requests at once for one box: one transaction, counted once towards the boxes of its owner', async () => {
    const stage = await open()
    const owner = newAccount().address
    const body = boxOf(stage, { owner })
    const answers = await Promise.all(Array.from({ length: 50 }, () => stage.ask('/api/relay/create', body)))
    expect(answers.map(({ status, body }) => [status, body.txHash])).toEqual(Array(50).fill([200, settled]))
    expect(new Set(answers.map(({ body }) => body.txHash)).size).toBe(1)
    expect(await sentBy(stage.keys.relayer)).toBe(1)
    for (let count = 1; count < 10; count++)
      expect((await stage.ask('/api/relay/create', boxOf(stage, { owner }))).status).toBe(200)
    expect((await stage.ask('/api/relay/create', boxOf(stage, { owner }))).body.code).toBe('quota_exceeded')
  })

  test('behavior: a refused creation does not count towards the boxes of its owner', async () => {
    const stage = await open({ env: { MAX_FEE_PER_GAS: '39999999999' } })
    const owner = newAccount().address
    const create = () => stage.ask('/api/relay/create', boxOf(stage, { owner }))
    for (let count = 0; count < 12; count++) expect((await create()).body.code).toBe('fee_ceiling')
    const poor = await open({ funds: 0n })
    await expect.poll(async () => (await poor.get('/api/health')).body.relayer.asOf).not.toBe(null)
    const box = boxOf(poor, { owner })
    for (let count = 0; count < 12; count++)
      expect((await poor.ask('/api/relay/create', box)).body.code).toBe('relayer_depleted')
    await devnet.primary.fund(privateKeyToAccount(poor.keys.relayer).address, 100_000_000n)
    await expect.poll(async () => (await poor.ask('/api/relay/create', box)).status).toBe(200)
  })

  test('behavior: a deployed box costs nothing, with any creator; owner by hash', async () => {
    const stage = await open()
    const body = boxOf(stage)
    const first = await stage.ask('/api/relay/create', body)
    const elsewhere = await open({ cosigner: stage.env.COSIGNER_PK as `0x${string}` })
    const account = newAccount()
    const { owner, vault, ...rest } = body.policy
    const { pad } = await import('viem')
    const hidden = { ...rest, ownerHash: keccak256(pad(owner)), vaultHash: keccak256(pad(vault)) }
    const second = await elsewhere.ask('/api/relay/create', { salt: body.salt, policy: hidden }, { account })
    expect(second.body).toEqual({ account: first.body.account, txHash: null })
    expect(remaining(second)).toBe('50')
    expect(await sentBy(elsewhere.keys.relayer)).toBe(0)
  })

  test('error: refused terms, before anything is charged', async () => {
    const stage = await open({ funds: 0n })
    const account = newAccount()
    const past = Math.floor(Date.now() / 1000) - 1
    const cases: [Record<string, unknown>, string, string?][] = [
      [{ cosigner: newAccount().address }, 'foreign_cosigner'],
      [{ mode: 2 }, 'invalid_mode'],
      [{ expiry: past }, 'expiry_in_past'],
      [{ token: newAccount().address }, 'invalid_request', '/policy/token'],
      [{ maxAmount: '0' }, 'invalid_request', '/policy/maxAmount'],
      [{ perPullMax: '6000000' }, 'invalid_request', '/policy/perPullMax'],
      // A box that pays has no cap of a pull.
      [{ perPullMax: '1' }, 'invalid_request', '/policy/perPullMax'],
      [{ interval: 60 }, 'invalid_request', '/policy/interval'],
      [{ mode: 1 }, 'invalid_request', '/policy/interval'],
      [{ target: devnet.primary.usdc }, 'invalid_request', '/policy/target'],
      [{ vault: devnet.primary.usdc }, 'invalid_request', '/policy/vault'],
      [{ vault: devnet.primary.contracts.shieldVault }, 'invalid_request', '/policy/vault'],
      [hiddenBy(vaultHash(devnet.remote.usdc)), 'invalid_request', '/policy/vaultHash'],
      [hiddenBy(keccak256(zeroHash)), 'invalid_request', '/policy/vaultHash'],
      [hiddenBy(zeroHash), 'invalid_request', '/policy/vaultHash'],
      [{ ...hiddenBy(randomHash()), ownerHash: zeroHash }, 'invalid_request', '/policy/ownerHash'],
      [{ ownerHash: randomHash() }, 'invalid_request'],
      [{ target: '0x90f79bf6EB2c4f870365E785982E1f101E93b906' }, 'invalid_request', '/policy/target'],
    ]
    for (const [changes, problem, pointer] of cases) {
      const answer = await stage.ask('/api/relay/create', boxOf(stage, changes), { account })
      expect([answer.status, answer.body.code]).toEqual([400, problem])
      if (pointer) expect(answer.body.errors).toContainEqual(expect.objectContaining({ pointer }))
    }
    expect((await stage.ask('/api/relay/create', { ...boxOf(stage), chainId: 84532 })).body).toMatchObject({
      code: 'invalid_request',
      errors: [{ pointer: '/chainId', code: 'not_one_of' }],
    })
  })

  test('behavior: an operation in progress answers 202, and a repeated request attaches', async () => {
    const jobs: unknown[] = []
    const info: Log['info'] = (_, fields) => jobs.push(fields?.jobId)
    const log: Log = { debug() {}, info, warn() {}, error() {}, child: () => log }
    const stage = await open({ env: { WAIT_MS: '500' }, log })
    const body = { ...boxOf(stage), announce: announcement() }
    devnet.faults.set({ rpc: { dropTransactions: 1_000 } })
    const early = await stage.ask('/api/relay/create', body)
    expect(early.status).toBe(202)
    // On a busy machine nothing is signed yet when the first answer arrives.
    const readPending = async () => decodeRelayPending((await stage.ask('/api/relay/create', body)).body)
    await expect
      .poll(readPending)
      .toMatchObject({ status: 'pending', account: expect.stringMatching(/^0x/), txHash: settled })
    const pending = await readPending()
    expect(pending.operationId).toBe(decodeRelayPending(early.body).operationId)
    await expect.poll(() => jobs).toContain(pending.operationId)
    devnet.faults.clear()
    await expect.poll(async () => (await stage.ask('/api/relay/create', body)).status).toBe(200)
    expect((await stage.ask('/api/relay/create', body)).body).toEqual({
      account: pending.account,
      txHash: pending.txHash,
      announceTxHash: settled,
    })
    expect(await sentBy(stage.keys.relayer)).toBe(2)
  })

  test('error: an ephemeral key off the curve costs nothing, in either body', async () => {
    const stage = await open()
    const off = { ...announcement(), ephemeralPubKey: `0x02${'11'.repeat(32)}` }
    for (const [path, body, pointer] of [
      ['/api/relay/announce', { ...off, box: newAccount().address }, '/ephemeralPubKey'],
      ['/api/relay/create', { ...boxOf(stage), announce: off }, '/announce/ephemeralPubKey'],
    ] as const) {
      const refused = await stage.ask(path, body)
      expect([refused.status, refused.body.code]).toEqual([400, 'invalid_request'])
      expect(refused.body.errors).toEqual([{ pointer, code: 'out_of_range' }])
    }
    expect(await sentBy(stage.keys.relayer)).toBe(0)
  })

  test('error: an announcement without a box; too many of them', async () => {
    const stage = await open({ env: { PREFLIGHT_FAILURES_PER_HOUR: '3' } })
    const account = newAccount()
    const ask = () => stage.ask('/api/relay/announce', { ...announcement(), box: newAccount().address }, { account })
    for (let count = 0; count < 3; count++) {
      const answer = await ask()
      expect([answer.status, answer.body.code, remaining(answer)]).toEqual([400, 'box_not_found', '50'])
    }
    const refused = await ask()
    expect([refused.status, refused.body.code]).toEqual([429, 'quota_exceeded'])
    expect(refused.body['violated-policies'] ?? []).toEqual([])
  })
})

describe('gas', () => {
  test('default: one seed for each recipient, permanently', async () => {
    const stage = await open()
    const to = newAccount().address
    const first = await stage.ask('/api/relay/gas', { to })
    expect(first.body).toEqual({ txHash: settled, amount: '50000' })
    expect((await stage.ask('/api/relay/gas', { to: to.toLowerCase(), chainId: 5042002 })).body).toEqual(first.body)
    expect(await chain().getBalance({ address: to })).toBe(5n * 10n ** 16n)
    const metrics = async () => (await ask(`${stage.service.adminUrl}/metrics`)).bytes.toString()
    for (const part of ['accept_to_broadcast', 'broadcast_to_mined', 'total'])
      await expect
        .poll(metrics)
        .toContain(`holdfast_relay_stage_duration_seconds_count{kind="gas",stage="${part}"} 1\n`)
    const rich = newAccount().address
    await devnet.primary.fund(rich, 50_000n)
    const enough = await stage.ask('/api/relay/gas', { to: rich })
    expect([enough.body, remaining(enough)]).toEqual([{ txHash: null, amount: '0' }, '50'])
    const own = await stage.ask('/api/relay/gas', { to: stage.keys.cosigner })
    expect([own.status, own.body.code]).toEqual([400, 'recipient_not_eligible'])
    expect(await sentBy(stage.keys.relayer)).toBe(1)
  })

  test('behavior: 50 requests at once for one recipient, one transaction', async () => {
    const stage = await open()
    const to = newAccount().address
    const answers = await Promise.all(Array.from({ length: 50 }, () => stage.ask('/api/relay/gas', { to })))
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(await sentBy(stage.keys.relayer)).toBe(1)
  })
})

describe('limits', () => {
  test('error: the daily quota of an address, then the global one', async () => {
    const stage = await open({ env: { ADDRESS_UNITS_PER_DAY: '2', GLOBAL_UNITS_PER_DAY: '3' } })
    const account = newAccount()
    const seed = (by = account) => stage.ask('/api/relay/gas', { to: newAccount().address }, { account: by })
    expect([remaining(await seed()), remaining(await seed())]).toEqual(['1', '0'])
    const own = await seed()
    expect(own.status).toBe(429)
    expect(own.body).toMatchObject({
      code: 'quota_exceeded',
      detail: 'daily quota exceeded',
      'violated-policies': ['addr-day'],
    })
    expect(Number(own.headers['retry-after'])).toBeGreaterThan(0)
    expect((await seed(newAccount())).status).toBe(200)
    const all = await seed(newAccount())
    expect([all.status, all.body.code, all.body['violated-policies'] ?? []]).toEqual([429, 'quota_exceeded', []])
    // Both operations, or neither.
    const two = await open({ env: { ADDRESS_UNITS_PER_DAY: '1' } })
    const answer = await two.ask('/api/relay/create', { ...boxOf(two), announce: announcement() })
    expect([answer.status, answer.body.code]).toEqual([429, 'quota_exceeded'])
  })

  test('error: fees above the ceiling, an empty relayer', async () => {
    const dear = await open({ env: { MAX_FEE_PER_GAS: '39999999999' } })
    const answer = await dear.ask('/api/relay/gas', { to: newAccount().address })
    expect([answer.status, answer.body.code]).toEqual([503, 'fee_ceiling'])
    const poor = await open({ funds: 0n })
    await expect.poll(async () => (await poor.get('/api/health')).body.relayer.asOf).not.toBe(null)
    const refused = await poor.ask('/api/relay/gas', { to: newAccount().address })
    expect([refused.status, refused.body.code]).toEqual([503, 'relayer_depleted'])
    expect((await poor.get('/api/health')).body.relayer).toMatchObject({ chainUsdc: 0, low: true })
  })
})

describe('an operation in progress', () => {
  test('behavior: is reported while nothing new can begin', async () => {
    const clock = { shift: 0 }
    const stage = await open({
      env: { WAIT_MS: '3000', PREFLIGHT_FAILURES_PER_HOUR: '1' },
      service: { elapsed: () => performance.now() + clock.shift },
    })
    const account = newAccount()
    const to = newAccount().address
    const transfer = claimOf(await lock(devnet))
    const seed = (by = account, recipient = to) => stage.ask('/api/relay/gas', { to: recipient }, { account: by })
    const claim = () => stage.ask('/api/gasless-claim', transfer, { account })
    devnet.faults.set({ rpc: { dropTransactions: 1_000 } })
    const { operationId } = decodeRelayPending((await seed()).body)
    expect((await claim()).body).toMatchObject({ ok: false, error: { kind: 'unknown' } })
    const isSigned = async () => [(await seed()).body.txHash, (await claim()).body.txHash]
    await expect.poll(isSigned).toEqual([settled, settled])

    const mistake = { ...announcement(), box: newAccount().address }
    expect((await stage.ask('/api/relay/announce', mistake, { account })).body.code).toBe('box_not_found')
    expect((await seed(account, newAccount().address)).status).toBe(429)
    expect((await seed()).body).toMatchObject({ status: 'pending', operationId })
    expect((await claim()).body).toMatchObject({ ok: false, error: { kind: 'unknown' }, txHash: settled })

    // No endpoint answers, and the fees that were read are too old.
    devnet.faults.set({ rpc: { rules: [{ kind: 'server-error', times: null }] } })
    clock.shift = 3_000
    const by = newAccount()
    expect((await seed(by, newAccount().address)).body.code).toBe('upstream_unavailable')
    expect((await seed(by)).body).toMatchObject({ status: 'pending', operationId, txHash: settled })
    expect((await claim()).body).toMatchObject({ ok: false, error: { kind: 'unknown' }, txHash: settled })
    devnet.faults.clear()
    await expect.poll(async () => (await seed(by)).body).toEqual({ txHash: settled, amount: '50000' })
  })
})

describe('without keys', () => {
  test('behavior: routes without a key work, the others answer not_configured', async () => {
    const stage = await open({ env: { RELAYER_PK: undefined, COSIGNER_PK: undefined } })
    expect(decodeHealth((await stage.get('/api/health')).body)).toEqual({ ok: true, relayer: null })
    expect((await stage.get('/api/announcements')).status).toBe(200)
    for (const [path, body] of [
      ['/api/gasless-claim', { transferId: '1', code: 'A', salt: randomHash() }],
      ['/api/relay/create', boxOf(stage)],
      ['/api/relay/announce', { ...announcement(), box: newAccount().address }],
      ['/api/relay/gas', { to: newAccount().address }],
    ] as const) {
      const answer = await stage.ask(path, body)
      expect([path, answer.status, answer.body.code]).toEqual([path, 503, 'not_configured'])
    }
    expect((await stage.get('/api/cosign')).body.code).toBe('not_configured')
  })
})

describe('reading', () => {
  test('investigate: the rules and the facts; an opinion can only make the verdict stricter', async () => {
    const asked: unknown[] = []
    const stage = await open({
      funds: 0n,
      service: {
        relay: {},
        http: { drainDelayMs: 0, checkAnswers: true },
        opinion: {
          ask: async ({ sender, target, network }) => {
            asked.push([sender, target, network])
            return { deep: 'ran', advisory: { level: 'safe', headline: 'Looks fine.', points: ['None.'] } }
          },
        },
      },
    })
    const [sender, target] = [devnet.primary.accounts[0]?.address, newAccount().address]
    const answer = await stage.ask('/api/investigate', { sender, target }, { headers: {} })
    const { rule, advisory, dossier, deep } = decodeInvestigation(answer.body)
    expect(rule.level).not.toBe('safe')
    expect(advisory).toEqual({ level: rule.level, headline: 'Looks fine.', points: ['None.'] })
    expect(deep).toBe('ran')
    expect(dossier).toMatchObject({ target, chainId: 5042002, isContract: false, usdcBalance: 0n })
    expect(asked).toEqual([[sender, target, undefined]])
    const wrong = await stage.ask('/api/investigate', { sender, target, x: 1 }, { headers: {} })
    expect([wrong.status, wrong.body.errors]).toEqual([400, [{ pointer: '/x', code: 'unknown_key' }]])
  })

  test('investigate: a slow opinion is left out before the deadline', async () => {
    const timeout = AbortSignal.timeout
    const asked: number[] = []
    // The facts may take 4 seconds; the remaining time of the opinion is longer, and the only wait that is shortened.
    const spy = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      if (ms > 4_000) asked.push(ms)
      return timeout.call(AbortSignal, ms > 4_000 ? 100 : ms)
    })
    try {
      const stage = await open({
        funds: 0n,
        service: {
          relay: {},
          patienceMs: 4_000,
          http: { drainDelayMs: 0, checkAnswers: true },
          opinion: {
            ask: ({ signal }) =>
              new Promise((resolve) => {
                signal?.addEventListener('abort', () => resolve({ deep: 'ran', advisory: null }))
              }),
          },
        },
      })
      const [sender, target] = [devnet.primary.accounts[0]?.address, newAccount().address]
      const answer = await stage.ask('/api/investigate', { sender, target }, { headers: {} })
      expect([answer.status, answer.body.advisory, answer.body.deep]).toEqual([200, null, 'ran'])
      expect(asked.some((ms) => ms < 8_500)).toBe(true)
    } finally {
      spy.mockRestore()
    }
  })

  test('announcements: compressed, dated and answered with 304', async () => {
    const stage = await open()
    const box = (await stage.ask('/api/relay/create', { ...boxOf(stage), announce: announcement() })).body.account
    for (let count = 0; count < 3; count++) await stage.ask('/api/relay/announce', { ...announcement(), box })
    const path = '/api/announcements?limit=1'
    await expect.poll(async () => (await stage.get(path)).body.nextBlock).not.toBe(null)
    const plain = await stage.get(path)
    expect(plain.headers).toMatchObject({
      'cache-control': 'public, max-age=5',
      'content-type': 'application/json',
      vary: expect.stringMatching(/Origin.*Accept-Encoding/),
    })
    const { brotliDecompressSync, gunzipSync } = await import('node:zlib')
    const whole = '/api/announcements'
    await expect
      .poll(async () => {
        const [br, gzip, plain] = await Promise.all(
          ['br;q=1, gzip', 'gzip', 'identity'].map((coding) => stage.get(whole, { 'accept-encoding': coding })),
        )
        if (!br || !gzip || !plain) return false
        expect([br.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual(['br', 'gzip'])
        const texts = [brotliDecompressSync(br.bytes), gunzipSync(gzip.bytes), plain.bytes].map(String)
        return new Set(texts).size === 1 && br.headers.etag === plain.headers.etag
      })
      .toBe(true)
    const known = await stage.get(path, { 'if-none-match': `"x", ${plain.headers.etag}` })
    expect([known.status, known.bytes.length, known.headers.etag]).toEqual([304, 0, plain.headers.etag])
    for (const query of [
      'limit=0',
      'limit=1001',
      'limit=1e3',
      'fromBlock=-1',
      'fromBlock=0x1',
      'chainId=1',
      'owner=0x1',
      'limit=1&limit=2',
    ])
      expect([query, (await stage.get(`/api/announcements?${query}`)).body.code]).toEqual([query, 'invalid_request'])
    expect((await stage.get(`/api/announcements?fromBlock=${'9'.repeat(20)}`)).body.errors).toEqual([
      { pointer: '/fromBlock', code: 'out_of_range' },
    ])
  })

  test('verified recipients: a sender in any letter case, and no other', async () => {
    const stage = await open({ funds: 0n })
    const sender = newAccount().address
    const forms = [sender, sender.toLowerCase(), sender.toUpperCase().replace('0X', '0x')]
    const answers = await Promise.all(forms.map((form) => stage.get(`/api/verified-recipients?sender=${form}`)))
    expect(new Set(answers.map(({ body }) => body.sender))).toEqual(new Set([sender]))
    for (const wrong of [
      '',
      'sender=0x1',
      `sender=${sender}&chainId=7`,
      'sender=0x90f79bf6EB2c4f870365E785982E1f101E93b906',
    ])
      expect([wrong, (await stage.get(`/api/verified-recipients?${wrong}`)).body.code]).toEqual([
        wrong,
        'invalid_request',
      ])
  })
})

async function transferOf(id: bigint) {
  const { getTransfer } = await import('@holdfast/sdk/transfer')
  return getTransfer({ publicClient: chain() }, id)
}
