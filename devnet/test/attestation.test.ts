import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import vectors from '@holdfast/testkit/vectors/issuer.json' with { type: 'json' }
import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  keccak256,
  pad,
  recoverAddress,
  size,
  slice,
  zeroHash,
} from 'viem'
import { publicKeyToAddress } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { forwarderAccount } from '../src/chain/accounts.js'
import { attestationDefaults } from '../src/faults/attestation.js'
import {
  bridgeMessengerAbi,
  type Devnet,
  issuerAddresses,
  multicall3FromAbi,
  primaryAddresses,
  startDevnet,
} from '../src/index.js'
import { feeList } from '../src/issuer/attestation/bridgeFees.js'
import { actor, mined, stranger } from './actors.js'
import { balanceOn, burn, receiveOn } from './bridgeActors.js'
import { remoteReader } from './remoteActors.js'

let devnet: Devnet

beforeAll(async () => {
  // At this pace, a quarter of an hour takes half a second.
  devnet = await startDevnet({ blockTimeMs: 50, issuerPace: 0.0005 })
})
beforeEach(() => devnet.faults.set({ attestation: { rateLimit: null } }))
afterEach(() => devnet.faults.clear())
afterAll(async () => {
  await devnet?.stop()
})

const { cctp } = vectors

describe('fees', () => {
  test('default: two tiers, the same price of forwarding in both', async () => {
    const { status, body } = await get('/v2/burn/USDC/fees/26/6?forward=true')
    expect(status).toBe(200)
    const forwardFee = body[0].forwardFee
    expect(body).toEqual([
      { finalityThreshold: 1000, minimumFee: 0, forwardFee },
      { finalityThreshold: 2000, minimumFee: 0, forwardFee },
    ])
    expect(Object.keys(forwardFee)).toEqual(['low', 'med', 'high'])
    expect(forwardFee.low).toBeLessThan(forwardFee.med)
    expect(forwardFee.med).toBeLessThan(forwardFee.high)
    expect(Math.abs(forwardFee.med / 53_232 - 1)).toBeLessThanOrEqual(0.1)
  })

  test('behavior: the published formats', async () => {
    expect((await get('/v2/burn/USDC/fees/0/26')).body).toEqual(cctp.fees_plain.body)
    const forwarded = (await get('/v2/burn/USDC/fees/6/1?forward=true')).body
    expect(forwarded).toMatchObject(cctp.fees_forward_true.body.map(({ forwardFee: _, ...tier }) => tier))
    const unsupported = (await get('/v2/burn/USDC/fees/26/32?forward=true')).body
    expect(unsupported).toEqual(cctp.fees_forward_not_supported.body)
  })

  test('behavior: the price moves from call to call, the same way for the same seed', async () => {
    const faults = attestationDefaults()
    const prices = (seed: number) =>
      Array.from({ length: 200 }, (_, call) => {
        const route = { source: 6, destination: 26, withForwarding: true, call }
        return (feeList(route, { ...faults, feeSeed: seed }) as Tier[])[0]?.forwardFee.med ?? 0
      })
    expect(prices(1)).toEqual(prices(1))
    expect(prices(1)).not.toEqual(prices(2))
    for (const bound of [0.9, 1.1])
      expect(prices(1).some((price) => Math.abs(price / 16_700 - bound) < 0.01)).toBe(true)
    for (const price of prices(1)) expect(Math.abs(price / 16_700 - 1)).toBeLessThanOrEqual(0.1)
    const [first, second] = [
      await get('/v2/burn/USDC/fees/6/26?forward=true'),
      await get('/v2/burn/USDC/fees/6/26?forward=true'),
    ]
    expect(first.body[0].forwardFee).not.toEqual(second.body[0].forwardFee)
  })

  test('behavior: other spellings', async () => {
    devnet.faults.set({ attestation: { mediumSpelling: 'medium', numbersAsText: true, wrappedFees: true } })
    const { body } = await get('/v2/burn/USDC/fees/6/26?forward=true')
    expect(body.data[0]).toEqual({
      finalityThreshold: '1000',
      minimumFee: '1.3',
      forwardFee: { low: digits, medium: digits, high: digits },
    })
  })

  test('behavior: without forwarding', async () => {
    expect((await get('/v2/burn/USDC/fees/6/26')).body[0]).toEqual({ finalityThreshold: 1000, minimumFee: 1.3 })
    devnet.faults.set({ attestation: { withoutForwarding: true } })
    expect((await get('/v2/burn/USDC/fees/6/26?forward=true')).body[0]).not.toHaveProperty('forwardFee')
  })

  test('error: unknown routes and malformed ones', async () => {
    expect(await get('/v2/burn/USDC/fees/26/5')).toEqual({ status: 404, body: cctp.messages_not_indexed.body })
    expect(await get('/v2/burn/USDC/fees/26/26')).toEqual({ status: 400, body: cctp.bad_request.body })
    expect((await get('/v2/burn/USDC/fees/26/base')).status).toBe(400)
  })
})

