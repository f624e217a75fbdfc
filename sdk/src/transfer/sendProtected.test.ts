import { protectedTransferAbi } from '@holdfast/contracts'
import { type Actor, setTestStage, type TestStage } from '@holdfast/testkit/stage'
import {
  type Address,
  createPublicClient,
  createWalletClient,
  custom,
  type Hex,
  maxUint256,
  parseAbi,
  parseEventLogs,
  zeroHash,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { sepolia } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ServiceError } from '../errors/base.js'
import { MissingAccountError, UnknownChainError, WrongNetworkError } from '../errors/chain.js'
import { InvalidAddressError, InvalidAmountError, InvalidInputError } from '../errors/input.js'
import { RiskBlockedError } from '../errors/risk.js'
import { CallRefusedError, SignatureDeclinedError } from '../errors/transaction.js'
import { InsufficientFundsError, UnknownConfigError, UntrustedVerifierError } from '../errors/transfer.js'
import { craftLookalike } from '../risk/craftLookalike.js'
import { approveUsdc, getAllowance } from './allowance.js'
import { authorizationNonce, cancelAuthorization } from './authorization.js'
import { generateClaimCode } from './claimSecret.js'
import { defineConfig } from './config.js'
import { getTransfer } from './getTransfer.js'
import { approvePermit, getPermitAllowance } from './permit.js'
import { registerConfig } from './registerConfig.js'
import { sendProtected } from './sendProtected.js'
import {
  sendProtectedWithAuthorization,
  signSendAuthorization,
  submitSendAuthorization,
} from './sendProtectedWithAuthorization.js'
import { sendProtectedWithPermit } from './sendProtectedWithPermit.js'

const unguarded = { skipRiskCheck: true } as const
const feeRecipient: Address = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

let stage: TestStage
let alice: Actor
let bob: Actor
let configId: Hex

beforeAll(async () => {
  stage = await setTestStage()
  alice = await stage.actor()
  bob = await stage.actor(0n)
  configId = (await registerConfig(alice, defineConfig())).configId
})
afterAll(() => stage?.stop())

const params = (over = {}) => ({
  configId,
  to: bob.address,
  amount: 1_000_000n,
  claimHash: generateClaimCode().claimHash,
  ...over,
})

