import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import issuer from '@holdfast/testkit/vectors/issuer.json' with { type: 'json' }
import { type Hex, keccak256, size } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { clearIssuerState } from '../chain/issuerApi/pace.js'
import { BRIDGE_TOKEN_MESSENGER, FORWARDING_HOOK } from './constants.js'
import { decodeBridgeMessage } from './decodeBridgeMessage.js'
import { findForwardedMint } from './findForwardedMint.js'
import { getBridgeStatus } from './getBridgeStatus.js'
import { askReattestation } from './internal/attestationApi.js'
import { toWord } from './internal/burn.js'
import { burnCall } from './internal/burnCall.js'
import { readFeeTiers } from './internal/fees.js'
import { patienceOf } from './internal/pollStatus.js'
import { waitForMint } from './internal/waitForMint.js'
import { quoteBridge } from './quoteBridge.js'
import { waitForForwardedMint } from './waitForForwardedMint.js'

const { cctp, testVectors } = issuer
const { accounts, cctp: vector } = testVectors
const user = accounts.user as Hex

describe('what is signed', () => {
  test('the hook', () => {
    expect(FORWARDING_HOOK).toBe(testVectors.forwardingHookData)
    expect(size(FORWARDING_HOOK)).toBe(32)
    expect(Buffer.from(FORWARDING_HOOK.slice(2), 'hex').toString('latin1')).toBe(`cctp-forward${'\0'.repeat(20)}`)
  })

  test('the burn, byte for byte', () => {
    const call = burnCall({
      from: 'Arc_Testnet',
      to: 'Base_Sepolia',
      recipient: user,
      quote: { amount: 1_000_000n, maxFee: 60_000n, total: 1_060_000n },
      finalityThreshold: 2000,
    })
    expect(call.data).toBe(vector.depositForBurnWithHookCalldata)
    expect(call.to).toBe(BRIDGE_TOKEN_MESSENGER)
    expect(call.attempted).toBe('burning USDC for the Bridge')
  })
})

describe('messages', () => {
  const common = {
    sourceDomain: 26,
    destinationDomain: 6,
    sender: toWord(BRIDGE_TOKEN_MESSENGER),
    destinationCaller: toWord('0x0000000000000000000000000000000000000000'),
    minFinalityThreshold: 2000,
    burnToken: toWord('0x3600000000000000000000000000000000000000'),
    mintRecipient: toWord(user),
    amount: 1_060_000n,
    messageSender: toWord(user),
    maxFee: 60_000n,
    expirationBlock: 0n,
    hookData: FORWARDING_HOOK,
  }

  test('as the chain emits it', () => {
    expect(size(vector.messageSentOnChain as Hex)).toBe(408)
    expect(keccak256(vector.messageSentOnChain as Hex)).toBe(vector.messageSentHash)
    expect(decodeBridgeMessage(vector.messageSentOnChain as Hex)).toEqual({
      ...common,
      nonce: `0x${'00'.repeat(32)}`,
      finalityThresholdExecuted: 0,
      feeExecuted: 0n,
    })
  })

  test('as it is attested', () => {
    expect(keccak256(vector.attestedMessage as Hex)).toBe(vector.attestedMessageHash)
    expect(decodeBridgeMessage(vector.attestedMessage as Hex)).toEqual({
      ...common,
      nonce: vector.assignedNonce,
      finalityThresholdExecuted: 2000,
      feeExecuted: BigInt(vector.feeExecuted),
    })
  })

  test('behavior: without hook data', () => {
    expect(decodeBridgeMessage(vector.attestedMessage.slice(0, 2 + 376 * 2) as Hex).hookData).toBe('0x')
  })

  test.each([
    '0x',
    '0x00',
    'zz',
    vector.attestedMessage.slice(0, 2 + 375 * 2),
    `${vector.attestedMessage}0`,
    `${vector.attestedMessage}zz`,
    vector.attestedMessage.replace('0x00000001', '0x00000002'),
    // The version of the burn in it.
    `${vector.attestedMessage.slice(0, 2 + 148 * 2)}00000002${vector.attestedMessage.slice(2 + 152 * 2)}`,
  ])('error: %.20s', (message) => {
    expect(() => decodeBridgeMessage(message as Hex)).toThrow(
      expect.objectContaining({
        name: 'InvalidInputError',
        parameter: 'message',
        shortMessage: expect.stringMatching(
          /^The `message` is (?:not the message of a burn|of a version that is not known)/,
        ),
      }),
    )
  })
})

