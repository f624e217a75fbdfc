import { VERSION } from '@holdfast/sdk/errors'
import { createPreflightFailures } from '../admission/preflightFailures.js'
import { createRiskSources } from '../chains/createRiskSources.js'
import type { Config } from '../config/Config.js'
import { hideSecrets } from '../config/hideSecrets.js'
import { parseConfig } from '../config/parseConfig.js'
import type { createHttpServer } from '../http/createHttpServer.js'
import { createIndexes } from '../indexes/createIndexes.js'
import type { createKeeper } from '../keeper/createKeeper.js'
import type { Opinion } from '../opinion/Opinion.js'
import type { createRelay } from '../relay/createRelay.js'
import { createRetention } from '../retention/createRetention.js'
import { createRoutes } from '../routes/createRoutes.js'
import type { ServiceParts } from '../ServiceParts.js'
import { createLog } from '../telemetry/createLog.js'
import { createMetrics } from '../telemetry/createMetrics.js'
import { Closers } from './internal/Closers.js'
import { openCosigner } from './internal/openCosigner.js'
import { openKeeper } from './internal/openKeeper.js'
import { openListeners } from './internal/openListeners.js'
import { openOpinion } from './internal/openOpinion.js'
import { openParts } from './internal/openParts.js'
import { openRecords } from './internal/openRecords.js'
import { openRelaying } from './internal/openRelaying.js'

/**
 * Starts the service: opens the store, connects to the chains, opens the keys, checks them, and listens.
 *
 * It accepts requests when this resolves, and is ready when `/readyz` of the admin listener says so: by then the
 * relayed operations of an earlier process are settled, and the indexes have reached the heads of their chains.
 *
 * @param settings - A configuration, or an environment to read one from; secrets are then removed from that of the process.
 * @returns Where it listens, and how to stop it.
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
  const metrics = createMetrics({ version: VERSION, commit: options.commit ?? 'unknown' })
  const stopping = new AbortController()
  const closers = new Closers(log)
  const end = () => {
    stopping.abort()
    return closers.closeAll()
  }
  try {
    const { elapsed } = options
    const parts = await openParts({ config, log, metrics, now, elapsed, stopping: stopping.signal }, closers, options)
    const { store } = parts
    const records = openRecords(parts, closers)
    const retention = createRetention(parts)
    closers.add(() => retention.stop())
    const { admission, relay } = openRelaying(parts, records, closers, options.relay)
    const indexes = await createIndexes(parts, options.indexes)
    closers.add(() => indexes.stop())
    const providerOf = createRiskSources({ chains: parts.chains, metrics }, { cacheBytes: config.firewallCacheBytes })
    const cosigner = await openCosigner(parts, records, { indexes, providerOf }, options)
    const opinion = options.opinion ?? (await openOpinion(parts, closers))
    const keeper = openKeeper(parts, cosigner, closers, options.keeper)
    const failures = createPreflightFailures({ store, limits: config.limits, now })
    const { patienceMs } = options
    const served = { ...parts, indexes, providerOf, admission, failures, relay, opinion, patienceMs }
    const routes = createRoutes(served, cosigner)
    const { server, admin } = await openListeners(parts, { routes, relay, indexes }, closers, options.http)
    keeper?.start()
    retention.start()
    logStart(server.url, parts, opinion !== undefined)

    let ending: Promise<boolean> | undefined
    const stop = async () => {
      const isClean = await server.close()
      await end()
      log.info('the service has stopped', { clean: isClean })
      if ('flush' in log && typeof log.flush === 'function') log.flush()
      return isClean
    }
    return {
      url: server.url,
      adminUrl: admin.url,
      stop() {
        ending ??= stop()
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
    /** Monotonic milliseconds, for ages; for tests. */
    elapsed?: (() => number) | undefined
    /** Commit of the build, for the metrics. */
    commit?: string | undefined
    /** An open store, closed at the end; for tests. @default the store of the settings */
    store?: import('../store/Store.js').Store | undefined
    /** The second opinion. @default the model of the settings; without one, investigations end with the rules */
    opinion?: Pick<Opinion, 'ask'> | undefined
    /**
     * Largest difference between the host's clock and the newest block, in seconds; beyond it the service does not
     * start. @default 60
     */
    maxClockSkewSeconds?: number | undefined
    /** Whether publicly known keys are refused. @default in production */
    refuseWellKnownKeys?: boolean | undefined
    /**
     * How long each step may take that a request waits for: an answer of a chain, the firewall, a step of the
     * co-signer, the facts of an investigation. For tests, whose machine may be busy. @default a limit of a few seconds
     * for each
     */
    patienceMs?: number | undefined
    http?: createHttpServer.Options | undefined
    /** Options of the built-in keeper, if there is a key for one. */
    keeper?: createKeeper.Options | undefined
    relay?: createRelay.Options | undefined
    indexes?: createIndexes.Options | undefined
  }
}

/** A running service. */
export type RunningService = {
  /** Of the public listener, without a trailing slash. */
  url: string
  /** Of the operator's listener. */
  adminUrl: string
  /**
   * Shuts down in order: reports not ready, refuses new requests, finishes those in progress, closes everything.
   *
   * @returns Whether every request in progress was finished.
   */
  stop: () => Promise<boolean>
}

function isConfig(settings: object): settings is Config {
  return 'limits' in settings && typeof settings.limits === 'object'
}

function logStart(url: string, { config, store, chains, keys, log }: ServiceParts, hasModel: boolean): void {
  log.info('the service is listening', {
    url,
    instance: config.instanceId,
    version: VERSION,
    store: store.kind,
    chains: [...chains.keys()].join(','),
    cosigner: keys.cosigner !== undefined,
    relayer: keys.relayer !== undefined,
    keeper: keys.keeper !== undefined,
    model: hasModel,
  })
}