describe('a forwarded burn', () => {
  test('default: is found, attested, minted and reported, from either chain', async () => {
    for (const [from, to] of [
      ['primary', 'remote'],
      ['remote', 'primary'],
    ] as const) {
      devnet.faults.set({ attestation: { hold: 'unknown' } })
      const feesBefore = await balanceOn(devnet, to, issuerAddresses.feeRecipient)
      const burned = await burn(devnet, from, { finality: 1000 })
      expect(await ask(burned)).toEqual({ status: 404, body: cctp.messages_not_indexed.body })

      devnet.faults.set({ attestation: { hold: 'pending' } })
      const pending = await until(burned, ({ status }) => status === 'pending_confirmations')
      const [published] = cctp.messages_pending.body.messages
      expect(pending).toEqual({ ...published, eventNonce: pending.eventNonce })
      expect(size(pending.eventNonce)).toBe(32)

      devnet.faults.set({ attestation: { hold: 'attested' } })
      const attested = await until(burned, ({ status }) => status === 'complete')
      const executed = from === 'primary' ? '2000' : '1000'
      expect(shapeOf(attested)).toEqual(shapeOf(cctp.messages_complete_forward_pending.body.messages[0]))
      expect(attested).toMatchObject({
        eventNonce: pending.eventNonce,
        forwardState: 'PENDING',
        decodedMessage: {
          nonce: pending.eventNonce,
          minFinalityThreshold: '1000',
          finalityThresholdExecuted: executed,
          decodedMessageBody: { amount: '5000000', mintRecipient: burned.recipient, maxFee: '1000000' },
        },
      })
      const signer = await recoverAddress({ hash: keccak256(attested.message), signature: attested.attestation })
      expect(signer).toBe(vectors.testVectors.accounts.attesterAndAttestationSigner)
      expect(await balanceOn(devnet, to, burned.recipient)).toBe(0n)

      devnet.faults.set({ attestation: { hold: null } })
      const minted = await until(burned, ({ forwardState }) => forwardState === 'COMPLETE')
      expect(shapeOf(minted)).toEqual(shapeOf(cctp.messages_complete_forward_complete.body.messages[0]))
      expect(minted.message).toBe(attested.message)
      const fee = BigInt(minted.decodedMessage.decodedMessageBody.feeExecuted)
      const cost = from === 'primary' ? 53_232n : 16_700n + 650n
      expect(fee).toBe(cost)
      expect(await balanceOn(devnet, to, burned.recipient)).toBe(burned.amount - fee)
      expect(await balanceOn(devnet, to, issuerAddresses.feeRecipient)).toBe(feesBefore + fee)
      expect((await get(`/v2/messages/${burned.domain}?nonce=${minted.eventNonce}`)).body).toEqual({
        messages: [minted],
        sourceTxHash: burned.hash,
      })
    }
  })

  test('behavior: a burn that offers a quoted price is forwarded, and never pays more than it offered', async () => {
    const quoted = (await get('/v2/burn/USDC/fees/26/6?forward=true')).body[1].forwardFee.low
    const burned = await burn(devnet, 'primary', { maxFee: BigInt(quoted) })
    const { decodedMessage } = await until(burned, ({ forwardTxHash }) => forwardTxHash !== undefined)
    const fee = BigInt(decodedMessage.decodedMessageBody.feeExecuted)
    expect(fee).toBeLessThanOrEqual(BigInt(quoted))
    expect(await balanceOn(devnet, 'remote', burned.recipient)).toBe(burned.amount - fee)
  })

  test('behavior: several in one chain are distinguished, ignoring letter case', async () => {
    const [one, two] = [await burn(devnet, 'primary'), await burn(devnet, 'primary')]
    const [first, second] = await Promise.all([one, two].map((burned) => until(burned, isMinted)))
    expect(first?.eventNonce).not.toBe(second?.eventNonce)
    expect((await ask({ ...one, hash: `0x${one.hash.slice(2).toUpperCase()}` })).body.messages[0]).toMatchObject({
      eventNonce: first?.eventNonce,
    })
    expect((await ask({ ...one, domain: 6 })).status).toBe(404)
  })

  test('behavior: slow, and an empty list while it is unknown', async () => {
    devnet.faults.set({ attestation: { slowMs: 3_600_000, hold: 'unknown', emptyWhileUnknown: true } })
    const burned = await burn(devnet, 'primary')
    expect(await ask(burned)).toEqual({ status: 200, body: { messages: [] } })
    devnet.faults.set({ attestation: { hold: null } })
    await until(burned, ({ status }) => status === 'pending_confirmations')
    devnet.faults.set({ attestation: { slowMs: 0 } })
    await until(burned, isMinted)
  })

  test('behavior: a failed mint can be sent by any account, once', async () => {
    devnet.faults.set({ attestation: { failMints: 1 } })
    const burned = await burn(devnet, 'primary')
    const failed = await until(burned, ({ forwardState }) => forwardState === 'FAILED')
    expect(shapeOf(failed)).toEqual(shapeOf(cctp.messages_complete_forward_failed.body.messages[0]))
    const { transactionHash } = await receiveOn(devnet, 'remote', failed)
    expect(await until(burned, isMinted)).toMatchObject({ forwardTxHash: transactionHash })
    const received = await balanceOn(devnet, 'remote', burned.recipient)
    expect(received).toBe(burned.amount - BigInt(failed.decodedMessage.decodedMessageBody.feeExecuted))
    await expect(receiveOn(devnet, 'remote', failed)).rejects.toThrow('Nonce already used')
  })

  test('behavior: a mint that the token refuses is reported as failed', async () => {
    const recipient = stranger().address
    await devnet.remote.setBlocked(recipient, true)
    const burned = await burn(devnet, 'primary', { recipient })
    const failed = await until(burned, ({ forwardState }) => forwardState === 'FAILED')
    await devnet.remote.setBlocked(recipient, false)
    await receiveOn(devnet, 'remote', failed)
    expect(await balanceOn(devnet, 'remote', recipient)).toBeGreaterThan(0n)
  })

  test.each(['PENDING', 'FAILED', 'absent'] as const)(
    'behavior: a fee that does not cover the mint leaves it to the user, state %s',
    async (unpaidForwardState) => {
      devnet.faults.set({ attestation: { feeRise: 2_000_000, unpaidForwardState } })
      const burned = await burn(devnet, 'primary')
      const attested = await until(burned, ({ status }) => status === 'complete')
      expect(attested.forwardState).toBe(unpaidForwardState === 'absent' ? undefined : unpaidForwardState)
      await devnet.primary.mine(3)
      const { body } = await ask(burned)
      expect(body.messages[0]).toEqual(attested)
      expect(attested.decodedMessage.decodedMessageBody.feeExecuted).toBe('0')
      await receiveOn(devnet, 'remote', attested)
      expect(await balanceOn(devnet, 'remote', burned.recipient)).toBe(burned.amount)
    },
  )

  test('behavior: two burns of one transaction are listed by their logs', async () => {
    const { account, wallet } = await actor(devnet)
    const [first, second] = [stranger().address, stranger().address]
    const callData = (recipient: Address) =>
      encodeFunctionData({
        abi: bridgeMessengerAbi,
        functionName: 'depositForBurn',
        args: [1_000_000n, 6, pad(recipient), devnet.primary.usdc, zeroHash, 0n, 2000],
      })
    const { bridgeTokenMessenger: target } = issuerAddresses
    const approval = { address: devnet.primary.usdc, abi: erc20Abi, functionName: 'approve' } as const
    await mined(devnet, await wallet.writeContract({ ...approval, args: [target, 2_000_000n] }))
    const hash = await wallet.writeContract({
      address: primaryAddresses.multicall3From,
      abi: multicall3FromAbi,
      functionName: 'aggregate3',
      args: [[first, second].map((recipient) => ({ target, allowFailure: false, callData: callData(recipient) }))],
      account,
      gas: 1_000_000n,
    })
    await mined(devnet, hash)
    await until({ hash, domain: 26 }, ({ status }) => status === 'complete')
    const { body } = await ask({ hash, domain: 26 })
    const bodies = body.messages.map((message: Message) => message.decodedMessage.decodedMessageBody)
    expect(bodies).toMatchObject([{ mintRecipient: first }, { mintRecipient: second }])
    expect(body.messages[0].eventNonce).not.toBe(body.messages[1].eventNonce)
  })

  test('behavior: to a chain outside the devnet, it stays attested', async () => {
    const burned = await burn(devnet, 'primary', { destination: 3 })
    expect(await until(burned, ({ status }) => status === 'complete')).toMatchObject({ forwardState: 'PENDING' })
  })
})