describe('fees', () => {
  test('bare, with a fraction of a basis point', () => {
    expect(readFeeTiers(cctp.fees_forward_true.body)).toEqual([
      { finalityThreshold: 1000, protocolFeePpm: 130n, forwardFee: 209_052n },
      { finalityThreshold: 2000, protocolFeePpm: 0n, forwardFee: 209_052n },
    ])
  })

  test('wrapped, in the other spelling, as texts', () => {
    const texts = JSON.parse(JSON.stringify(cctp.fees_forward_true_openapi_spelling.body), (_, value) =>
      typeof value === 'number' ? `${value}` : value,
    )
    for (const body of [cctp.fees_forward_true_openapi_spelling.body, { data: texts }])
      expect(readFeeTiers(body)).toEqual([{ finalityThreshold: 1000, protocolFeePpm: 100n, forwardFee: 160n }])
  })

  test('the highest of three that there is, in either spelling', () => {
    const read = (forwardFee: unknown) =>
      readFeeTiers([{ finalityThreshold: 2000, minimumFee: 0, forwardFee }])[0]?.forwardFee
    for (const forwardFee of [
      { med: 7 },
      { medium: '7' },
      { low: 7 },
      { low: 1, med: 7 },
      { low: 1, medium: 2, high: 7 },
    ])
      expect(read(forwardFee)).toBe(7n)
    expect(read(null)).toBeUndefined()
  })

  test('basis points of several digits, as number and as text', () => {
    for (const minimumFee of [123.45, '123.45'])
      expect(readFeeTiers([{ finalityThreshold: 2000, minimumFee }])[0]?.protocolFeePpm).toBe(12_345n)
    for (const minimumFee of ['123456', '1.', '.5', 'x1', '1x', ''])
      expect(() => readFeeTiers([{ finalityThreshold: 2000, minimumFee }])).toThrow(SyntaxError)
  })

  test('without forwarding', () => {
    for (const body of [cctp.fees_plain.body, cctp.fees_forward_not_supported.body])
      expect(readFeeTiers(body).map(({ forwardFee }) => forwardFee)).toEqual([undefined, undefined])
  })

  test.each([
    null,
    {},
    [{}],
    [{ finalityThreshold: 1000, minimumFee: -1 }],
    [{ finalityThreshold: 1000, minimumFee: '1e3' }],
    [{ finalityThreshold: 1000, minimumFee: 10_000 }],
    [{ finalityThreshold: 1.5, minimumFee: 0 }],
    [{ finalityThreshold: 1000, minimumFee: 0, forwardFee: {} }],
    [{ finalityThreshold: 1000, minimumFee: 0, forwardFee: { high: 1.5 } }],
    [{ finalityThreshold: 1000, minimumFee: 0, forwardFee: { high: '-1' } }],
  ])('error: %j', (body) => {
    expect(() => readFeeTiers(body)).toThrow(SyntaxError)
  })
})

