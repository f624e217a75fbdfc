import { createAdmission } from '../admission/createAdmission.js'
import { createPreflightFailures } from '../admission/preflightFailures.js'
import { readUnits } from '../admission/readUnits.js'
import type { Audit } from '../audit/Audit.js'
import { createAudit } from '../audit/createAudit.js'
import { createTally, type Tally } from '../audit/createTally.js'
import { type Refusal, tallied } from '../audit/Refusal.js'
import { connectChain } from '../chains/connectChain.js'
import { createRiskSources, type RiskSources } from '../chains/createRiskSources.js'
import type { ServedChain } from '../chains/ServedChain.js'
import type { Config } from '../config/Config.js'
import { hideSecrets } from '../config/hideSecrets.js'
import { parseConfig } from '../config/parseConfig.js'
import { SERVICE_VERSION } from '../config/version.js'
import { createCosigner } from '../cosign/createCosigner.js'
import { createFirewall } from '../cosign/createFirewall.js'
import type { Announcements } from '../cosign/Firewall.js'
import { createAdminServer } from '../http/createAdminServer.js'
import { createHttpServer } from '../http/createHttpServer.js'
import { createIndexes, type Indexes } from '../indexes/createIndexes.js'
import { createKeeper } from '../keeper/createKeeper.js'
import { cosignerInProcess } from '../keeper/KeeperCosigner.js'
import type { Opinion } from '../opinion/Opinion.js'
import type { ServiceParts } from '../parts/ServiceParts.js'
import { countOfOtherKeys } from '../relay/countOfOtherKeys.js'
import { createRelay } from '../relay/createRelay.js'
import type { Relay } from '../relay/Relay.js'
import { readBacklog } from '../relay/readBacklog.js'
import { settlementEvent } from '../relay/settlementEvent.js'
import { createRetention } from '../retention/createRetention.js'
import { createRoutes } from '../routes/createRoutes.js'
import { openStore } from '../store/openStore.js'
import { createLog } from '../telemetry/createLog.js'
import { createMetrics } from '../telemetry/createMetrics.js'
import { nameOf } from '../telemetry/nameOf.js'
import { checkBoot } from './checkBoot.js'
import { openKeys } from './openKeys.js'
import { readinessProbes } from './readinessProbes.js'

/**
 * Starts the service: opens the store, connects to the chains, opens the keys, refuses what cannot work, and listens.
 *
 * It takes requests when this resolves, and is ready when the admin listener's `/readyz` says so: relayed work of an earlier
 * process has been settled then, and the indexes have come to the heads of their chains.
 *
 * @param settings - A configuration, or an environment to read one from; the process's own then holds no secret any more.
 * @returns Where it listens, and how it is ended.
 * @throws `ConfigError`, `BootError`, `KeySettingsError`, `ChainSettingsError`: a retry cannot help;
 *   `ChainUnreachableError`, `StoreUnavailableError`, `StoreLockedError`: it can.
 * @example
 * const service = await startService(process.env)
 * console.log(service.url)
 * await service.stop()
 */
