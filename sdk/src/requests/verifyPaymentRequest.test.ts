import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  type Address,
  createPublicClient,
  createWalletClient,
  custom,
  encodeErrorResult,
  type Hex,
  pad,
  parseAbi,
  slice,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { requireDeployment } from '../chain/registry.js'
import { primaryChain } from '../chain/viemChain.js'
import { ChainUnavailableError, UnknownChainError, WrongNetworkError } from '../errors/chain.js'
import { InvalidInputError } from '../errors/input.js'
import { RequestExpiredError, RequestMalformedError, RequestSignatureInvalidError } from '../errors/request.js'
import { SignatureUnusableError } from '../errors/transaction.js'
import { hashPaymentRequest } from './hashPaymentRequest.js'
import { signPaymentRequest } from './signPaymentRequest.js'
import type { SignedPaymentRequest } from './types.js'
import vectors from './vectors.json' with { type: 'json' }
import { verifyPaymentRequest } from './verifyPaymentRequest.js'

const payee = privateKeyToAccount(vectors.privateKey as Hex)
const thief = privateKeyToAccount(`0x${'17'.repeat(32)}`)
const contract: Address = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const clock = 1_800_000_000
const amount = 25_000_000n

let chainId: number
let code: Hex | 'down'
let judge: (signature: Hex) => Hex | 'revert' | { revert: Hex }
let asked: string[]

const answer = (method: string, params: unknown): unknown => {
  asked.push(method)
  switch (method) {
    case 'eth_chainId':
      return `0x${chainId.toString(16)}`
    case 'eth_getBlockByNumber':
      return { number: '0x1', timestamp: `0x${clock.toString(16)}`, transactions: [] }
    case 'eth_getCode':
      if (code === 'down') throw new Error('down')
      return code
    case 'eth_call': {
      const [{ data }] = params as [{ data: Hex }]
      const said = judge(slice(data, 4 + 96))
      if (typeof said === 'object') throw Object.assign(new Error('execution reverted'), { code: 3, data: said.revert })
      if (said === 'revert') throw Object.assign(new Error('execution reverted'), { code: 3, data: '0x08c379a0' })
      return said
    }
    default:
      throw new Error(method)
  }
}
const transport = custom({ request: async ({ method, params }) => answer(method, params) }, { retryCount: 0 })
const client = createPublicClient({ chain: primaryChain, transport })
const clientsOf = (account: typeof payee) => ({
  publicClient: client,
  walletClient: createWalletClient({ account, chain: primaryChain, transport }),
})
const failureOf = (work: Promise<unknown>) => work.then(String, (error: unknown) => error)
const after = (seconds: number) => ({ now: new Date((clock + seconds) * 1000) })
const accepted = pad('0x1626ba7e', { dir: 'right' })
const week = 604_800
const lookupAbi = parseAbi([
  'error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData)',
])
const offchainLookup = (sender: Address, url: string) =>
  encodeErrorResult({ abi: lookupAbi, args: [sender, [url], '0x', '0x1626ba7e', '0x'] })

let signed: SignedPaymentRequest

beforeEach(async () => {
  chainId = primaryChain.id
  code = '0x'
  judge = () => '0x'
  asked = []
  signed = await signPaymentRequest(clientsOf(payee), { amount, reference: 'Invoice 2026-114' })
  asked = []
})

