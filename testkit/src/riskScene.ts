import type { HistoryRecord, SettledRecipient } from '@holdfast/sdk/risk'
import { evaluateRisk, type RiskInput } from '@holdfast/sdk/risk'
import type { Address } from 'viem'

/** The people and records in the tests of the graded rules. */

export const now = new Date('2026-11-20T12:00:00Z')
export const sender = '0x52908400098527886E0F7030069857D2E4169EE7'
export const genuine = '0xd9A1b0B1e1aE382DbDc898Ea68012FfcB2853a91'
export const impostor = '0xd9A1C3788D81257612E2581A6ea0aDa244853a91'
export const stranger = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
export const planter = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
export const fake = '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB'

/** `at` is the block; blocks are one second apart. */
export function record(at: number, from: Address, to: Address, rest: Partial<HistoryRecord> = {}): HistoryRecord {
  return {
    chainId: 1,
    token: usdc,
    canonical: true,
    from,
    to,
    value: 500_000_000n,
    decimals: 6,
    signer: from,
    blockNumber: BigInt(at),
    logIndex: 0,
    timestamp: new Date(1_700_000_000_000 + at * 1_000),
    transactionHash: `0x${at.toString(16).padStart(64, '0')}`,
    ...rest,
  }
}
export const pays = (at: number, to: Address, rest?: Partial<HistoryRecord>) => record(at, sender, to, rest)
export const forges = (at: number, to: Address, rest?: Partial<HistoryRecord>) =>
  record(at, sender, to, { value: 0n, signer: planter, ...rest })
export const counterfeit = (at: number, to: Address, rest?: Partial<HistoryRecord>) =>
  record(at, sender, to, { token: fake, canonical: false, signer: planter, ...rest })
export const dust = (at: number, from: Address, value = 5_000n) => record(at, from, sender, { value })
/** Payees that resemble no other address, to fill a history. */
export const crowd = (size: number) =>
  Array.from({ length: size }, (_, i) => pays(1_000 + i, `0x${(0x100000 + i * 37).toString(16)}${'5'.repeat(34)}`))

type Given = Omit<Partial<RiskInput>, 'history'> & { settled?: SettledRecipient[]; complete?: boolean }
export const report = (target: Address, records: HistoryRecord[], given: Given = {}) => {
  const { settled, complete = true, ...input } = given
  const activity = { transactionCount: 3, firstSeenAt: new Date('2024-05-03') }
  return evaluateRisk({ sender, target, activity, ...input, history: { sender, records, complete, settled } }, now)
}
export const level = (...given: Parameters<typeof report>) => report(...given).level