describe('a pending mint', () => {
  test('behavior: has failed when it reverts in its block', async () => {
    const still = await startDevnet({ blockTimeMs: 600_000, issuerPace: 0 })
    try {
      const burned = await burn(still, 'primary')
      await until(burned, ({ status }) => status === 'complete', still)
      const forwarder = { address: forwarderAccount().address, blockTag: 'pending' } as const
      const sent = async () => expect(await remoteReader(still).getTransactionCount(forwarder)).toBe(1)
      await vi.waitFor(sent, { interval: 20, timeout: 120_000 })
      await still.remote.setBlocked(burned.recipient, true)
      await still.remote.mine()
      const failed = await until(burned, ({ forwardState }) => forwardState === 'FAILED', still)
      await still.remote.setBlocked(burned.recipient, false)
      await receiveOn(still, 'remote', failed)
      expect(await balanceOn(still, 'remote', burned.recipient)).toBe(burned.amount - 53_232n)
    } finally {
      await still.stop()
    }
  })

  test('behavior: is found again by another run on the same chains, and not sent twice', async () => {
    const persist = mkdtempSync(join(tmpdir(), 'holdfast-persist-'))
    try {
      const first = await startDevnet({ blockTimeMs: 50, issuerPace: 0, persist })
      const [minted, pending] = [await burn(first, 'primary'), await burn(first, 'primary', { hookData: '0x' })]
      const before = await until(minted, isMinted, first)
      const nonce = (await until(pending, ({ status }) => status === 'complete', first)).eventNonce
      await first.stop()

      const second = await startDevnet({ blockTimeMs: 50, issuerPace: 0, persist })
      try {
        expect(await until(minted, isMinted, second)).toMatchObject({
          eventNonce: before.eventNonce,
          forwardTxHash: before.forwardTxHash,
        })
        const attested = await until(pending, ({ status }) => status === 'complete', second)
        expect(attested.eventNonce).toBe(nonce)
        await receiveOn(second, 'remote', attested)
        expect(await balanceOn(second, 'remote', pending.recipient)).toBe(pending.amount)
        expect(await balanceOn(second, 'remote', minted.recipient)).toBe(minted.amount - 53_232n)
      } finally {
        await second.stop()
      }
    } finally {
      rmSync(persist, { recursive: true, force: true })
    }
  })
})