describe('the three ways of sending', () => {
  test('sendProtected: two at once that approve on the way, each with its own allowance', async () => {
    const payer = await stage.actor()
    const { configId } = await registerConfig(payer, defineConfig())
    const sent = await Promise.all(
      [1_000_000n, 2_000_000n].map((amount) =>
        sendProtected(payer, params({ configId, amount }), { ...unguarded, approve: true }),
      ),
    )
    const amounts = sent.map(async ({ transferId }) => (await getTransfer(payer, transferId)).amount)
    expect(await Promise.all(amounts)).toEqual([1_000_000n, 2_000_000n])
    expect(await getAllowance(payer, payer.address)).toBe(0n)
  })

  test('approveUsdc: without a limit, which is not raised again while half of it is left', async () => {
    const payer = await stage.actor()
    const { configId } = await registerConfig(payer, defineConfig())
    expect(await approveUsdc(payer, maxUint256)).toMatch(/^0x/)
    await sendProtected(payer, params({ configId }), unguarded)
    expect(await approveUsdc(payer, maxUint256)).toBeNull()
    for (const amount of [0n, -1n, maxUint256 + 1n, 1 as never])
      await expect(approveUsdc(payer, amount)).rejects.toBeInstanceOf(InvalidAmountError)
  })

  test('sendProtected: pulls an approved amount, wrapped in a memo that names the claim hash', async () => {
    expect(await approveUsdc(alice, 1_000_000n)).toMatch(/^0x/)
    expect(await approveUsdc(alice, 1_000_000n)).toBeNull()
    const sending = params()
    const sent = await sendProtected(alice, sending, unguarded)
    const transfer = await getTransfer(alice, sent.transferId)
    expect(transfer).toMatchObject({
      sender: alice.address,
      to: bob.address,
      amount: 1_000_000n,
      status: 'PENDING',
      attempts: 0,
      claimHash: sending.claimHash,
      configId,
      deadline: sent.deadline,
    })
    const receipt = await alice.publicClient.getTransactionReceipt({ hash: sent.txHash })
    const [memo] = parseEventLogs({
      abi: parseAbi([
        'event Memo(address indexed sender, address indexed target, bytes32 callDataHash, bytes32 indexed memoId, bytes memo, uint256 memoIndex)',
      ]),
      logs: receipt.logs,
    })
    expect(memo?.args).toMatchObject({ sender: alice.address, memoId: sending.claimHash })
    expect(Buffer.from((memo?.args.memo ?? '0x').slice(2), 'hex').toString()).toBe('holdfast:send:v1')
    expect(await getAllowance(alice, alice.address)).toBe(0n)
  })

  test('sendProtected: parameter memo false goes straight to the contract', async () => {
    await approveUsdc(alice, 1_000_000n)
    const { txHash } = await sendProtected(alice, params({ memo: false }), unguarded)
    const { to } = await alice.publicClient.getTransactionReceipt({ hash: txHash })
    expect(to).toBe(stage.devnet.primary.contracts.transferContract.toLowerCase())
  })

  test('sendProtectedWithPermit: needs the Permit allowance once, then one transaction each', async () => {
    await expect(sendProtectedWithPermit(alice, params(), unguarded)).rejects.toMatchObject({
      name: 'InsufficientFundsError',
      what: 'allowance',
    })
    expect(await approvePermit(alice)).toMatch(/^0x/)
    expect(await approvePermit(alice)).toBeNull()
    const { transferId } = await sendProtectedWithPermit(alice, params(), unguarded)
    expect(await getTransfer(alice, transferId)).toMatchObject({ sender: alice.address, status: 'PENDING' })
    expect(await getPermitAllowance(alice, alice.address)).toBeGreaterThan(2n ** 255n)
    expect(await approvePermit(alice)).toBeNull()
  })

  test('sendProtectedWithPermit: error: a used nonce is refused before anything is sent', async () => {
    await approvePermit(alice)
    const permit = { nonce: 77n }
    await sendProtectedWithPermit(alice, params(), { ...unguarded, permit })
    await expect(sendProtectedWithPermit(alice, params(), { ...unguarded, permit })).rejects.toMatchObject({
      name: 'CallRefusedError',
      errorName: 'InvalidNonce',
    })
  })

  test('sendProtectedWithAuthorization: no approval, one transaction', async () => {
    const carol = await stage.actor()
    const { transferId } = await sendProtectedWithAuthorization(carol, params(), unguarded)
    expect(await getTransfer(carol, transferId)).toMatchObject({ sender: carol.address, status: 'PENDING' })
    expect(await getAllowance(carol, carol.address)).toBe(0n)
  })

  test('submitSendAuthorization: another account pays the gas, the payer has none to spare', async () => {
    const payer = await stage.actor(1_000_001n)
    const authorization = await signSendAuthorization(payer, params(), unguarded)
    const { transferId } = await submitSendAuthorization(alice, authorization, unguarded)
    expect(await getTransfer(alice, transferId)).toMatchObject({ sender: payer.address, amount: 1_000_000n })
    expect(await stage.balanceOf(payer.address)).toBe(1n)
    await expect(submitSendAuthorization(alice, { ...authorization, amount: 1n }, unguarded)).rejects.toBeInstanceOf(
      ServiceError,
    )
  })

  test('signSendAuthorization: error: an untouched account cannot be emptied by signature', async () => {
    const payer = await stage.actor(1_000_000n)
    await expect(signSendAuthorization(payer, params(), unguarded)).rejects.toMatchObject({
      name: 'InsufficientFundsError',
      needed: 1_000_001n,
    })
  })

  test('an authorization binds the whole transfer: no other amount, recipient, terms or hash', async () => {
    const payer = await stage.actor()
    const authorization = await signSendAuthorization(payer, params(), unguarded)
    const mallory = await stage.actor()
    for (const forged of [
      { to: mallory.address },
      { amount: 2_000_000n },
      { claimHash: generateClaimCode().claimHash },
      { nonceSalt: generateClaimCode().salt },
      { validBefore: authorization.validBefore + 1n },
    ])
      await expect(submitSendAuthorization(mallory, { ...authorization, ...forged }, unguarded)).rejects.toBeInstanceOf(
        CallRefusedError,
      )
    expect(await stage.balanceOf(payer.address)).toBe(1_000_000_000n)
  })

  test('cancelAuthorization: worthless afterwards', async () => {
    const payer = await stage.actor()
    const authorization = await signSendAuthorization(payer, params(), unguarded)
    expect(await cancelAuthorization(payer, authorization)).toMatch(/^0x/)
    await expect(submitSendAuthorization(alice, authorization, unguarded)).rejects.toMatchObject({
      name: 'CallRefusedError',
      errorArgs: ['FiatTokenV2: authorization is used or canceled'],
    })
  })

  test('behavior: a retry with the same claim hash cannot pay twice', async () => {
    const payer = await stage.actor()
    const sending = params()
    await sendProtectedWithAuthorization(payer, sending, unguarded)
    await expect(sendProtectedWithAuthorization(payer, sending, unguarded)).rejects.toBeInstanceOf(CallRefusedError)
    expect(await stage.balanceOf(payer.address)).toBeGreaterThan(998_900_000n)
  })
})

