import { type Devnet, startDevnet } from '@holdfast/devnet'
import { primaryChain } from '@holdfast/sdk/chain'
import { VerifiedRecipientIndex } from '@holdfast/sdk/risk'
import { createServiceClient } from '@holdfast/sdk/service'
import { type EphemeralPolicy, MODE_PUSH, readAccount } from '@holdfast/sdk/shield'
import { AnnouncementIndex } from '@holdfast/sdk/stealth'
import { getTransfer } from '@holdfast/sdk/transfer'
import { lock } from '@holdfast/testkit/lock'
import { randomPoint } from '@holdfast/testkit/randomPoint'
import { openService, randomHash, type ServiceStage } from '@holdfast/testkit/serviceStage'
import { createPublicClient, type Hex, http } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let devnet: Devnet
let stage: ServiceStage
beforeAll(async () => {
  devnet = await startDevnet({ blockTimeMs: 50 })
  stage = await openService(devnet)
})
afterAll(async () => {
  await stage?.service.stop()
  await stage?.forget()
  await devnet?.stop()
})

const newAccount = () => privateKeyToAccount(generatePrivateKey())
const client = (options: Partial<Parameters<typeof createServiceClient>[0]> = {}) =>
  createServiceClient({ baseUrl: stage.service.url, account: newAccount(), ...options })
const publicClient = () => createPublicClient({ chain: primaryChain, transport: http(devnet.primary.rpcUrl) })

async function boxOf() {
  const service = client()
  const owner = newAccount().address
  const policy: EphemeralPolicy = {
    token: devnet.primary.usdc,
    owner,
    vault: owner,
    cosigner: await service.cosignerAddress(),
    target: newAccount().address,
    maxAmount: 5_000_000n,
    expiry: Math.floor(Date.now() / 1000) + 86_400,
    interval: 0,
    mode: MODE_PUSH,
  }
  return { service, policy, salt: randomHash() as Hex }
}