describe('a burn that is not forwarded', () => {
  test.each<[string, Parameters<typeof burn>[2], boolean]>([
    ['without the hook', { hookData: '0x' }, false],
    ['with another hook', { hookData: '0x1234' }, false],
    ['when forwarding is off', {}, true],
    ['to a destination that is not served', { destination: 32 }, false],
  ])('%s', async (_, options, withoutForwarding) => {
    devnet.faults.set({ attestation: { withoutForwarding } })
    const burned = await burn(devnet, 'primary', options)
    const attested = await until(burned, ({ status }) => status === 'complete')
    expect(shapeOf(attested)).toEqual(shapeOf(cctp.messages_complete_without_forwarding.body.messages[0]))
    expect(attested.decodedMessage.decodedMessageBody.feeExecuted).toBe('0')
    if (options?.destination !== undefined) return
    await receiveOn(devnet, 'remote', attested)
    expect(await balanceOn(devnet, 'remote', burned.recipient)).toBe(burned.amount)
  })
})

describe('a fast burn', () => {
  test.each<[string, object, bigint]>([
    ['insufficient_fee', {}, 649n],
    ['amount_above_max', { fastMaximum: 4_999_999 }, 1_000_000n],
    ['insufficient_allowance_available', { fastAllowance: 4_999_999 }, 1_000_000n],
  ])('waits for finality: %s', async (delayReason, fault, maxFee) => {
    devnet.faults.set({ attestation: { ...fault, hold: 'pending' } })
    const burned = await burn(devnet, 'remote', { finality: 1000, maxFee })
    const pending = await until(burned, ({ status }) => status === 'pending_confirmations')
    const [published] = cctp.messages_pending_delayed.body.messages
    expect(pending).toEqual({ ...published, eventNonce: pending.eventNonce, delayReason })
    devnet.faults.set({ attestation: { hold: null } })
    const attested = await until(burned, ({ status }) => status === 'complete')
    expect(attested.decodedMessage.finalityThresholdExecuted).toBe('2000')
    expect(attested.delayReason).toBe(delayReason)
  })

  test('expires, and is attested again', async () => {
    devnet.faults.set({ attestation: { expiryBlocks: 1 } })
    const burned = await burn(devnet, 'remote', { finality: 1000, hookData: '0x' })
    const fast = await until(burned, ({ status }) => status === 'complete')
    expect(fast.decodedMessage.finalityThresholdExecuted).toBe('1000')
    expect(fast.decodedMessage.decodedMessageBody.feeExecuted).toBe('650')
    const last = BigInt(fast.decodedMessage.decodedMessageBody.expirationBlock)
    await devnet.primary.mine(3)
    expect(devnet.primary.latestBlock).toBeGreaterThan(last)
    await expect(receiveOn(devnet, 'primary', fast)).rejects.toThrow('Message expired and must be re-signed')

    const again = await post(`/v2/reattest/${fast.eventNonce}`)
    expect(again).toEqual({ status: 200, body: { ...cctp.reattest_ok.body, nonce: fast.eventNonce } })
    const isLasting = (message: Message) => message.decodedMessage?.decodedMessageBody.expirationBlock === '0'
    const final = await until(burned, isLasting)
    expect(final.decodedMessage.finalityThresholdExecuted).toBe('2000')
    expect(slice(final.message, 12, 44)).toBe(fast.eventNonce)
    await receiveOn(devnet, 'primary', final)
    expect(await balanceOn(devnet, 'primary', burned.recipient)).toBe(burned.amount)
    const { status, body } = cctp.reattest_already_final
    expect(await post(`/v2/reattest/${fast.eventNonce}`)).toEqual({ status, body })
  })

  test('is valid for a day of the destination’s blocks', async () => {
    const burned = await burn(devnet, 'remote', { finality: 1000, hookData: '0x' })
    const { decodedMessage } = await until(burned, ({ status }) => status === 'complete')
    const life = BigInt(decodedMessage.decodedMessageBody.expirationBlock) - devnet.primary.latestBlock
    expect(life).toBeGreaterThan(172_000n)
    expect(life).toBeLessThanOrEqual(172_800n)
  })
})