test('the fee is in the result, rounded down', async () => {
  const withFee = await registerConfig(alice, defineConfig({ feeBps: 33, feeRecipient }))
  await approveUsdc(alice, 1_000_001n)
  const { fee } = await sendProtected(alice, params({ configId: withFee.configId, amount: 1_000_001n }), unguarded)
  expect(fee).toBe(3300n)
})

test('steps and hash are reported, the hash before the bytes leave', async () => {
  await approveUsdc(alice, 1_000_000n)
  const seen: string[] = []
  const sent = await sendProtected(alice, params(), {
    ...unguarded,
    onStep: (step) => seen.push(step),
    onTransactionHash: (hash) => seen.push(hash),
  })
  expect(seen).toEqual(['simulate', 'sign', sent.txHash, 'send', 'confirm'])
})

describe('refused before any request or signature', () => {
  let requests: string[] = []
  const silent = custom({
    request: async ({ method }) => {
      requests.push(method)
      throw new Error(`asked for ${method}`)
    },
  })
  const account = privateKeyToAccount(generatePrivateKey())
  const clients = () => {
    requests = []
    return {
      publicClient: createPublicClient({ transport: silent }),
      walletClient: createWalletClient({ account, transport: silent }),
    }
  }
  const ways = { sendProtected, sendProtectedWithPermit, sendProtectedWithAuthorization, signSendAuthorization }

  describe.each(Object.entries(ways))('%s', (_, send) => {
    test.each([
      ['a bad address', { to: '0x123' }, InvalidAddressError],
      ['a wrong checksum', { to: '0x90F79bf6EB2c4f870365E785982E1f101E93B906' }, InvalidAddressError],
      ['the zero address', { to: `0x${'0'.repeat(40)}` }, InvalidAddressError],
      ['the sender itself', { to: account.address }, InvalidAddressError],
      ['zero', { amount: 0n }, InvalidAmountError],
      ['a negative amount', { amount: -1n }, InvalidAmountError],
      ['a number for an amount', { amount: 1.5 as unknown as bigint }, InvalidAmountError],
      ['an amount over uint96', { amount: 2n ** 96n }, InvalidAmountError],
      ['an empty claim hash', { claimHash: zeroHash }, InvalidInputError],
      ['a short claim hash', { claimHash: '0x12' }, InvalidInputError],
      ['a claim hash without its first digit', { claimHash: `0x${'1'.repeat(63)}` }, InvalidInputError],
      ['a short config id', { configId: '0x12' }, InvalidInputError],
    ])('error: %s', async (_, wrong, kind) => {
      const given = { configId: zeroHash, to: feeRecipient, amount: 1n, claimHash: generateClaimCode().claimHash }
      await expect(send(clients(), { ...given, ...wrong } as typeof given)).rejects.toBeInstanceOf(kind)
      expect(requests).toEqual([])
    })

    test('error: no account', async () => {
      const given = { configId: zeroHash, to: feeRecipient, amount: 1n, claimHash: generateClaimCode().claimHash }
      const anonymous = { ...clients(), walletClient: createWalletClient({ transport: silent }) }
      await expect(send(anonymous, given)).rejects.toBeInstanceOf(MissingAccountError)
      expect(requests).toEqual([])
    })

    test('error: clients of different or unknown chains', async () => {
      const given = { configId: zeroHash, to: feeRecipient, amount: 1n, claimHash: generateClaimCode().claimHash }
      const { publicClient } = alice
      const elsewhere = createWalletClient({ account, chain: sepolia, transport: silent })
      requests = []
      await expect(send({ publicClient, walletClient: elsewhere }, given)).rejects.toBeInstanceOf(WrongNetworkError)
      const unknown = createPublicClient({ chain: { ...sepolia, id: 999 }, transport: silent })
      await expect(send({ publicClient: unknown, walletClient: elsewhere }, given)).rejects.toBeInstanceOf(
        UnknownChainError,
      )
      expect(requests).toEqual([])
    })
  })
})

