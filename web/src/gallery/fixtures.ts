import { requireDeployment } from '@holdfast/sdk/chain'
import { ServiceProblemError, SignatureDeclinedError } from '@holdfast/sdk/errors'
import type { LinkPreview } from '@holdfast/sdk/links'
import type { Plan } from '@holdfast/sdk/plan'
import type { RiskReason, RiskReport } from '@holdfast/sdk/risk'
import type { ProtectedTransfer } from '@holdfast/sdk/transfer'
import type { Reading } from '../parts/ReadFault.js'
import type { Pair } from '../screens/pair/findPair.js'
import type { Payment } from '../screens/send/Payment.js'

/** The people and payments that the gallery shows. */

const chainId = 5042002
export const alice = '0x52908400098527886E0F7030069857D2E4169EE7'
export const bob = '0xd9A1b0B1e1aE382DbDc898Ea68012FfcB2853a91'
export const impostor = '0xd9A1C3788D81257612E2581A6ea0aDa244853a91'
export const zero = '0x0000000000000000000000000000000000000000'
export const carol = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
export const code = '7K3M-9QXV-AB2C-DEFG'
/** Of Bob, in the person's own book; `?name=` draws another one. Tests read this file without a page. */
export const bobsName = new URLSearchParams(globalThis.location?.search).get('name') ?? 'Bob'
export const link = 'https://pay.example/#/claim/5042002/42'
export const checkedAt = new Date('2026-11-23T14:26:00Z')
export const txHash = `0x${'5d1c'.repeat(16)}` as const

/** What a wallet answers when its person says no. */
export const declined = new SignatureDeclinedError('sending')

export const session = {
  account: alice,
  chainId,
  chainName: 'Arc Testnet',
  isTestNetwork: true,
  strayName: undefined,
  isStray: false,
  isBurner: false,
  hasContract: true,
} as const

function reportOf(
  target: RiskReport['target'],
  reasons: readonly RiskReason[],
  rest: Partial<RiskReport> = {},
): RiskReport {
  const levels = reasons.map(({ severity }) => severity)
  const level = levels.includes('block') ? 'block' : levels.includes('warning') ? 'warning' : 'safe'
  return { target, sender: alice, level, reasons, complete: true, checkedAt, chainId, ...rest }
}

const reason = (
  code: RiskReason['code'],
  severity: RiskReason['severity'],
  rest: Partial<RiskReason> = {},
): RiskReason => ({ code, severity, message: code, ...rest })

export const reports = {
  known: reportOf(bob, [reason('KNOWN_COUNTERPARTY', 'safe')]),
  fresh: reportOf(carol, [reason('NEW_ADDRESS', 'warning')]),
  partial: reportOf(
    carol,
    [reason('DATA_UNAVAILABLE', 'warning', { sources: ['activity'] }), reason('NEW_ADDRESS', 'warning')],
    { complete: false },
  ),
  lookalike: reportOf(impostor, [
    reason('LOOKALIKE_ADDRESS', 'block', { lookalikeOf: bob, matched: { prefix: 4, suffix: 5 } }),
    reason('ZERO_VALUE_BAIT', 'block', { count: 2 }),
    reason('NEW_ADDRESS', 'warning'),
  ]),
  undecided: reportOf(impostor, [
    reason('LOOKALIKE_ADDRESS', 'block', { lookalikeOf: bob, matched: { prefix: 4, suffix: 5 }, undecided: true }),
  ]),
  incomplete: reportOf(carol, [reason('DATA_UNAVAILABLE', 'block', { sources: ['history'] })], {
    complete: false,
    level: 'block',
  }),
}

const side = {
  saved: undefined,
  isSettled: false,
  payments: 2,
  paid: 75_000_000n,
  income: 0n,
  firstPaidAt: new Date('2026-10-02T09:12:00Z'),
  baits: 0,
}
export const pair: Pair = {
  one: { ...side, address: bob, isSettled: true, income: 12_000_000n },
  other: { ...side, address: impostor, payments: 1, paid: 50_000_000n, baits: 2 },
  isComplete: true,
}
export const decision = { sender: alice, keep: bob, over: impostor, at: checkedAt.getTime() } as const

export const payment: Payment = {
  to: bob,
  amount: 25_000_000n,
  time: 'hour',
  report: reports.known,
  overruled: undefined,
}
export const firstPayment: Payment = { ...payment, to: carol, report: reports.fresh }

const { transferContract, usdc } = requireDeployment(chainId)
const claimHash = `0x${'0'.repeat(24)}${'ab'.repeat(20)}` as const
const call = (to: `0x${string}`, functionName: string, args: Record<string, string>) => ({
  kind: 'transaction' as const,
  chainId,
  sealed: [],
  calls: [{ to, functionName, args, through: null }],
})

export function planOf({ to, amount, report }: Payment): Plan<'sendProtected'> {
  return {
    operation: 'sendProtected',
    params: { to, amount, claimHash, configId: `0x${'11'.repeat(32)}` },
    chainId,
    account: alice,
    payer: alice,
    recipient: to,
    amount,
    fee: 0n,
    terms: null,
    steps: [
      call(transferContract, 'createConfig', {}),
      call(usdc, 'approve', { spender: transferContract, amount: String(amount) }),
      call(transferContract, 'sendProtected', { to, amount: String(amount) }),
    ],
    networkFee: { most: 4_100n, coin: 'USDC', decimals: 6, isUsdc: true },
    firewall: [report],
    effects: [],
    asOf: { blockNumber: 1n, at: checkedAt, recipientHasCode: false },
  }
}

export function previewOf(rest: Partial<LinkPreview> = {}): LinkPreview {
  return {
    kind: 'claim',
    chainId,
    transferId: 42n,
    state: 'open',
    amount: 25_000_000n,
    fee: 0n,
    received: 25_000_000n,
    unverifiedSender: alice,
    recipient: bob,
    deadline: new Date(Date.now() + 3_480_000),
    needs: 'code',
    isHolderPaid: false,
    ...rest,
  }
}

export function transferOf(rest: Partial<ProtectedTransfer> = {}): ProtectedTransfer {
  return {
    transferId: 42n,
    sender: alice,
    to: bob,
    amount: 25_000_000n,
    deadline: new Date(Date.now() + 3_480_000),
    attempts: 0,
    status: 'PENDING',
    claimHash,
    configId: `0x${'11'.repeat(32)}`,
    ...rest,
  }
}

/** What the person agreed to of it. */
export const reviewed = transferOf()

/** The service was asked too often, and says for how long it wants to be left alone. */
export const limited = new ServiceProblemError('claiming', {
  status: 429,
  code: 'rate_limited',
  detail: 'too many requests from this network',
  retryable: true,
  retryAfterSeconds: 90,
})

/** A read that has failed. */
export function failedWith(error: Error): Reading {
  return { error, data: undefined, isFetching: false, refetch: () => {} }
}
