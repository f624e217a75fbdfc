import { deploymentFor, type ReadClient } from '@holdfast/sdk/chain'
import {
  type CheckOptions,
  type IDataProvider,
  type PaymentChain,
  payerProvider,
  readPayerChains,
} from '@holdfast/sdk/risk'
import type { Address } from 'viem'
import type { Grants } from '../../../judge/createGrants.js'
import { createJudge, type Judge, type JudgeOptions, type SummedPayment } from '../../../judge/createJudge.js'
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
  const keep = (reader: IDataProvider) => createHistories(reader, { ...reading, maxBytes: bytesOfOther })
  // Each once, so that the readers come in their order.
  const further = [...new Map(payerChains.map((one) => [one.chainId, one])).values()].filter(
    (one) => one.chainId !== chainId,
  )
  const others: Histories[] = []
  const readChains = readPayerChains(
    further,
    (reader) => {
      const kept = keep(reader)
      others.push(kept)
      return kept.provider
    },
    { waitMs: limits.checkMs / 2 },
  )
  // Opens the readers now, so that `hint` reaches all of them from the first request on.
  readChains(histories.provider, [chainId])
  const all = () => [histories, ...others]

  /** The chains of payments that leave this one or arrive here; the judge finds what is added. */
  const crossed: PaymentChain[] = []
  /** At most one for each chain of the registry. */
  const keptOf = new Map<number, Histories>()
  const historiesOf = (id: number): readonly Histories[] => {
    if (deploymentFor(id) === undefined) return []
    const known = keptOf.get(id)
    if (known) return [known]
    const index = further.findIndex((one) => one.chainId === id)
    const given = id === chainId ? { chainId, client } : (further[index] ?? { chainId: id })
    const kept =
      (id === chainId ? source.getHistory && histories : keptWhole(others[index], given)) ??
      keep(payerProvider([given]))
    keptOf.set(id, kept)
    crossed.push({ ...given, provider: kept.provider })
    return [kept]
  }

  const awaitOther = async (other: Histories, payer: Address, user: string) => {
    const wait = await other.awaitReady(payer, user)
    return wait && wait.retryAfterMs < limits.otherChainsMs ? wait : undefined
  }
  const waitFor =
    (touched: (payment: SummedPayment) => readonly Histories[]): NonNullable<JudgeOptions['awaitSynced']> =>
    async (payments, user) => {
      const waits = payments.flatMap((payment) => {
        const needed = touched(payment)
        return [
          ...needed.map((one) => one.awaitReady(payment.payer, user)),
          ...others.filter((one) => !needed.includes(one)).map((one) => awaitOther(one, payment.payer, user)),
        ]
      })
      return (await Promise.all(waits)).find((wait) => wait !== undefined)
    }
  const checking = { timeoutMs: limits.checkMs, ...checkOptions, payerChains: readChains, client }
  const judging = {
    grants,
    now,
    overrideHint: (code: string) =>
      isHosted ? `Pay anyway: code ${code} on the page of your guard` : `Pay anyway: holdfast guard allow ${code}`,
  }
  const local = createJudge({
    ...judging,
    chains: [{ chainId, client }],
    checkOptions: { ...checking, provider: histories.provider },
    awaitSynced: waitFor(() => [histories]),
  })
  // Money that arrives on another chain is checked there too.
  const crossing = createJudge({
    ...judging,
    chains: crossed,
    checkOptions: checking,
    awaitSynced: waitFor((payment) => [...new Set([payment.chainId, payment.payeeChainId])].flatMap(historiesOf)),
  })

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

/** A chain that a payment touches is read whole; of a further one without an explorer a node lists no native payments. */
function keptWhole(kept: Histories | undefined, { chainId, provider }: PaymentChain): Histories | undefined {
  return provider || deploymentFor(chainId)?.explorerApi ? kept : undefined
}

/** Memory for the histories of each further chain. */
const bytesOfOther = 16 * 1024 * 1024