export async function startService(
  settings: Config | Readonly<Record<string, string | undefined>>,
  options: startService.Options = {},
): Promise<RunningService> {
  const config = isConfig(settings) ? settings : parseConfig(settings)
  if (settings === process.env) hideSecrets(process.env)
  const now = options.now ?? Date.now
  const log = options.log ?? createLog({ level: config.logLevel, now })
  const metrics = createMetrics({ version: SERVICE_VERSION, commit: options.commit ?? 'unknown' })
  const stopping = new AbortController()
  /** What has to be ended, the last first. */
  const ends: (() => Promise<unknown> | unknown)[] = []
  const end = async () => {
    stopping.abort()
    for (const close of ends.splice(0).reverse())
      await Promise.resolve()
        .then(close)
        .catch((error: unknown) => log.warn('something did not end well', { error: nameOf(error) }))
  }
  try {
    const store = await openStore({ store: config.store, log })
    ends.push(() => store.close())
    const chains = await connectAll(config, { now, log, metrics })
    const keys = await openKeys(config, options)
    await checkBoot({ config, store, chains, now, log }, options)
    const foreign = await countOfOtherKeys(store, keys.relayer?.address)
    if (foreign > 0)
      log.warn('open operations are of another relayer key: nobody carries them on', { operations: foreign })
    const parts: ServiceParts = { config, store, chains, keys, log, metrics, now, stopping: stopping.signal }

    const audit = createAudit(parts)
    const tally = createTally({ ...parts, audit })
    ends.push(() => tally.stop())
    const onRefused = (refusal: Refusal) => tally.note(tallied(refusal))
    const retention = createRetention(parts)
    ends.push(() => retention.stop())

    let relay: Relay | undefined
    const admission = createAdmission({
      store,
      limits: config.limits,
      money: config.money,
      now,
      log,
      relayerBalance: (chainId) => relay?.balance(chainId),
      record: { audit, eventOf: settlementEvent },
      onRefused,
    })
    if (keys.relayer) {
      const ownAddresses = [keys.cosigner, keys.keeper].flatMap((key) => (key ? [key.address] : []))
      relay = createRelay({
        store,
        admission,
        chains,
        signer: keys.relayer,
        ownAddresses,
        money: config.money,
        sponsor: config.sponsor,
        instanceId: config.instanceId,
        onRefused,
        log,
        metrics,
        now,
        ...options.relay,
      })
      ends.push(() => relay?.stop())
    }
    const indexes = await createIndexes({
      store,
      chains,
      instanceId: config.instanceId,
      log,
      metrics,
      now,
      ...options.indexes,
    })
    ends.push(() => indexes.stop())
    const providerOf = createRiskSources({ metrics })
    const cosigner = keys.cosigner && (await openCosigner(parts, { audit, tally, indexes, providerOf }))

    const opinion: (Partial<Pick<Opinion, 'close'>> & Pick<Opinion, 'ask'>) | undefined =
      options.opinion ?? (await openOpinion(parts))
    ends.push(() => opinion?.close?.())

    const keeper =
      keys.keeper &&
      createKeeper(parts, {
        dailyLimit: config.keeping.dailyLimit,
        boxes: config.keeping.boxes,
        refill: config.keeping.refill,
        cosigner: cosigner && cosignerInProcess(cosigner),
        ...options.keeper,
      })
    ends.push(() => keeper?.stop())

    const routes = createRoutes(
      {
        config,
        store,
        chains,
        indexes,
        providerOf,
        admission,
        failures: createPreflightFailures({ store, limits: config.limits, now }),
        relay,
        keys,
        opinion,
        now,
      },
      cosigner,
    )
    const server = createHttpServer({ config, log, metrics, now }, routes, options.http)
    const probes = readinessProbes({ ...parts, relay, indexes, isDraining: () => server.isDraining })
    const admin = createAdminServer({ config, log, metrics, now }, routes, probes)
    await admin.listen()
    ends.push(() => admin.close())
    ends.push(measureStore(parts))
    await server.listen()
    keeper?.start()
    retention.start()
    log.info('the service listens', {
      url: server.url,
      instance: config.instanceId,
      version: SERVICE_VERSION,
      store: store.kind,
      chains: [...chains.keys()].join(','),
      cosigner: keys.cosigner !== undefined,
      relayer: keys.relayer !== undefined,
      keeper: keys.keeper !== undefined,
      model: opinion !== undefined,
    })

    let ending: Promise<boolean> | undefined
    return {
      url: server.url,
      adminUrl: admin.url,
      stop() {
        ending ??= (async () => {
          const isClean = await server.close()
          await end()
          log.info('the service has ended', { clean: isClean })
          if ('flush' in log && typeof log.flush === 'function') log.flush()
          return isClean
        })()
        return ending
      },
    }
  } catch (error) {
    await end()
    throw error
  }
}