describe('the client and the service', () => {
  test('health', async () => {
    const health = await client().health()
    expect(health).toMatchObject({ ok: true, relayer: { address: expect.stringMatching(/^0x/) } })
  })

  test('a gasless claim: paid, with the same answer again; a wrong code is a value', async () => {
    const { transferId, secret, to: recipient } = await lock(devnet)
    const { code, salt } = secret
    const wrong = `${code.slice(0, -1)}${code.endsWith('0') ? '1' : '0'}`
    const service = client()
    expect(await service.gaslessClaim({ transferId, code: wrong, salt, recipient })).toEqual({
      ok: false,
      error: { kind: 'wrong_code', attemptsRemaining: 5 },
    })
    const claimed = await service.gaslessClaim({ transferId, code, salt, recipient })
    expect(claimed).toEqual({ ok: true, txHash: expect.stringMatching(/^0x/) })
    expect(await client().gaslessClaim({ transferId, code, salt, recipient })).toEqual(claimed)
    expect((await getTransfer({ publicClient: publicClient() }, transferId)).status).toBe('CLAIMED')
    expect(await service.gaslessClaim({ transferId: 999_999n, code, salt, recipient })).toEqual({
      ok: false,
      error: { kind: 'unavailable', reason: 'unknown' },
    })
  })

  test('a box, created and announced, found through the pages, and vetoed for another owner', async () => {
    const { service, policy, salt } = await boxOf()
    const announce = {
      stealthAddress: policy.owner,
      ephemeralPubKey: randomPoint(),
      viewTag: 7,
      label: 'rent',
    }
    const created = await service.relayCreate({ salt, policy, announce })
    expect(created).toMatchObject({ account: expect.any(String), announceTxHash: expect.stringMatching(/^0x/) })
    if ('status' in created) throw new Error('The creation is pending.')
    expect(await readAccount(publicClient(), created.account)).toMatchObject({ target: policy.target })
    expect(await service.relayCreate({ salt, policy })).toMatchObject({ account: created.account })

    const second = { ...announce, ephemeralPubKey: randomPoint(), box: created.account }
    expect(await service.relayAnnounce(second)).toEqual({ txHash: expect.stringMatching(/^0x/) })

    await expect.poll(async () => (await service.announcements()).announcements.length).toBeGreaterThanOrEqual(2)
    const index = new AnnouncementIndex({ client: publicClient(), source: service.announcementPages })
    await index.sync()
    expect(index.announcements().map(({ ephemeralPubKey }) => ephemeralPubKey)).toEqual(
      expect.arrayContaining([announce.ephemeralPubKey, second.ephemeralPubKey]),
    )

    const box = await readAccount(publicClient(), created.account)
    const request = { account: created.account, owner: policy.owner, amount: 5n, action: 0, chainId: 5042002 } as const
    const { target, nonce, remaining, expiry } = box
    const cosigner = service.coSigner({ address: policy.cosigner })
    const answer = await cosigner.authorize({ ...request, target, nonce, remaining, expiry })
    expect(answer).toMatchObject({ approved: false, code: expect.not.stringMatching(/^cosigner_/) })
  })

  test('gas for a fresh address, once; a used one is refused', async () => {
    const to = newAccount().address
    const service = client()
    const seeded = await service.relayGas({ to })
    expect(seeded).toEqual({ txHash: expect.stringMatching(/^0x/), amount: expect.any(BigInt) })
    expect(await service.relayGas({ to })).toEqual(seeded)
    await expect(service.relayGas({ to: devnet.primary.usdc })).rejects.toMatchObject({
      name: 'ServiceProblemError',
      code: 'recipient_not_eligible',
      status: 400,
      retryable: false,
      requestId: expect.stringMatching(/^[A-Za-z0-9_-]{8,64}$/),
    })
  })

  test('verifiedRecipients and investigate', async () => {
    const [sender, target] = [newAccount().address, newAccount().address]
    const service = client()
    expect(await service.verifiedRecipients({ sender })).toMatchObject({ sender, recipients: [] })
    const opinion = await service.investigate({ sender, target })
    expect(opinion).toMatchObject({ rule: { level: expect.any(String) }, deep: expect.any(String) })
  })

  test('an index of verified recipients reads on from where the service’s ends', async () => {
    const { transferId, secret, to } = await lock(devnet)
    const service = client()
    const { code, salt } = secret
    const claimed = await service.gaslessClaim({ transferId, code, salt, recipient: to })
    const { sender } = await getTransfer({ publicClient: publicClient() }, transferId)
    await expect
      .poll(async () => (await service.verifiedRecipients({ sender })).recipients)
      .toEqual([expect.objectContaining({ address: to, transferId })])
    let readFrom: bigint | undefined
    const index = new VerifiedRecipientIndex({
      client: publicClient(),
      senders: [sender],
      async source(query, options) {
        const list = await service.verifiedRecipients(query, options)
        await devnet.primary.mine(1)
        return list
      },
      onProgress(progress) {
        readFrom ??= progress.fromBlock
      },
    })
    await index.sync()
    const [recipient] = index.recipientsOf(sender)
    expect([index.complete, recipient]).toEqual([true, expect.objectContaining({ address: to })])
    expect(claimed).toEqual({ ok: true, txHash: recipient?.transactionHash })
    expect(readFrom).toBeGreaterThan(recipient?.blockNumber ?? readFrom ?? 0n)
  })

  test('a clock that is an hour late is corrected', async () => {
    const service = client({ now: () => Date.now() - 3_600_000 })
    expect(await service.relayGas({ to: newAccount().address })).toMatchObject({ txHash: expect.any(String) })
  })

  test('a box of another co-signer is refused by name, and nothing is sent', async () => {
    const { service, policy, salt } = await boxOf()
    await expect(
      service.relayCreate({ salt, policy: { ...policy, cosigner: newAccount().address } }),
    ).rejects.toMatchObject({ code: 'foreign_cosigner' })
  })
})
