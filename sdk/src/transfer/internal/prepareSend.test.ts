import { protectedTransferAbi } from '@holdfast/contracts'
import {
  type Address,
  createPublicClient,
  createWalletClient,
  custom,
  decodeFunctionData,
  encodeFunctionResult,
  type Hex,
  maxUint256,
  numberToHex,
  recoverTypedDataAddress,
  zeroAddress,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { beforeEach, describe, expect, test } from 'vitest'
import { requireDeployment } from '../../chain/registry.js'
import { usdcAbi } from '../../chain/usdc.js'
import { primaryChain } from '../../chain/viemChain.js'
import { InvalidInputError } from '../../errors/input.js'
import type { RiskReport } from '../../errors/risk.js'
import { BatchItemFailedError, InsufficientFundsError } from '../../errors/transfer.js'
import type { RiskAcknowledgement } from '../../risk/acknowledgementCovers.js'
import { authorizationNonce, signAuthorization } from '../authorization.js'
import { claimKeyFromCode } from '../claimKey.js'
import { signPermitTransfer } from '../permit.js'
import { prepareBatch } from './prepareBatch.js'
import { prepareSend, type SendFields, type SendProtectedOptions, type SendScope } from './prepareSend.js'
import { sendWitness, signWitness } from './signWitness.js'

const account = privateKeyToAccount(`0x${'23'.repeat(32)}`)
const bob: Address = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const other: Address = '0x52908400098527886E0F7030069857D2E4169EE7'
const { usdc, permit, transferContract: contract } = requireDeployment(primaryChain.id)
const configId: Hex = `0x${'cf'.repeat(32)}`
const claimHash: Hex = `0x${'c1'.repeat(32)}`
const keyHash = claimKeyFromCode('7K3M9QXVAB2CDEFG').claimHash
const send: SendFields = { configId, to: bob, amount: 25_000_000n, claimHash }
const chainTime = 1_800_000_000n

type Terms = { recallWindow: number; claimMode: number; feeBps: number; feeRecipient: Address; verifier: Address }

let balance: bigint
let allowances: Record<Address, bigint>
let terms: Record<Hex, Terms>
let walletChain: number

beforeEach(() => {
  balance = 100_000_000n
  allowances = { [contract]: 30_000_000n, [permit]: 70_000_000n }
  terms = { [configId]: { recallWindow: 3600, claimMode: 0, feeBps: 50, feeRecipient: other, verifier: other } }
  walletChain = primaryChain.id
})

/** A node that runs no programs, and answers the reads of a send. */
const answer = ({ method, params }: { method: string; params?: unknown }, chainId: number): unknown => {
  if (method === 'eth_chainId') return numberToHex(chainId)
  if (method === 'eth_getCode') return '0x'
  if (method === 'eth_getBlockByNumber') return { timestamp: numberToHex(chainTime), transactions: [] }
  if (method !== 'eth_call') throw new Error(`unexpected ${method}`)
  const [{ to, data }] = params as [{ to?: Address; data: Hex }]
  if (to === contract) {
    const { args } = decodeFunctionData({ abi: protectedTransferAbi, data })
    const none: Terms = { recallWindow: 0, claimMode: 0, feeBps: 0, feeRecipient: zeroAddress, verifier: zeroAddress }
    const result = terms[args?.[0] as Hex] ?? none
    return encodeFunctionResult({ abi: protectedTransferAbi, functionName: 'configs', result })
  }
  if (to !== usdc) throw Object.assign(new Error('execution reverted'), { code: 3 })
  const call = decodeFunctionData({ abi: usdcAbi, data })
  if (call.args?.[0] !== account.address) throw new Error(`It is about ${call.args?.[0]}.`)
  const value = call.functionName === 'balanceOf' ? balance : (allowances[call.args[1] as Address] ?? 0n)
  return numberToHex(value, { size: 32 })
}
const transport = (chainId: () => number) =>
  custom({ request: async (request) => answer(request, chainId()) }, { retryCount: 0 })
const publicClient = createPublicClient({ chain: primaryChain, transport: transport(() => primaryChain.id) })
/** The account is one of a wallet's, which is asked for its chain each time. */
const clientsOf = (signer: typeof account | Address) => ({
  publicClient,
  walletClient: createWalletClient({ account: signer, chain: primaryChain, transport: transport(() => walletChain) }),
})
const clients = clientsOf(account)
const unguarded = { skipRiskCheck: true } as const

const prepare = (over: Partial<SendFields> = {}, options: SendProtectedOptions = {}, scope?: SendScope) =>
  prepareSend(clients, { ...send, ...over }, { ...unguarded, ...options }, scope)

describe('prepareSend', () => {
  test('default: what was read, and the fee that a claim takes', async () => {
    expect(await prepare({ to: bob.toLowerCase() as Address })).toEqual({
      deployment: requireDeployment(primaryChain.id),
      contract,
      from: account.address,
      balance,
      allowance: 30_000_000n,
      time: undefined,
      code: undefined,
      to: bob,
      fee: 125_000n,
    })
  })

  test('the allowance of the spender that is asked for', async () => {
    expect(await prepare({}, {}, { spender: 'permit' })).toMatchObject({ allowance: 70_000_000n })
    expect(await prepare({}, {}, { spender: 'contract' })).toMatchObject({ allowance: 30_000_000n })
  })

  test.each<[string, Partial<SendFields>, object]>([
    ['an amount of none', { amount: 0n }, { name: 'InvalidAmountError' }],
    ['no claim hash', { claimHash: `0x${'0'.repeat(64)}` }, { parameter: 'claimHash' }],
    ['a short claim hash', { claimHash: '0x12' }, { parameter: 'claimHash' }],
    ['malformed terms', { configId: '0x12' }, { parameter: 'configId' }],
    ['no recipient under a code', { to: zeroAddress }, { parameter: 'to' }],
    ['a malformed recipient', { to: '0x12' }, { parameter: 'to' }],
    ['the sender itself', { to: account.address }, { parameter: 'to', shortMessage: /is the sender itself/ }],
    ['the transfer contract', { to: contract }, { parameter: 'to', shortMessage: /cannot claim/ }],
    ['the token', { to: usdc }, { parameter: 'to', shortMessage: /cannot claim/ }],
    ['unknown terms', { configId: claimHash }, { name: 'UnknownConfigError', configId: claimHash }],
  ])('error: %s', async (_, over, refusal) => {
    const expected = Object.fromEntries(
      Object.entries(refusal).map(([name, value]) => [
        name,
        value instanceof RegExp ? expect.stringMatching(value) : value,
      ]),
    )
    await expect(prepare(over)).rejects.toMatchObject(expected)
    await expect(prepareBatch(clients, [send, { ...send, ...over }], unguarded)).rejects.toMatchObject({
      name: 'BatchItemFailedError',
      index: 1,
      cause: expected,
    })
  })

  test('another payer is who pays', async () => {
    const wrong = prepare({}, {}, { payer: '0x12' })
    await expect(wrong).rejects.toMatchObject({ parameter: 'from' })
    await expect(prepare({}, {}, { payer: bob })).rejects.toThrow('is the sender itself')
  })

  test('another transfer contract, where the caller names one', async () => {
    allowances[other] = 7n
    const named = { ...clients, contractAddress: other.toLowerCase() as Address }
    await expect(prepareSend(named, { ...send, to: other }, unguarded)).rejects.toMatchObject({ parameter: 'to' })
    // It has no terms of its own here.
    await expect(prepareSend(named, send, unguarded)).rejects.toMatchObject({ name: 'ChainUnavailableError' })
  })

  test('the balance must cover the amount, to the last unit', async () => {
    balance = send.amount
    expect(await prepare()).toMatchObject({ balance })
    balance = send.amount - 1n
    await expect(prepare()).rejects.toMatchObject({
      name: 'InsufficientFundsError',
      what: 'balance',
      needed: send.amount,
      available: balance,
      advice: { do: 'add_funds', token: 'usdc', account: account.address },
    })
  })

  test('a wallet on another chain is refused, unless a signature comes first', async () => {
    walletChain = 1
    await expect(prepareSend(clientsOf(account.address), send, unguarded)).rejects.toMatchObject({
      name: 'WrongNetworkError',
      expectedChainId: primaryChain.id,
      actualChainId: 1,
    })
    await prepareSend(clientsOf(account.address), send, unguarded, { spender: 'contract' })
  })

  test('an abort that comes while it reads', async () => {
    const controller = new AbortController()
    const prepared = prepare({}, { signal: controller.signal })
    controller.abort(new Error('changed my mind'))
    await expect(prepared).rejects.toThrow('changed my mind')
  })

  test('the terms decide what kind of claim hash is needed', async () => {
    for (const claimMode of [3, 4]) {
      terms[configId] = { ...(terms[configId] as Terms), claimMode, verifier: zeroAddress }
      await expect(prepare()).rejects.toThrow('These terms are claimed by a key')
      await expect(prepare()).rejects.toMatchObject({ parameter: 'claimHash' })
      expect(await prepare({ claimHash: keyHash })).toMatchObject({ to: bob })
      expect(await prepare({ claimHash: keyHash, to: zeroAddress })).toMatchObject({ to: zeroAddress })
    }
    terms[configId] = { ...(terms[configId] as Terms), claimMode: 0 }
    await expect(prepare({ claimHash: keyHash })).rejects.toThrow('these terms are claimed by a code')
    await expect(prepare({ claimHash: keyHash })).rejects.toBeInstanceOf(InvalidInputError)
  })

  test('another verifier decides only where the caller names it', async () => {
    terms[configId] = { ...(terms[configId] as Terms), claimMode: 255 }
    await expect(prepare()).rejects.toMatchObject({ name: 'UntrustedVerifierError', verifier: other })
    await expect(prepare({}, { allowVerifier: bob })).rejects.toMatchObject({ name: 'UntrustedVerifierError' })
    await prepare({}, { allowVerifier: other.toLowerCase() as Address })
  })
})

describe('prepareBatch', () => {
  test('default: the sum, each fee by its own terms', async () => {
    const free: Hex = `0x${'ce'.repeat(32)}`
    terms[free] = { ...(terms[configId] as Terms), feeBps: 0 }
    const items = [send, { ...send, configId: free, amount: 75_000_000n }]
    expect(await prepareBatch(clients, items, unguarded)).toMatchObject({
      total: 100_000_000n,
      items: [
        { ...items[0], fee: 125_000n },
        { ...items[1], fee: 0n },
      ],
    })
    balance -= 1n
    await expect(prepareBatch(clients, items, unguarded)).rejects.toBeInstanceOf(InsufficientFundsError)
  })

  test('error: no items, or too many', async () => {
    for (const items of [[], Array.from({ length: 101 }, () => send)])
      await expect(prepareBatch(clients, items, unguarded)).rejects.toMatchObject({ parameter: 'items' })
  })

  const judged: string[] = []
  beforeEach(() => void judged.splice(0))
  const provider = {
    getOutgoingCounterparties: async () => ({ counterparties: [], complete: true }),
    getAddressActivity: async (address: Address) => {
      judged.push(address)
      return { transactionCount: 0, firstSeenAt: null }
    },
    countZeroValueTransfers: async () => 0,
  }
  const checked = { checkOptions: { provider } }

  test('the firewall judges each payee once, by the sum that it gets, and names its first item', async () => {
    const items = [send, { ...send, to: other, amount: 1n }, { ...send, amount: 5n }]
    const config = { onWarning: 'block' } as SendProtectedOptions['config']
    const blocked = prepareBatch(clients, items, { ...checked, config })
    await expect(blocked).rejects.toMatchObject({ index: 0, cause: { name: 'RiskBlockedError' } })
    await expect(blocked).rejects.toBeInstanceOf(BatchItemFailedError)
    expect(judged).toEqual([bob])

    const reports: [string, bigint | undefined][] = []
    const onReport = ({ target, amount }: RiskReport) => void reports.push([target, amount])
    await prepareBatch(clients, items, { ...checked, onReport })
    expect(reports).toEqual([
      [bob, 25_000_005n],
      [other, 1n],
    ])
  })

  test('a verdict that was shown is not asked for again, whichever its place', async () => {
    const items = [send, { ...send, to: other }]
    const reports: RiskReport[] = []
    await prepareBatch(clients, items, { ...checked, onReport: (report) => void reports.push(report) })
    judged.splice(0)
    // Addresses are the same in either letter case.
    const shown = reports.map((report) => ({ ...report, target: report.target.toLowerCase() as Address })).toReversed()
    await prepareBatch(clients, items, { ...checked, reports: shown })
    expect(judged).toEqual([])
    await prepareBatch(clients, items, { ...checked, reports: reports.slice(0, 1) })
    expect(judged).toEqual([other])
  })

  test('of payees that look alike each may be an imitation, of a contact too, until a person decides on it', async () => {
    const almostBob: Address = '0x861700000000000000000000000000000000070D'
    const twins = [send, { ...send, to: almostBob }]
    const acknowledgements: RiskAcknowledgement[] = []
    for (const [index, { to: target }] of twins.entries()) {
      const blocked = await prepareBatch(clients, twins, { ...checked, acknowledgements }).catch((error) => error)
      expect(blocked).toMatchObject({ index, cause: { name: 'RiskBlockedError', report: { target } } })
      acknowledgements.unshift({ report: blocked.cause.report, at: Date.now() })
    }
    expect(await prepareBatch(clients, twins, { ...checked, acknowledgements })).toMatchObject({ total: 50_000_000n })

    const items = [
      { ...send, to: other },
      { ...send, to: almostBob },
    ]
    await prepareBatch(clients, items, checked)
    const known = { checkOptions: { provider, contacts: [bob] } }
    await expect(prepareBatch(clients, items, known)).rejects.toMatchObject({
      index: 1,
      cause: { name: 'RiskBlockedError' },
    })
  })
})

describe('what a payer signs', () => {
  const deployment = requireDeployment(primaryChain.id)
  const prepared = { deployment, contract, from: account.address, time: undefined, code: undefined }
  const amount = send.amount

  test('an authorization: the whole amount to the contract, under the nonce of the transfer, for ten minutes', async () => {
    const signed = await signAuthorization(clients, prepared, send)
    const { signature, ...said } = signed
    const nonceSalt = `0x${'0'.repeat(64)}` as const
    const validBefore = chainTime + 600n
    expect(said).toEqual({ from: account.address, ...send, validAfter: 0n, validBefore, nonceSalt })
    const message = { from: account.address, to: contract, value: amount, validAfter: 0n, validBefore }
    const signer = await recoverTypedDataAddress({
      domain: { ...deployment.usdcDomain, chainId: primaryChain.id, verifyingContract: usdc },
      types: {
        ReceiveWithAuthorization: [
          { name: 'from', type: 'address' },
          { name: 'to', type: 'address' },
          { name: 'value', type: 'uint256' },
          { name: 'validAfter', type: 'uint256' },
          { name: 'validBefore', type: 'uint256' },
          { name: 'nonce', type: 'bytes32' },
        ],
      },
      primaryType: 'ReceiveWithAuthorization',
      message: { ...message, nonce: authorizationNonce({ ...send, nonceSalt }) },
      signature,
    })
    expect(signer).toBe(account.address)
  })

  test('an authorization for as long as the caller asks, by a clock that was given or read along', async () => {
    const ask = (time: bigint | undefined, now?: Date) =>
      signAuthorization(clients, { ...prepared, time }, send, { validForSeconds: 5, now })
    expect((await ask(7n)).validBefore).toBe(12n)
    expect((await ask(7n, new Date(9_999))).validBefore).toBe(14n)
    for (const validForSeconds of [0, -1, 1.5])
      await expect(signAuthorization(clients, prepared, send, { validForSeconds })).rejects.toMatchObject({
        parameter: 'validForSeconds',
      })
  })

  const tokenPermissions = [
    { name: 'token', type: 'address' },
    { name: 'amount', type: 'uint256' },
  ] as const
  const permitFields = [
    { name: 'permitted', type: 'TokenPermissions' },
    { name: 'spender', type: 'address' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
  ] as const
  const domain = { name: 'Permit2', chainId: primaryChain.id, verifyingContract: permit }

  test('a permit: this amount of USDC, for this spender alone', async () => {
    const { nonce, deadline, signature } = await signPermitTransfer(clients, amount, contract)
    expect(deadline).toBe(chainTime + 600n)
    const signer = await recoverTypedDataAddress({
      domain,
      types: { PermitTransferFrom: permitFields, TokenPermissions: tokenPermissions },
      primaryType: 'PermitTransferFrom',
      message: { permitted: { token: usdc, amount }, spender: contract, nonce, deadline },
      signature,
    })
    expect(signer).toBe(account.address)
    expect((await signPermitTransfer(clients, amount, contract, { nonce: 0n })).nonce).toBe(0n)
    const again = await signPermitTransfer(clients, amount, contract)
    expect(again.nonce).not.toBe(nonce)
  })

  test('a permit with a witness: what the money is for', async () => {
    const options = { nonce: 7n, deadlineSeconds: 60, now: new Date(40_000) }
    const witness = sendWitness(send)
    const made = await signWitness(clients, { ...prepared, total: amount }, witness, options)
    expect(made).toMatchObject({ nonce: 7n, deadline: 100n })
    const signer = await recoverTypedDataAddress({
      domain,
      types: {
        PermitWitnessTransferFrom: [...permitFields, { name: 'witness', type: 'ProtectedSend' }],
        TokenPermissions: tokenPermissions,
        ProtectedSend: [
          { name: 'configId', type: 'bytes32' },
          { name: 'to', type: 'address' },
          { name: 'claimHash', type: 'bytes32' },
        ],
      },
      primaryType: 'PermitWitnessTransferFrom',
      message: {
        permitted: { token: usdc, amount },
        spender: contract,
        nonce: 7n,
        deadline: 100n,
        witness: { configId, to: bob, claimHash },
      },
      signature: made.signature,
    })
    expect(signer).toBe(account.address)
  })

  test('error: an amount of none, and no spender', async () => {
    await expect(signPermitTransfer(clients, 0n, contract)).rejects.toMatchObject({ name: 'InvalidAmountError' })
    await expect(signPermitTransfer(clients, amount, '0x12')).rejects.toMatchObject({ parameter: 'spender' })
    await expect(signPermitTransfer(clients, amount, contract, { nonce: -1n })).rejects.toThrow(
      'The nonce -1 is not a uint256.',
    )
  })

  test.each<[string, (wallet: typeof clients) => Promise<unknown>]>([
    ['authorizing the transfer', (wallet) => signAuthorization(wallet, prepared, send)],
    ['permitting the transfer', (wallet) => signPermitTransfer(wallet, amount, contract)],
    ['permitting the transfer', (wallet) => signWitness(wallet, { ...prepared, total: amount }, sendWitness(send))],
  ])('error: a wallet that declines while %s', async (attempted, sign) => {
    const request = async ({ method }: { method: string }) => {
      if (method === 'eth_chainId') return numberToHex(primaryChain.id)
      throw Object.assign(new Error('No.'), { code: 4001 })
    }
    const declining = createWalletClient({
      account: account.address,
      chain: primaryChain,
      transport: custom({ request }),
    })
    await expect(sign({ ...clients, walletClient: declining })).rejects.toMatchObject({
      name: 'SignatureDeclinedError',
      shortMessage: `The wallet declined to sign while ${attempted}.`,
    })
  })

  test.each([
    [{ deadlineSeconds: 0 }, 'deadlineSeconds'],
    [{ nonce: -1n }, 'nonce'],
    [{ nonce: maxUint256 + 1n }, 'nonce'],
    [{ nonce: 1 as never }, 'nonce'],
    [{ now: new Date(Number.NaN) }, 'now'],
    [{ now: 1_700_000_000_000 }, 'now'],
  ])('error: %o', async (options, parameter) => {
    await expect(signPermitTransfer(clients, amount, contract, options)).rejects.toMatchObject({ parameter })
    await expect(
      signWitness(clients, { ...prepared, total: amount }, sendWitness(send), options),
    ).rejects.toMatchObject({ parameter })
    const { nonce } = await signPermitTransfer(clients, amount, contract, { nonce: maxUint256 })
    expect(nonce).toBe(maxUint256)
  })
})