describe('refused before a signature', () => {
  test('error: terms that were never registered', async () => {
    await expect(sendProtected(alice, params({ configId: `0x${'11'.repeat(32)}` }), unguarded)).rejects.toBeInstanceOf(
      UnknownConfigError,
    )
  })

  test('error: another verifier than the built-in one, unless it is named', async () => {
    const { codeClaimVerifier, transferContract } = stage.devnet.primary.contracts
    const hash = await alice.walletClient.writeContract({
      account: alice.walletClient.account ?? null,
      chain: alice.walletClient.chain ?? null,
      address: transferContract,
      abi: protectedTransferAbi,
      functionName: 'createConfigWithVerifier',
      args: [3600, codeClaimVerifier, 0, `0x${'0'.repeat(40)}`],
    })
    const receipt = await alice.publicClient.waitForTransactionReceipt({ hash })
    const [created] = parseEventLogs({ abi: protectedTransferAbi, eventName: 'ConfigCreated', logs: receipt.logs })
    const other = created?.args.configId as Hex
    await approveUsdc(alice, 1_000_000n)
    await expect(sendProtected(alice, params({ configId: other }), unguarded)).rejects.toBeInstanceOf(
      UntrustedVerifierError,
    )
    const sent = await sendProtected(alice, params({ configId: other }), {
      ...unguarded,
      allowVerifier: codeClaimVerifier,
    })
    expect(sent.transferId).toBeGreaterThan(0n)
  })

  test('error: balance and allowance that do not cover the amount', async () => {
    const poor = await stage.actor(999_999n)
    await expect(sendProtected(poor, params(), unguarded)).rejects.toMatchObject({
      what: 'balance',
      available: 999_999n,
    })
    const unapproved = await stage.actor()
    await expect(sendProtected(unapproved, params(), unguarded)).rejects.toBeInstanceOf(InsufficientFundsError)
  })

  test('error: the transfer contract or the token as recipient', async () => {
    const { contracts, usdc } = stage.devnet.primary
    for (const to of [contracts.transferContract, usdc])
      await expect(sendProtected(alice, params({ to }), unguarded)).rejects.toBeInstanceOf(InvalidAddressError)
  })

  test('error: a recipient on the blocklist is found out before sending', async () => {
    // The lock itself would succeed: the money would only be stuck until its return. Claiming is what fails.
    const blocked = await stage.actor(0n)
    await stage.devnet.primary.setBlocked(blocked.address, true)
    await approveUsdc(alice, 1_000_000n)
    const sent = await sendProtected(alice, params({ to: blocked.address }), unguarded)
    expect(await getTransfer(alice, sent.transferId)).toMatchObject({ status: 'PENDING' })
  })

  test('error: a person who declines, at every signature', async () => {
    const decline = async () => {
      throw Object.assign(new Error('User rejected the request.'), { code: 4001 })
    }
    const { account } = alice.walletClient
    if (account?.type !== 'local') throw new Error('A local account is needed.')
    const declining = createWalletClient({
      account: { ...account, signTransaction: decline, signTypedData: decline } as typeof account,
      chain: alice.walletClient.chain,
      transport: () => alice.walletClient.transport as never,
    })
    const clients = { ...alice, walletClient: { ...alice.walletClient, account: declining.account } as never }
    await approveUsdc(alice, 1_000_000n)
    await approvePermit(alice)
    for (const send of [sendProtected, sendProtectedWithPermit, sendProtectedWithAuthorization])
      await expect(send(clients, params(), unguarded)).rejects.toBeInstanceOf(SignatureDeclinedError)
  })
})