describe('signPaymentRequest', () => {
  test('default: USDC to the connected account, for a week from the time of the chain', () => {
    expect(signed).toMatchObject({
      payee: payee.address,
      chainId: primaryChain.id,
      token: '0x3600000000000000000000000000000000000000',
      amount,
      notBefore: new Date(clock * 1000),
      expires: new Date((clock + week) * 1000),
    })
  })

  test('two equal requests differ by their nonce', async () => {
    const other = await signPaymentRequest(clientsOf(payee), { amount, reference: 'Invoice 2026-114' })
    expect(hashPaymentRequest(other)).not.toBe(hashPaymentRequest(signed))
  })

  test.each([
    [{ amount: -1n }, 'amount'],
    [{ amount: 25 as unknown as bigint }, 'amount'],
    [{ amount, reference: 'Miete für Mai' }, 'reference'],
    [{ amount, reference: 'x'.repeat(65) }, 'reference'],
    [{ amount, nonce: -1n }, 'nonce'],
    [{ amount, lifeSeconds: 90 * 86_400 + 1 }, 'lifeSeconds'],
    [{ amount, lifeSeconds: 0 }, 'lifeSeconds'],
    [{ amount, token: '0x12' as Address }, 'token'],
  ])('error: parameters %# are refused', async (params, parameter) => {
    const failure = await failureOf(signPaymentRequest(clientsOf(payee), params))
    expect(failure).toBeInstanceOf(InvalidInputError)
    expect(failure).toMatchObject({ parameter })
  })

  test('error: a token that the registry does not know', async () => {
    const failure = await failureOf(signPaymentRequest(clientsOf(payee), { amount, token: contract }))
    expect(failure).toMatchObject({ code: 'request_malformed', problem: 'unknown_token', field: 'token' })
  })

  test('error: an account whose contract refuses its own signature', async () => {
    code = '0x60'
    const other = { ...payee, signTypedData: thief.signTypedData }
    expect(await failureOf(signPaymentRequest(clientsOf(other), { amount }))).toBeInstanceOf(SignatureUnusableError)
  })
})