describe('the rest', () => {
  test('error: messages without a name, or by a wrong one', async () => {
    for (const query of ['', '?transactionHash=0x12', '?nonce=7'])
      expect(await get(`/v2/messages/26${query}`)).toEqual({ status: 400, body: cctp.bad_request.body })
    expect((await get(`/v2/messages/arc?transactionHash=${keccak256('0x')}`)).status).toBe(400)
    expect((await get(`/v2/messages/26?transactionHash=${keccak256('0x')}`)).status).toBe(404)
    expect((await post(`/v2/reattest/${keccak256('0x')}`)).status).toBe(404)
  })

  test('the allowance, in whole USDC', async () => {
    const { body } = await get('/v2/fastBurn/USDC/allowance')
    expect(body).toEqual({ allowance: cctp.fast_allowance.body.allowance, lastUpdated: expect.any(String) })
    devnet.faults.set({ attestation: { fastAllowance: 0 } })
    expect((await get('/v2/fastBurn/USDC/allowance')).body.allowance).toBe(0)
  })

  test('the attester’s key', async () => {
    const { body } = await get('/v2/publicKeys')
    expect(body).toEqual({ publicKeys: [{ publicKey: expect.any(String), cctpVersion: '2' }] })
    const address = publicKeyToAddress(body.publicKeys[0].publicKey)
    expect(address).toBe(vectors.testVectors.accounts.attesterAndAttestationSigner)
  })

  test('the limit that the issuer publishes', () => {
    devnet.faults.clear()
    expect(devnet.faults.current.attestation.rateLimit).toEqual({ perSecond: 35, blockMs: 300_000 })
  })

  test('error: switches that do not exist', () => {
    for (const wrong of [
      { hold: 'mined' },
      { failMints: -1 },
      { numbersAsText: 1 },
      { expiryBlocks: 'soon' },
      { holds: 1 },
    ])
      expect(() => devnet.faults.set({ attestation: wrong as never }), JSON.stringify(wrong)).toThrow(RangeError)
  })
})

