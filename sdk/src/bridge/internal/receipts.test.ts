import { issuerContracts } from '@holdfast/contracts'
import { logOf } from '@holdfast/testkit/logOf'
import issuer from '@holdfast/testkit/vectors/issuer.json' with { type: 'json' }
import {
  type Address,
  concatHex,
  decodeFunctionData,
  type Hex,
  type Log,
  sliceHex,
  type TransactionReceipt,
  toHex,
  zeroHash,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { bridgeChainByDomain, bridgeChainFacts } from '../../chain/bridgeChains.js'
import { usdcAbi } from '../../chain/usdc.js'
import { BRIDGE_TOKEN_MESSENGER, FORWARDING_HOOK } from '../constants.js'
import { decodeBridgeMessage } from '../decodeBridgeMessage.js'
import { toWord } from './burn.js'
import { approveCall, type BurnedTerms, readBurn } from './burnCall.js'
import { messengerAbi, transmitterAbi } from './contracts.js'
import { priceOf } from './fees.js'
import { mintCall } from './mintCall.js'
import { patienceOf } from './pollStatus.js'
import { readMint } from './readMint.js'
import { receiptMs, soonMs } from './receiptMs.js'
import { parseRecipient } from './route.js'

const sender: Address = '0x52908400098527886E0F7030069857D2E4169EE7'
const bob: Address = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const stranger: Address = '0x00000000000000000000000000000000000000bb'
const transactionHash: Hex = `0x${'ab'.repeat(32)}`

const receiptOf = (...logs: Log[]) => ({ logs, transactionHash }) as unknown as TransactionReceipt // Nothing else is read of a receipt.

describe('readBurn', () => {
  type Burned = {
    address?: Address
    token?: Address
    depositor?: Address
    recipient?: Address
    domain?: number
    amount?: bigint
  }
  const burned = ({ address = BRIDGE_TOKEN_MESSENGER, amount = 1_060n, ...other }: Burned = {}) =>
    logOf(address, messengerAbi, 'DepositForBurn', {
      burnToken: other.token ?? bridgeChainFacts('Arc_Testnet').usdc,
      amount,
      depositor: other.depositor ?? sender,
      mintRecipient: toWord(other.recipient ?? bob),
      destinationDomain: other.domain ?? bridgeChainFacts('Base_Sepolia').domain,
      destinationTokenMessenger: zeroHash,
      destinationCaller: zeroHash,
      maxFee: 60n,
      minFinalityThreshold: 2000,
      hookData: FORWARDING_HOOK,
    })
  const read = (...logs: Log[]) =>
    readBurn(receiptOf(...logs), { from: 'Arc_Testnet', to: 'Base_Sepolia', sender, recipient: bob })

  test('default: what arrives at least, the ceiling, and their sum', () => {
    expect(read(burned())).toEqual({ amount: 1_000n, maxFee: 60n, total: 1_060n })
  })

  test.each<[string, Burned]>([
    ['another sender', { depositor: stranger }],
    ['another recipient', { recipient: stranger }],
    ['another destination', { domain: 26 }],
    ['another contract', { address: stranger }],
    ['another token', { token: stranger }],
  ])('a burn of %s is not this one', (_, other) => {
    expect(() => read(burned(other))).toThrow(
      expect.objectContaining({ name: 'BurnNotFoundError', txHash: transactionHash }),
    )
    expect(read(burned({ ...other, amount: 9n }), burned()).total).toBe(1_060n)
  })

  test('other events of the messenger decide nothing', () => {
    const minted = logOf(BRIDGE_TOKEN_MESSENGER, messengerAbi, 'MintAndWithdraw', {
      mintRecipient: bob,
      amount: 1n,
      mintToken: stranger,
      feeCollected: 0n,
    })
    expect(read(minted, burned()).total).toBe(1_060n)
    expect(() => read(minted)).toThrow()
  })
})

describe('readMint', () => {
  const messageBytes: Hex = issuer.testVectors.cctp.attestedMessage as Hex
  const message = decodeBridgeMessage(messageBytes)
  const received = message.amount - message.feeExecuted
  const recipient: Address = `0x${message.mintRecipient.slice(26)}`
  const to = bridgeChainByDomain(message.destinationDomain)
  const burned: BurnedTerms = {
    from: bridgeChainByDomain(message.sourceDomain),
    destinationDomain: message.destinationDomain,
    sender: `0x${message.messageSender.slice(26)}`,
    mintRecipient: message.mintRecipient,
    amount: message.amount,
    maxFee: message.maxFee,
  }
  const body = sliceHex(messageBytes, 148)
  /** The body with another word at an offset. */
  const bodyWith = (offset: number, word: Hex) =>
    concatHex([sliceHex(body, 0, offset), word, sliceHex(body, offset + 32)])
  const word = (value: bigint) => toHex(value, { size: 32 })
  const taken = (over: { address?: Address; sourceDomain?: number; sender?: Hex; messageBody?: Hex } = {}) =>
    logOf(over.address ?? issuerContracts.bridgeMessageTransmitter, transmitterAbi, 'MessageReceived', {
      caller: stranger,
      sourceDomain: over.sourceDomain ?? message.sourceDomain,
      nonce: message.nonce,
      sender: over.sender ?? message.sender,
      finalityThresholdExecuted: 2000,
      messageBody: over.messageBody ?? body,
    })
  const paid = (over: { address?: Address; amount?: bigint; to?: Address; token?: Address; fee?: bigint } = {}) =>
    logOf(over.address ?? BRIDGE_TOKEN_MESSENGER, messengerAbi, 'MintAndWithdraw', {
      mintRecipient: over.to ?? recipient,
      amount: over.amount ?? received,
      mintToken: over.token ?? bridgeChainFacts(to).usdc,
      feeCollected: over.fee ?? message.feeExecuted,
    })

  test('default: what its recipient got', () => {
    expect(received).toBeGreaterThan(0n)
    expect(readMint(receiptOf(taken(), paid()), burned)).toBe(received)
    const others = [paid({ amount: 1n }), taken({ messageBody: bodyWith(100, toWord(stranger)) })]
    expect(readMint(receiptOf(...others, paid(), taken()), burned)).toBe(received)
  })

  test.each<[string, Log[]]>([
    ['nothing', []],
    ['only the payment', [paid()]],
    ['only the message', [taken()]],
    ['a message that another contract claims to have taken', [taken({ address: stranger }), paid()]],
    ['a message of another chain', [taken({ sourceDomain: 3 }), paid()]],
    ['a message of anyone, with the same body', [taken({ sender: toWord(stranger) }), paid()]],
    ['the message of another token', [taken({ messageBody: bodyWith(4, toWord(stranger)) }), paid()]],
    ['the message of another wallet', [taken({ messageBody: bodyWith(100, toWord(stranger)) }), paid()]],
    ['a message for another recipient', [taken({ messageBody: bodyWith(36, toWord(stranger)) }), paid()]],
    ['the message of another amount', [taken({ messageBody: bodyWith(68, word(message.amount + 1n)) }), paid()]],
    ['a message with another ceiling', [taken({ messageBody: bodyWith(132, word(message.maxFee + 1n)) }), paid()]],
    ['a message with another fee', [taken({ messageBody: bodyWith(164, word(message.feeExecuted + 1n)) }), paid()]],
    ['a message without a body', [taken({ messageBody: '0x' }), paid()]],
    ['a payment of another amount', [taken(), paid({ amount: received - 1n })]],
    ['a payment of another amount and fee', [taken(), paid({ amount: received - 1n, fee: message.feeExecuted + 1n })]],
    ['a payment to another recipient', [taken(), paid({ to: stranger })]],
    ['a payment in another token', [taken(), paid({ token: stranger })]],
    ['a payment that another contract claims to have made', [taken(), paid({ address: stranger })]],
  ])('%s: not the mint of this burn', (_, logs) => {
    expect(readMint(receiptOf(...logs), burned)).toBeUndefined()
  })
})

describe('calls', () => {
  test('an approval is of exactly the total, for the messenger, on the source chain', () => {
    const { to, data, attempted } = approveCall('Base_Sepolia', 1_060n)
    expect(attempted).toBe('approving USDC for the Bridge')
    expect(to).toBe(bridgeChainFacts('Base_Sepolia').usdc)
    expect(decodeFunctionData({ abi: usdcAbi, data })).toEqual({
      functionName: 'approve',
      args: [BRIDGE_TOKEN_MESSENGER, 1_060n],
    })
  })

  test('a mint hands message and attestation to the transmitter', () => {
    const { to, data, attempted } = mintCall('Base_Sepolia', { messageBytes: '0x12', attestation: '0x34' })
    expect(attempted).toBe('minting bridged USDC')
    expect(to).toBe(issuerContracts.bridgeMessageTransmitter)
    expect(decodeFunctionData({ abi: transmitterAbi, data })).toEqual({
      functionName: 'receiveMessage',
      args: ['0x12', '0x34'],
    })
  })

  test('parseRecipient: none that would keep the money', () => {
    expect(parseRecipient(bob.toLowerCase() as Address, 'Base_Sepolia')).toBe(bob)
    for (const contract of [bridgeChainFacts('Base_Sepolia').usdc, ...Object.values(issuerContracts)])
      expect(() => parseRecipient(contract.toLowerCase() as Address, 'Base_Sepolia')).toThrow(
        expect.objectContaining({
          parameter: 'recipient',
          shortMessage: expect.stringContaining("is one of the issuer's contracts, which would keep the money"),
        }),
      )
    expect(() => parseRecipient(`0x${'0'.repeat(40)}`, 'Base_Sepolia')).toThrow('is the zero address')
    // USDC of another chain is an ordinary address here.
    const elsewhere = bridgeChainFacts('Avalanche_Fuji').usdc
    expect(parseRecipient(elsewhere, 'Base_Sepolia')).toBe(elsewhere)
  })
})

describe('prices and times', () => {
  test.each([
    // amount, millionths, forwarding → needed, ceiling
    [1_000_000n, 0n, 0n, 0n, 0n],
    [1_000_000n, 0n, 209_052n, 209_052n, 250_863n],
    [1_000_000n, 130n, 0n, 131n, 131n],
    [1_000_000n, 130n, 209_052n, 209_210n, 251_026n],
    [999_870n, 130n, 0n, 130n, 130n],
    [1n, 500_000n, 1n, 3n, 5n],
  ])('%i with %i ppm and a mint for %i: %i, at most %i', (amount, ppm, forward, needed, maxFee) => {
    expect(priceOf(amount, ppm, forward)).toEqual({ needed, maxFee })
  })

  test('a receipt is waited for at least four blocks and two seconds, and two minutes at most', () => {
    const chain = (blockTimeMs: number) => ({ blockTimeMs }) as Parameters<typeof soonMs>[0]
    expect([soonMs(chain(100)), soonMs(chain(500)), soonMs(chain(501))]).toEqual([2_000, 2_000, 2_004])
    expect(receiptMs(chain(100))).toBe(120_000)
    expect(receiptMs(chain(100), 1)).toBe(2_000)
    expect(receiptMs(chain(2_000), 1)).toBe(8_000)
    expect(receiptMs(chain(100), 30_000)).toBe(30_000)
    expect(receiptMs(chain(100), 500_000)).toBe(120_000)
  })

  test('patienceOf: twenty minutes by the clock that is given, asking each three seconds', () => {
    expect(patienceOf({ now: () => 5 })).toMatchObject({ deadline: 1_200_005, pollMs: 3_000 })
    const { signal } = new AbortController()
    expect(patienceOf({ now: () => 5, timeoutMs: 0, pollMs: 7, signal })).toMatchObject({
      deadline: 5,
      pollMs: 7,
      signal,
    })
  })
})