describe('verifyPaymentRequest', () => {
  test('default: the key has signed, and no contract is asked', async () => {
    const hash = hashPaymentRequest(signed)
    expect(await verifyPaymentRequest(client, signed)).toEqual({
      request: signed,
      hash,
      signedBy: 'key',
      source: { kind: 'payment_request', address: payee.address, requestHash: hash, reference: 'Invoice 2026-114' },
    })
    expect(asked).not.toContain('eth_getCode')
    expect(asked).not.toContain('eth_call')
  })

  test.each<Partial<SignedPaymentRequest>>([
    { payee: thief.address },
    { amount: amount + 1n },
    { amount: 0n },
    { reference: 'Invoice 2026-115' },
    { notBefore: new Date((clock - 1) * 1000) },
    { expires: new Date((clock + week + 1) * 1000) },
    { nonce: 1n },
    { token: '0x89B50855Aa3bE2F677cD6303Cec089B5F319D72a' },
  ])('a request that was changed is refused: %#', async (change) => {
    const failure = await failureOf(verifyPaymentRequest(client, { ...signed, ...change }))
    expect(failure).toBeInstanceOf(RequestSignatureInvalidError)
  })

  test('a signature with a high s is refused, and so is one of zeros', async () => {
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
    const s = (order - BigInt(slice(signed.signature, 32, 64))).toString(16).padStart(64, '0')
    const v = slice(signed.signature, 64) === '0x1b' ? '1c' : '1b'
    const high: Hex = `0x${slice(signed.signature, 0, 32).slice(2)}${s}${v}`
    for (const signature of [
      high,
      `0x${'00'.repeat(65)}`,
      `0x${'ff'.repeat(65)}`,
      slice(signed.signature, 0, 64),
    ] as Hex[])
      expect(await failureOf(verifyPaymentRequest(client, { ...signed, signature }))).toBeInstanceOf(
        RequestSignatureInvalidError,
      )
  })

  test('it is valid from its first second to its last', async () => {
    for (const seconds of [0, week]) expect(await verifyPaymentRequest(client, signed, after(seconds))).toBeDefined()
    expect(await failureOf(verifyPaymentRequest(client, signed, after(-1)))).toMatchObject({ reason: 'not_yet' })
    const late = await failureOf(verifyPaymentRequest(client, signed, after(week + 1)))
    expect(late).toBeInstanceOf(RequestExpiredError)
    expect(late).toMatchObject({ code: 'request_expired', reason: 'expired', retry: 'no' })
  })

  test('a contract verifies its signature by ERC-1271, whatever the length', async () => {
    code = '0x60'
    const given: Hex = '0x1234'
    judge = () => accepted
    const request = { ...signed, payee: contract, signature: given }
    expect(await verifyPaymentRequest(client, request)).toMatchObject({ signedBy: 'contract' })
    for (const said of [pad('0xffffffff', { dir: 'right' }), '0x', `${accepted}00`, 'revert'] as (Hex | 'revert')[]) {
      judge = () => said
      expect(await failureOf(verifyPaymentRequest(client, request))).toBeInstanceOf(RequestSignatureInvalidError)
    }
  })

  test('an off-chain lookup of a contract (ERC-3668) is not followed', async () => {
    let visits = 0
    const server = createServer((_, response) => {
      visits += 1
      response.end(JSON.stringify({ data: accepted }))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    code = '0x60'
    judge = () => ({ revert: offchainLookup(contract, `http://127.0.0.1:${port}/{sender}/{data}`) })
    const request = { ...signed, payee: contract, signature: '0x1234' as Hex }
    expect(await failureOf(verifyPaymentRequest(client, request))).toBeInstanceOf(RequestSignatureInvalidError)
    expect(visits).toBe(0)
  })

  test.each([
    ['a megabyte', () => `0x${'00'.repeat(1_000_000)}` as Hex],
    ['a refusal of a megabyte', () => ({ revert: `0x08c379a0${'ff'.repeat(1_000_000)}` as Hex })],
    ['another answer each time', () => pad(asked.length % 2 === 0 ? '0x00' : '0xffffffff', { dir: 'right' })],
  ])('a contract that answers %s is refused', async (_, answer) => {
    code = '0x60'
    judge = answer
    const request = { ...signed, payee: contract, signature: '0x1234' as Hex }
    expect(await failureOf(verifyPaymentRequest(client, request))).toBeInstanceOf(RequestSignatureInvalidError)
  })

  test('an account that delegates its code still signs with its key', async () => {
    code = `0xef0100${contract.slice(2).toLowerCase()}`
    expect(await verifyPaymentRequest(client, signed)).toMatchObject({ signedBy: 'key' })
  })

  test('an account without code cannot sign by ERC-1271, even if it is a precompile that answers', async () => {
    judge = () => accepted
    const request = { ...signed, payee: '0x0000000000000000000000000000000000000004' as Address }
    expect(await failureOf(verifyPaymentRequest(client, request))).toBeInstanceOf(RequestSignatureInvalidError)
  })

  test('error: another chain, an unknown chain, a node that fails', async () => {
    chainId = 84_532
    expect(await failureOf(verifyPaymentRequest(createPublicClient({ transport }), signed))).toBeInstanceOf(
      WrongNetworkError,
    )
    expect(await failureOf(verifyPaymentRequest(client, { ...signed, chainId: 1 }))).toBeInstanceOf(UnknownChainError)
    chainId = primaryChain.id
    code = 'down'
    const request = { ...signed, payee: contract }
    expect(await failureOf(verifyPaymentRequest(client, request))).toBeInstanceOf(ChainUnavailableError)
  })

  test('error: a token or payee that cannot be paid, before any request', async () => {
    const { transferContract, usdc } = requireDeployment(primaryChain.id)
    for (const [change, field] of [
      [{ token: contract }, 'token'],
      [{ payee: transferContract }, 'payee'],
      [{ payee: usdc }, 'payee'],
      [{ reference: 'a\u0000' }, 'reference'],
    ] as const) {
      const failure = await failureOf(verifyPaymentRequest(client, { ...signed, ...change }))
      expect(failure).toBeInstanceOf(RequestMalformedError)
      expect(failure).toMatchObject({ field })
    }
    expect(asked).toEqual([])
  })
})