const digits = expect.stringMatching(/^[0-9]+$/)

type Message = {
  message: Hex
  eventNonce: Hex
  attestation: Hex
  decodedMessage: {
    finalityThresholdExecuted: string
    decodedMessageBody: { feeExecuted: string; expirationBlock: string }
  }
  status: string
  delayReason: string | null
  forwardState?: string
  forwardTxHash?: Hex
}

type Tier = { forwardFee: { med: number } }

type Burned = { hash: Hex; domain: number }

const isMinted = ({ forwardTxHash }: Message) => forwardTxHash !== undefined

async function get(path: string, on = devnet) {
  const reply = await fetch(`${on.issuer.attestationUrl}${path}`)
  return { status: reply.status, body: await reply.json() }
}

async function post(path: string) {
  const reply = await fetch(`${devnet.issuer.attestationUrl}${path}`, { method: 'POST', body: '{}' })
  return { status: reply.status, body: await reply.json() }
}

function ask({ hash, domain }: Burned, on = devnet) {
  return get(`/v2/messages/${domain}?transactionHash=${hash}`, on)
}

/** Polls until the burn's message is as wanted. */
function until(burned: Burned, isWanted: (message: Message) => boolean, on = devnet): Promise<Message> {
  return vi.waitFor(
    async () => {
      const { body } = await ask(burned, on)
      const message: Message | undefined = body.messages?.[0]
      if (message === undefined || !isWanted(message)) throw new Error(`Not yet: ${JSON.stringify(body)}`)
      return message
    },
    { interval: 20, timeout: 120_000 },
  )
}

/** Names of fields and types of values, at all levels. */
function shapeOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return typeof value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]))
}
