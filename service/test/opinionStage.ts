import { type ModelServer, startModel } from '@holdfast/devnet'
import type { Dossier, RiskReport } from '@holdfast/sdk/risk'
import { onTestFinished } from 'vitest'
import type { ModelSettings } from '../src/config/Config.js'
import { createOpinion } from '../src/opinion/createOpinion.js'
import type { Opinion, OpinionRequest } from '../src/opinion/Opinion.js'
import type { ServiceParts } from '../src/ServiceParts.js'
import type { Store } from '../src/store/Store.js'
import { createMetrics } from '../src/telemetry/createMetrics.js'
import type { Log } from '../src/telemetry/Telemetry.js'
import { NOON } from './admission.js'

export const KEY = 'test-model-key-7f3a91'

/** A fake model server, and an opinion that asks it. See {@link closeOpinions}. */
export async function openOpinion(store: Store, options: openOpinion.Options = {}): Promise<OpinionStage> {
  const model = options.model ?? (await startModel())
  if (!options.model) onTestFinished(() => model.close())
  const clock = { now: NOON }
  const lines: string[] = []
  const write = (message: string, fields?: unknown) => void lines.push(`${message} ${JSON.stringify(fields ?? {})}`)
  const log: Log = { debug: write, info: write, warn: write, error: write, child: () => log }
  const metrics = createMetrics({ version: '0.2.0', commit: 'unknown' })
  const stopping = new AbortController()
  const parts = { store, log, metrics, now: () => clock.now, elapsed: () => clock.now, stopping: stopping.signal }
  const settings: ModelSettings = {
    provider: 'anthropic',
    apiKey: KEY,
    baseUrl: model.url,
    model: 'claude-haiku-4-5',
    price: { input: 1, output: 5 },
    maxCallsPerDay: 1000,
    maxCostMicroUsdPerDay: 1_000_000_000,
    ...options.settings,
  }
  const opinion = createOpinion(parts, settings, options.opinion)
  opened.push(opinion)
  return { opinion, model, clock, lines, parts, stopping, settings }
}

/** Closes what tests have opened. Declare it below the stores, so that it runs before they close. */
export async function closeOpinions(): Promise<void> {
  await Promise.all(opened.splice(0).map((opinion) => opinion.close()))
}

const opened: Opinion[] = []

export declare namespace openOpinion {
  type Options = {
    settings?: Partial<ModelSettings>
    opinion?: Partial<createOpinion.Options>
    model?: ModelServer
  }
}

export type OpinionStage = {
  opinion: Opinion
  model: ModelServer
  clock: { now: number }
  /** All log lines. */
  lines: string[]
  parts: Pick<ServiceParts, 'store' | 'log' | 'metrics' | 'now' | 'elapsed' | 'stopping'>
  stopping: AbortController
  settings: ModelSettings
}

export const SENDER = '0x1111111111111111111111111111111111111111'
export const TARGET = '0x52908400098527886E0F7030069857D2E4169EE7'
export const ORIGINAL = '0x5290AaaaAaAaaAaAAaaAaaaAaaAaaAaAAaAA9ee7'

/** A payment about which everything is known and nothing is wrong; each number is another payment. */
export function payment(changes: PaymentChanges = {}): OpinionRequest {
  const { report, dossier, number = 0, ...rest } = changes
  const target = number === 0 ? TARGET : (`0x${number.toString(16).padStart(40, '0')}` as const)
  return {
    chainId: 5042002,
    sender: SENDER,
    target,
    report: {
      sender: SENDER,
      target,
      level: 'safe',
      reasons: [],
      complete: true,
      checkedAt: new Date(NOON),
      ...report,
    },
    dossier:
      dossier === null
        ? null
        : {
            target,
            chainId: 5042002,
            isContract: false,
            isDelegated: false,
            transactionCount: 212,
            firstSeenAt: new Date(NOON - 400 * 86_400_000),
            usdcBalance: 12_500_000n,
            nearMisses: [],
            missing: [],
            ...dossier,
          },
    ...rest,
  }
}

export type PaymentChanges = Partial<Omit<OpinionRequest, 'report' | 'dossier'>> & {
  report?: Partial<RiskReport>
  dossier?: Partial<Dossier> | null
  number?: number
}

/** A payment to an imitation. */
export const poisoned = (number?: number): OpinionRequest =>
  payment({
    ...(number !== undefined && { number }),
    report: {
      level: 'block',
      reasons: [
        {
          code: 'LOOKALIKE_ADDRESS',
          severity: 'block',
          message: 'Looks like a payee.',
          lookalikeOf: ORIGINAL,
          matched: { prefix: 4, suffix: 4 },
        },
      ],
    },
  })

/** Every row that the model has left in the store, as text. */
export async function readEverything(store: Store): Promise<string> {
  const calls = await store.db.selectFrom('model_calls').selectAll().execute()
  const quotas = await store.db.selectFrom('quotas').selectAll().execute()
  return JSON.stringify([calls, quotas])
}

/** The used amounts of the day. */
export async function readUsed(store: Store): Promise<Record<string, number>> {
  const rows = await store.db.selectFrom('quotas').selectAll().orderBy('scope').execute()
  return Object.fromEntries(rows.map(({ scope, used, held }) => [scope, used + held]))
}

/** A promise that is settled from outside. */
export function deferred<value>(): { promise: Promise<value>; resolve: (value: value) => void } {
  let resolve: (value: value) => void = () => {}
  const promise = new Promise<value>((given) => {
    resolve = given
  })
  return { promise, resolve }
}