export declare namespace startService {
  type Options = {
    /** @default JSON lines on standard output */
    log?: import('../telemetry/Telemetry.js').Log | createLog.ReturnType | undefined
    /** Unix milliseconds. @default Date.now */
    now?: (() => number) | undefined
    /** Of the build, for the metrics. */
    commit?: string | undefined
    /** The second opinion. @default the model of the settings; without one, investigations end with the rules */
    opinion?: Pick<Opinion, 'ask'> | undefined
    /** Of the host's clock and the newest block, in seconds; beyond it the service does not start. @default 60 */
    maxClockSkewSeconds?: number | undefined
    /** Whether keys that everybody knows are refused. @default in production */
    refuseWellKnownKeys?: boolean | undefined
    http?: createHttpServer.Options | undefined
    /** Of the keeper that runs inside, where there is a key for one. */
    keeper?: createKeeper.Options | undefined
    relay?: Partial<Pick<createRelay.Options, 'timing' | 'onStep'>> | undefined
    indexes?: Partial<Pick<createIndexes.Options, 'timing' | 'onStep' | 'cacheBytes'>> | undefined
  }
}

/** A service that runs. */
export type RunningService = {
  /** Of the public listener, without a slash at the end. */
  url: string
  /** Of the operator's listener. */
  adminUrl: string
  /**
   * Ends in order: no longer ready, refuses, finishes what is under way, closes everything.
   *
   * @returns Whether everything that was under way could be finished.
   */
  stop: () => Promise<boolean>
}

function isConfig(settings: object): settings is Config {
  return 'limits' in settings && typeof settings.limits === 'object'
}

async function connectAll(
  { chains }: Config,
  options: Pick<ServiceParts, 'now' | 'log' | 'metrics'>,
): Promise<ReadonlyMap<number, ServedChain>> {
  const connected = await Promise.all(chains.map((chain) => connectChain(chain, options)))
  return new Map(connected.map((chain) => [chain.id, chain]))
}

function openCosigner(
  parts: ServiceParts,
  { audit, tally, indexes, providerOf }: { audit: Audit; tally: Tally; indexes: Indexes; providerOf: RiskSources },
) {
  const verifiedRecipients = (chainId: number) => indexes.recipients(chainId)
  const announcements: Announcements = {
    async namesOwner(chainId, address) {
      const index = indexes.announcements(chainId)
      // Read before the rows: rows that arrive meanwhile only add to what it promises.
      const { complete } = index.status()
      return { complete, namesOwner: await index.isAnnounced(address) }
    },
  }
  const firewall = createFirewall({ chains: parts.chains, providerOf, verifiedRecipients })
  return createCosigner({ ...parts, audit, tally, firewall, announcements }, { quorum: parts.config.policyQuorum })
}

/** The library behind it is large, and loaded by those who use it. */
async function openOpinion(parts: ServiceParts): Promise<Opinion | undefined> {
  const settings = parts.config.model
  if (settings === undefined) return undefined
  const { createOpinion } = await import('../opinion/createOpinion.js')
  return createOpinion(parts, settings)
}

/** What the whole store holds, for the operator: callers are not told. */
function measureStore({ store, chains, metrics, now }: ServiceParts): () => void {
  const measure = async () => {
    for (const { chain, queued, oldestSeconds } of await readBacklog(store, [...chains.keys()], now())) {
      metrics.gauge('relay_queued_operations', queued, { chain: String(chain) })
      metrics.gauge('relay_oldest_operation_seconds', oldestSeconds, { chain: String(chain) })
    }
    const { used, held } = await readUnits(store, 'everybody', now())
    metrics.gauge('quota_units_used', used, { scope: 'global' })
    metrics.gauge('quota_units_held', held, { scope: 'global' })
  }
  const timer = setInterval(() => void measure().catch(() => {}), 5_000)
  void measure().catch(() => {})
  timer.unref()
  return () => clearInterval(timer)
}
