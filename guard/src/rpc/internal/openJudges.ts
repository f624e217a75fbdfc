import type { ReadClient } from '@holdfast/sdk/chain'
import {
  type CheckOptions,
  type IDataProvider,
  type PaymentChain,
  payerProvider,
  readPayerChains,
} from '@holdfast/sdk/risk'
import type { Address } from 'viem'
import type { Grants } from '../../judge/createGrants.js'
import { createJudge, type Judge } from '../../judge/createJudge.js'
import { createHistories, type Histories } from './createHistories.js'

/**
 * Opens the judges of the guard's users. They use the histories of the guard's chain and of the payers' further chains, which
 * are read ahead and kept.
 */
export function openJudges(
  client: ReadClient,
  { chainId, grants, isHosted, limits, now }: JudgesScope,
  { provider, payerChains = [], checkOptions }: JudgesOptions,
): Judges {
  const reading = { waitMs: limits.firstSightMs, freshMs: limits.checkMs / 4, now }
  const source = provider ?? payerProvider([{ chainId, client }])
  const histories = createHistories(source, { ...reading, freshMs: limits.checkMs / 2 })
  const others: Histories[] = []
  const readChains = readPayerChains(
    payerChains,
    (reader) => {
      const kept = createHistories(reader, { ...reading, maxBytes: bytesOfOther })
      others.push(kept)
      return kept.provider
    },
    { waitMs: limits.checkMs / 2 },
  )
  // Opens the readers now, so that `hint` reaches all of them from the first request on.
  readChains(histories.provider, [chainId])
  const all = () => [histories, ...others]

  const awaitOther = async (other: Histories, payer: Address, user: string) => {
    const wait = await other.awaitReady(payer, user)
    return wait && wait.retryAfterMs < limits.otherChainsMs ? wait : undefined
  }
  const checking = { timeoutMs: limits.checkMs, ...checkOptions, payerChains: readChains, client }
  const judging = {
    chains: [{ chainId, client }],
    grants,
    now,
    overrideHint: (code: string) =>
      isHosted ? `Pay anyway: code ${code} on the page of your guard` : `Pay anyway: holdfast guard allow ${code}`,
  }
  const local = createJudge({
    ...judging,
    checkOptions: { ...checking, provider: histories.provider },
    awaitSynced: async (payments, user) => {
      const waits = payments.flatMap(({ payer }) => [
        histories.awaitReady(payer, user),
        ...others.map((other) => awaitOther(other, payer, user)),
      ])
      return (await Promise.all(waits)).find((wait) => wait !== undefined)
    },
  })
  // Money that arrives on another chain is checked there too, through the endpoints of the registry.
  const crossing = createJudge({ ...judging, checkOptions: checking })

  return {
    judgeOf: (isLocal) => (isLocal ? local : crossing),
    hint: (account, user) => {
      for (const each of all()) each.hint(account, user)
    },
    prepare: async (account) => {
      await Promise.all(all().map((each) => each.awaitReady(account, '')))
    },
  }
}

/** Whose payments are judged, and how long that may take. */
export type JudgesScope = {
  chainId: number
  grants: Grants
  /** Whether the guard serves other users than the person who runs it. */
  isHosted: boolean
  limits: { firstSightMs: number; otherChainsMs: number; checkMs: number }
  now: () => number
}

/** Where histories are read, and options of every check. */
export type JudgesOptions = {
  provider?: IDataProvider | undefined
  payerChains?: readonly PaymentChain[] | undefined
  checkOptions?: Omit<CheckOptions, 'provider' | 'payerChains' | 'client' | 'now' | 'amount' | 'signal'> | undefined
}

/** The judges of a guard. */
export type Judges = {
  /** @param isLocal - Whether all the money stays on the guard's chain. */
  judgeOf: (isLocal: boolean) => Judge
  /** Reads the histories of an account ahead, because a request of this user names it. */
  hint: (account: Address, user: string) => void
  /** Waits for the first reading of an account. */
  prepare: (account: Address) => Promise<void>
}

/** Memory for the histories of each further chain. */
const bytesOfOther = 16 * 1024 * 1024