describe('the firewall', () => {
  test('error: a lookalike of a payee is refused in every way of sending, and nothing moves', async () => {
    const payer = await stage.actor()
    await approveUsdc(payer, 10_000_000n)
    await approvePermit(payer)
    await pay(payer, bob.address)
    const lookalike = craftLookalike(bob.address)
    const before = await stage.balanceOf(payer.address)
    for (const send of [sendProtected, sendProtectedWithPermit, sendProtectedWithAuthorization, signSendAuthorization])
      await expect(send(payer, params({ to: lookalike }))).rejects.toMatchObject({
        name: 'RiskBlockedError',
        reasons: expect.arrayContaining(['LOOKALIKE_ADDRESS']),
      })
    expect(await stage.balanceOf(payer.address)).toBe(before)
  })

  test('error: data that cannot be had never passes for safe', async () => {
    stage.devnet.faults.set({ explorer: { rules: [{ kind: 'forbidden', times: null }] } })
    try {
      await expect(sendProtected(alice, params({ to: (await stage.actor(0n)).address }))).rejects.toBeInstanceOf(
        RiskBlockedError,
      )
    } finally {
      stage.devnet.faults.clear()
    }
  })

  async function pay(from: Actor, to: Address): Promise<void> {
    const hash = await from.walletClient.writeContract({
      account: from.walletClient.account ?? null,
      chain: from.walletClient.chain ?? null,
      address: stage.devnet.primary.usdc,
      abi: parseAbi(['function transfer(address to, uint256 amount) returns (bool)']),
      functionName: 'transfer',
      args: [to, 1_000_000n],
    })
    await from.publicClient.waitForTransactionReceipt({ hash })
  }
})

test('authorizationNonce commits to every field', () => {
  const base = { configId: zeroHash, to: feeRecipient, claimHash: `0x${'22'.repeat(32)}`, nonceSalt: zeroHash } as const
  const nonces = [
    base,
    { ...base, configId: `0x${'33'.repeat(32)}` as const },
    { ...base, to: '0x00000000000000000000000000000000000000bb' as const },
    { ...base, claimHash: `0x${'44'.repeat(32)}` as const },
    { ...base, nonceSalt: `0x${'55'.repeat(32)}` as const },
  ].map(authorizationNonce)
  expect(new Set(nonces).size).toBe(5)
})
