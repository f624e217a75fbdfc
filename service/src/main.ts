#!/usr/bin/env node
import { ServiceError } from '@holdfast/sdk/errors'
import { CONFIG_EXIT_CODE, ConfigError } from './config/ConfigError.js'
import { hideSecrets } from './config/hideSecrets.js'
import { parseConfig } from './config/parseConfig.js'
import { startService } from './startService.js'
import { createLog } from './telemetry/createLog.js'

async function main(): Promise<void> {
  const config = readConfig()
  hideSecrets(process.env)
  const log = createLog({ level: config.logLevel })
  const leave = (code: number) => {
    log.flush()
    process.exit(code)
  }
  const crash = (what: string) => (error: unknown) => {
    // Recovery is made for this: what was begun is in the store.
    log.error(what, { error: nameOf(error), place: placeOf(error) })
    leave(1)
  }
  process.on('uncaughtException', crash('uncaught exception'))
  process.on('unhandledRejection', crash('unhandled rejection'))

  // A signal during the start ends the process at once: nothing is under way yet.
  let service: Awaited<ReturnType<typeof startService>> | undefined
  let isEnding = false
  const end = (signal: string) => {
    if (isEnding || service === undefined) return leave(isEnding ? 1 : 0)
    isEnding = true
    log.info('ending', { signal })
    service.stop().then((isClean) => leave(isClean ? 0 : 1), crash('the end failed'))
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
  try {
    service = await startService(config, { log, ...(process.env.COMMIT && { commit: process.env.COMMIT }) })
    log.info('the operator listens', { url: service.adminUrl })
    log.flush()
  } catch (error) {
    // Our errors name no secret; whatever else it is, only its class is told.
    const text = error instanceof ServiceError ? `${error.name}: ${error.shortMessage}` : nameOf(error)
    log.error('the service does not start', { error: nameOf(error), reason: text })
    log.flush()
    process.stderr.write(`${text}\n`)
    leave(FINAL.has(nameOf(error)) ? CONFIG_EXIT_CODE : 1)
  }
}

function readConfig() {
  try {
    return parseConfig(process.env, process.argv.slice(2))
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`The settings cannot work:\n${error.message}\n`)
    process.exit(CONFIG_EXIT_CODE)
  }
}

/** Errors that starting again does not mend. */
const FINAL = new Set([
  'BootError',
  'ChainSettingsError',
  'KeeperKeyError',
  'KeySettingsError',
  'SealingKeyError',
  'StartBlockError',
  'StoreTooNewError',
])

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error
}

/** The innermost file and line of ours, without a path. */
function placeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || typeof error.stack !== 'string') return undefined
  return /\/([\w.-]{1,60}\.[cm]?[jt]s:[0-9]+)/.exec(error.stack)?.[1]
}

// Last, so that everything above is there.
await main()