describe('the issuer’s answers, over HTTP', () => {
  type Example = { status: number; body: unknown }
  let example: Example
  let asked: string[]
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(example.status, { 'content-type': 'application/json' }).end(JSON.stringify(example.body))
  })
  let apiUrl: string
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  beforeEach(() => {
    asked = []
    clearIssuerState()
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  const burn = { sourceDomain: 26, burnTxHash: cctp.messages_pending.body.sourceTxHash as Hex }
  const mint = cctp.messages_complete_forward_complete.body.messages[0]?.forwardTxHash
  const received = 1_060_000n - BigInt(vector.feeExecuted)
  const attested = { received, messageBytes: vector.attestedMessage, attestation: vector.attestation }

  test.each<[string, Example, object]>([
    ['not indexed', cctp.messages_not_indexed, { state: 'unseen' }],
    ['an empty list', { status: 200, body: { messages: [] } }, { state: 'unseen' }],
    ['pending', cctp.messages_pending, { state: 'confirming' }],
    ['delayed', cctp.messages_pending_delayed, { state: 'confirming', delay: 'insufficient_fee' }],
    ['attested', cctp.messages_complete_forward_pending, { state: 'attested', forwarding: 'pending', ...attested }],
    ['confirmed', cctp.messages_complete_forward_confirmed, { state: 'minted', forwardTxHash: mint, ...attested }],
    ['complete', cctp.messages_complete_forward_complete, { state: 'minted', forwardTxHash: mint, ...attested }],
    ['failed', cctp.messages_complete_forward_failed, { state: 'attested', forwarding: 'failed', ...attested }],
    [
      'not forwarded',
      cctp.messages_complete_without_forwarding,
      { state: 'attested', forwarding: 'not_attempted', ...attested },
    ],
  ])('%s', async (_, answer, status) => {
    example = answer
    expect(await getBridgeStatus({ ...burn, apiUrl })).toMatchObject(status)
    expect(asked).toEqual([`/v2/messages/26?transactionHash=${burn.burnTxHash}`])
    const expected = 'forwardTxHash' in status ? mint : undefined
    expect(await findForwardedMint({ ...burn, apiUrl })).toBe(expected)
  })

  test.each([
    ['PENDING', 'pending'],
    ['FAILED', 'failed'],
    ['QUEUED', 'pending'],
    [undefined, 'pending'],
    [null, 'pending'],
  ])('behavior: a hash with the state %s is not a mint yet', async (forwardState, forwarding) => {
    const [mined] = cctp.messages_complete_forward_complete.body.messages
    example = { status: 200, body: { messages: [{ ...mined, forwardState }] } }
    expect(await getBridgeStatus({ ...burn, apiUrl })).toMatchObject({ state: 'attested', forwarding })
    expect(await findForwardedMint({ ...burn, apiUrl })).toBeUndefined()
  })

  test('behavior: a mint that names no transaction is not one yet', async () => {
    const [mined] = cctp.messages_complete_forward_complete.body.messages
    for (const forwardTxHash of [undefined, null, '0x12']) {
      example = { status: 200, body: { messages: [{ ...mined, forwardTxHash }] } }
      expect(await getBridgeStatus({ ...burn, apiUrl })).toMatchObject({ state: 'attested', forwarding: 'pending' })
    }
  })

  test('behavior: a new attestation is asked for again where the answer was lost', async () => {
    const nonce = vector.assignedNonce as Hex
    const answers = [new TypeError('The connection broke.'), new Response('{}')]
    const fetchImpl = async () => {
      const next = answers.shift() ?? expect.unreachable()
      if (next instanceof Error) throw next
      return next
    }
    expect(await askReattestation(nonce, { fetchImpl })).toBeUndefined()
    expect(answers).toEqual([])
  })

  test('behavior: of several burns in one transaction the one for the recipient', async () => {
    const [mine] = cctp.messages_complete_forward_complete.body.messages
    const others = {
      ...mine,
      message: vector.attestedMessage.replaceAll(user.slice(2).toLowerCase(), '11'.repeat(20)),
      forwardTxHash: `0x${'99'.repeat(32)}`,
    }
    example = { status: 200, body: { messages: [others, mine] } }
    expect(await findForwardedMint({ ...burn, apiUrl })).toBe(others.forwardTxHash)
    expect(await findForwardedMint({ ...burn, apiUrl, recipient: user })).toBe(mint)
    expect(await getBridgeStatus({ ...burn, apiUrl, recipient: BRIDGE_TOKEN_MESSENGER })).toEqual({ state: 'unseen' })
  })

  test('behavior: what is not attested yet does not hide the one for the recipient', async () => {
    const [mine] = cctp.messages_complete_forward_complete.body.messages
    const [slow] = cctp.messages_pending.body.messages
    example = { status: 200, body: { messages: [slow, mine] } }
    expect(await findForwardedMint({ ...burn, apiUrl, recipient: user })).toBe(mint)
    // It is not known yet whom the first one is for.
    expect(await getBridgeStatus({ ...burn, apiUrl, recipient: BRIDGE_TOKEN_MESSENGER })).toEqual({
      state: 'confirming',
    })
    expect(await getBridgeStatus({ ...burn, apiUrl })).toEqual({ state: 'confirming' })
  })

  test.each(['insufficient_fee', 'amount_above_max', 'insufficient_allowance_available', 'weather'])(
    'delayed for %s',
    async (delayReason) => {
      const [slow] = cctp.messages_pending.body.messages
      example = { status: 200, body: { messages: [{ ...slow, delayReason }] } }
      expect(await getBridgeStatus({ ...burn, apiUrl })).toEqual({
        state: 'confirming',
        ...(delayReason !== 'weather' && { delay: delayReason }),
      })
    },
  )

  test('attested only where the issuer says that it is complete', async () => {
    const [attested] = cctp.messages_complete_forward_pending.body.messages
    example = { status: 200, body: { messages: [{ ...attested, status: 'pending_confirmations' }] } }
    expect(await getBridgeStatus({ ...burn, apiUrl })).toEqual({ state: 'confirming' })
    for (const over of [{ message: '0x' }, { attestation: '0x' }, { attestation: 'PENDING' }, { message: null }]) {
      example = { status: 200, body: { messages: [{ ...attested, ...over }] } }
      expect(await getBridgeStatus({ ...burn, apiUrl })).toEqual({ state: 'confirming' })
    }
  })

  test('error: a service that does not answer says nothing about the burn', async () => {
    example = { status: 500, body: {} }
    expect(await findForwardedMint({ ...burn, apiUrl })).toBeUndefined()
    clearIssuerState()
    await expect(getBridgeStatus({ ...burn, apiUrl })).rejects.toMatchObject({
      name: 'IssuerUnavailableError',
      message: expect.stringContaining(`asking for the attestation of ${burn.burnTxHash}`),
    })
  })

  test('error: a message of another chain is not an answer', async () => {
    example = cctp.messages_complete_forward_complete as Example
    await expect(getBridgeStatus({ ...burn, sourceDomain: 6, apiUrl })).rejects.toMatchObject({
      name: 'IssuerUnavailableError',
      reason: 'garbled',
    })
  })

  test('error: a refusal is final, for one look too', async () => {
    example = cctp.bad_request
    for (const ask of [getBridgeStatus, findForwardedMint])
      await expect(ask({ ...burn, apiUrl })).rejects.toMatchObject({
        name: 'IssuerRefusedError',
        reason: 'Bad request.',
      })
  })

  test('a quote of the documented route, at the speed of its source', async () => {
    example = cctp.fees_forward_true
    // 250,863 for the mint with its fifth; 1.3 basis points of everything burned.
    expect(await quoteBridge({ from: 'Base_Sepolia', to: 'Avalanche_Fuji', amount: 1_000_000n, apiUrl })).toEqual({
      amount: 1_000_000n,
      maxFee: 251_026n,
      total: 1_251_026n,
    })
    expect(await quoteBridge({ from: 'Arc_Testnet', to: 'Avalanche_Fuji', amount: 1_000_000n, apiUrl })).toMatchObject({
      maxFee: 250_863n,
    })
    expect(asked).toEqual(['/v2/burn/USDC/fees/6/1?forward=true', '/v2/burn/USDC/fees/26/1?forward=true'])
  })

  test.each(issuer.bridgeChains.filter(({ forwardDestination }) => !forwardDestination).map(({ key }) => key as never))(
    'error: %s takes no forwarded mint',
    async (to) => {
      example = cctp.fees_forward_not_supported
      await expect(quoteBridge({ from: 'Arc_Testnet', to, amount: 1n, apiUrl })).rejects.toMatchObject({
        name: 'BridgeRefusedError',
        code: 'not_forwarded',
      })
    },
  )

  test('error: more than one burn may take', async () => {
    example = cctp.fees_forward_true
    const available = 10_000_000_000_000n
    const most = available - 250_863n
    const quote = (amount: bigint) => quoteBridge({ from: 'Arc_Testnet', to: 'Avalanche_Fuji', amount, apiUrl })
    expect(await quote(most)).toMatchObject({ total: available })
    const required = available + 1n
    await expect(quote(most + 1n)).rejects.toMatchObject({ code: 'over_burn_limit', required, available })
  })

  test('where the fast tier is not served, the standard one', async () => {
    const [fast, standard] = cctp.fees_forward_true.body
    for (const body of [[standard], [{ ...fast, forwardFee: undefined }, standard]]) {
      example = { status: 200, body }
      expect(await quoteBridge({ from: 'Base_Sepolia', to: 'Avalanche_Fuji', amount: 1n, apiUrl })).toMatchObject({
        maxFee: 250_863n,
      })
    }
  })

  test('error: a refusal of fees, and of a new attestation, says what was asked for', async () => {
    example = { ...cctp.bad_request, status: 403 }
    const [from, to] = ['Arc_Testnet', 'Base_Sepolia'] as const
    await expect(quoteBridge({ from, to, amount: 1n, apiUrl })).rejects.toThrow('asking for the fees of the Bridge')
    const nonce = vector.assignedNonce as Hex
    await expect(askReattestation(nonce, { apiUrl })).rejects.toThrow(`asking for a new attestation of ${nonce}`)
    // Final already.
    example = cctp.bad_request
    expect(await askReattestation(nonce, { apiUrl })).toBeUndefined()
    expect(asked.slice(1)).toEqual([`/v2/reattest/${nonce}`, `/v2/reattest/${nonce}`])
  })

  test('waitForForwardedMint: asks until it is minted, or will not be, and no longer than it may', async () => {
    const none = cctp.messages_complete_without_forwarding
    const [pending, minted] = [cctp.messages_complete_forward_pending, cctp.messages_complete_forward_complete]
    let [looks, attestations] = [0, 0]
    const wait = async (examples: readonly Example[], timeoutMs = 60_000) => {
      let now = 0
      looks = 0
      const fetchImpl = async () => {
        clearIssuerState()
        const { status, body } = examples[Math.min(looks, examples.length - 1)] as Example
        looks += 1
        now += 10
        return new Response(JSON.stringify(body), { status })
      }
      const options = { fetchImpl, pollMs: 1, timeoutMs, now: () => now }
      const found = await waitForForwardedMint({ ...burn, ...options })
      ;[looks, now, attestations] = [0, 0, 0]
      const told = await waitForMint(burn, patienceOf(options), options, () => {
        attestations += 1
      })
      expect(told?.forwardTxHash).toBe(found)
      return found
    }
    expect(await wait([cctp.messages_not_indexed, cctp.messages_pending, pending, minted])).toBe(mint)
    expect([looks, attestations]).toEqual([4, 1])
    expect(await wait([pending, pending, minted])).toBe(mint)
    expect([looks, attestations]).toEqual([3, 1])
    for (const early of [{ status: 200, body: {} }, cctp.messages_not_indexed, cctp.messages_pending]) {
      expect(await wait([early], 10)).toBeUndefined()
      expect([looks, attestations]).toEqual([1, 0])
    }
    // An answer that makes no sense is not one.
    expect(await wait([{ status: 200, body: {} }, minted])).toBe(mint)
    await expect(wait([cctp.bad_request])).rejects.toMatchObject({ name: 'IssuerRefusedError' })
    expect(await wait([pending], 20)).toBeUndefined()
    expect(looks).toBe(2)
    await expect(wait([pending, cctp.messages_complete_forward_failed])).rejects.toMatchObject({
      name: 'ForwardingFailedError',
      reason: 'failed',
    })
    // Word of forwarding may come a moment later than the attestation.
    const silent = { name: 'ForwardingFailedError', reason: 'not_attempted' }
    await expect(wait([none, none, pending, none])).rejects.toMatchObject(silent)
    expect(looks).toBe(13)
    await expect(wait([none], 20)).rejects.toMatchObject(silent)
    expect(looks).toBe(2)
  })

  test.each([
    [{ from: 'Nowhere', to: 'Arc_Testnet', amount: 1n }, 'UnknownBridgeChainError'],
    [{ from: 'Arc_Testnet', to: 'Nowhere', amount: 1n }, 'UnknownBridgeChainError'],
    [{ from: 'Arc_Testnet', to: 'Arc_Testnet', amount: 1n }, 'InvalidInputError'],
    [{ from: 'Arc_Testnet', to: 'Base_Sepolia', amount: 0n }, 'InvalidAmountError'],
  ])('error: %o, before any request', async (route, name) => {
    const quoted = quoteBridge({ ...(route as quoteBridge.Parameters), apiUrl })
    await expect(quoted).rejects.toMatchObject({ name })
    if (name === 'InvalidInputError') {
      await expect(quoted).rejects.toThrow('there is nothing to bridge')
      await expect(quoted).rejects.toMatchObject({ parameter: 'to' })
    }
    expect(asked).toEqual([])
  })

  test.each([84_532, 5])('error: a burn of domain %i, which is none of the chains', async (sourceDomain) => {
    for (const ask of [getBridgeStatus, findForwardedMint, waitForForwardedMint])
      await expect(ask({ ...burn, sourceDomain, apiUrl })).rejects.toMatchObject({
        name: 'UnknownBridgeChainError',
        chain: `domain ${sourceDomain}`,
      })
    expect(asked).toEqual([])
  })

  test.each([
    [{ sourceDomain: -1 }, 'sourceDomain'],
    [{ sourceDomain: 2 ** 32 }, 'sourceDomain'],
    [{ sourceDomain: 0.5 }, 'sourceDomain'],
    [{ burnTxHash: '0x12' }, 'burnTxHash'],
    [{ recipient: '0x12' }, 'recipient'],
    [{ recipient: '' }, 'recipient'],
  ])('error: a burn with %o, before any request', async (wrong, parameter) => {
    const asking = getBridgeStatus({ ...burn, ...(wrong as object), apiUrl })
    await expect(asking).rejects.toMatchObject({ parameter })
    if (parameter === 'sourceDomain') await expect(asking).rejects.toThrow('not a domain of the Bridge')
    expect(asked).toEqual([])
  })
})
