import { VERSION } from '@holdfast/sdk/errors'
import { createServiceClient } from '@holdfast/sdk/service'
import type { Address } from 'viem'
import type { Config } from '../config/Config.js'
import { createAdminServer } from '../http/createAdminServer.js'
import { createKeeper } from '../keeper/createKeeper.js'
import type { Keeper } from '../keeper/Keeper.js'
import { createRetention } from '../retention/createRetention.js'
import { openStore } from '../store/openStore.js'
import { createLog } from '../telemetry/createLog.js'
import { createMetrics } from '../telemetry/createMetrics.js'
import type { Log } from '../telemetry/Telemetry.js'
import { connectChains } from './internal/connectChains.js'
import { openKeys } from './openKeys.js'
import { readinessProbes } from './readinessProbes.js'

/**
 * Opens a keeper in a process of its own, with its own key and its own store. It has no co-signer key: a service
 * co-signs its pulls. A keeper that keeps running has a listener for its operator, and no other.
 *
 * A store directory has one owner, so a keeper cannot share that of a service; it can share a database server, and then
 * pulls from the boxes whose bindings are stored there.
 *
 * @param config - As `parseConfig` reads it with `--keeper-only`.
 * @returns A keeper that is not running yet: `runOnce()` runs one round, `start()` keeps running.
 * @throws `KeeperKeyError`, `BootError`, `KeySettingsError`, `ChainSettingsError`: a retry cannot help;
 *   `ChainUnreachableError`, `StoreUnavailableError`, `StoreLockedError`, `ServiceUnavailableError`: it can.
 * @example
 * const keeper = await startKeeper(parseConfig(process.env, ['--keeper-only']))
 * await keeper.runOnce()
 * await keeper.stop()
 */
export async function startKeeper(config: Config, options: startKeeper.Options = {}): Promise<startKeeper.ReturnType> {
  const { dailyLimit, pullLimit, boxes, refill } = config.keeping
  const {
    serviceUrl = config.keeping.serviceUrl,
    cosignerAddress,
    commit = 'unknown',
    now = Date.now,
    log = createLog({ level: config.logLevel, now }),
    ...rest
  } = options
  const metrics = createMetrics({ version: VERSION, commit })
  const service = serviceUrl === undefined ? undefined : createServiceClient({ baseUrl: serviceUrl })
  const keys = await openKeys({ keeper: config.keeper, relayer: undefined, cosigner: undefined })
  const store = await openStore({ store: config.store, log })
  const stopping = new AbortController()
  try {
    const chains = await connectChains(config, { log, metrics })
    const cosigner =
      rest.cosigner ?? service?.coSigner({ address: cosignerAddress ?? (await service.cosignerAddress()) })
    const parts = { store, chains, keys, config, log, metrics, now, stopping: stopping.signal }
    const keeper = createKeeper(parts, { dailyLimit, pullLimit, boxes, refill, ...rest, cosigner })
    const retention = createRetention(parts)
    const probes = readinessProbes({ ...parts, isDraining: () => ended !== undefined })
    const admin = config.mode === 'keeper' ? createAdminServer(parts, [], probes) : undefined
    await admin?.listen()
    let ended: Promise<void> | undefined
    const end = async () => {
      await Promise.all([keeper.stop(), retention.stop()])
      await admin?.close()
      await store.close()
    }
    return {
      ...keeper,
      adminUrl: admin?.url,
      pulls: cosigner !== undefined,
      start() {
        keeper.start()
        retention.start()
      },
      stop() {
        ended ??= end()
        return ended
      },
    }
  } catch (error) {
    await store.close()
    throw error
  }
}

export declare namespace startKeeper {
  type Options = createKeeper.Options & {
    /**
     * URL of the service that co-signs.
     * @default that of the settings; without one nothing is pulled
     */
    serviceUrl?: string | undefined
    /**
     * Address of its co-signer.
     * @default what the service reports
     */
    cosignerAddress?: Address | undefined
    /** Commit of the build, for the metrics. */
    commit?: string | undefined
    /** Unix milliseconds.
     * @default Date.now */
    now?: (() => number) | undefined
    /** @default JSON lines on standard output */
    log?: Log | undefined
  }

  type ReturnType = Keeper & {
    /** URL of the operator's listener; `undefined` for a keeper that runs a single round. */
    adminUrl: string | undefined
    /** Whether a service co-signs its pulls; without one it only returns transfers. */
    pulls: boolean
  }
}
