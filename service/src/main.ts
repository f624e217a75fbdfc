import { writeSync } from 'node:fs'
import { ServiceError } from '@holdfast/sdk/errors'
import { exitCodeOf } from './boot/exitCodeOf.js'
import { startKeeper } from './boot/startKeeper.js'
import { startService } from './boot/startService.js'
import type { Command } from './commands/Command.js'
import { commands } from './commands/commands.js'
import { asksForHelp, helpText } from './commands/help.js'
import type { Config } from './config/Config.js'
import { CONFIG_EXIT_CODE, ConfigError } from './config/ConfigError.js'
import { hideSecrets } from './config/hideSecrets.js'
import { parseConfig } from './config/parseConfig.js'
import { createLog } from './telemetry/createLog.js'
import { nameOf } from './telemetry/nameOf.js'
import { placeOf } from './telemetry/placeOf.js'

async function main(): Promise<void> {
  const argv = process.argv.slice(2)
  if (asksForHelp(argv)) {
    writeSync(1, helpText())
    return
  }
  const [word = '', ...rest] = argv
  const command = commands.get(word)
  if (command) return carryOut(command, rest)

  const config = readConfig()
  hideSecrets(process.env)
  const log = createLog({ level: config.logLevel })
  const leave = (code: number) => {
    log.flush()
    process.exit(code)
  }
  const crash = (what: string) => (error: unknown) => {
    // The next process recovers: operations in progress are in the store.
    log.error(what, { error: nameOf(error), place: placeOf(error) })
    leave(1)
  }
  process.on('uncaughtException', crash('uncaught exception'))
  process.on('unhandledRejection', crash('unhandled rejection'))

  // A signal during the start ends the process at once: nothing is in progress yet.
  let running: Running | undefined
  let isEnding = false
  const end = (signal: string) => {
    if (isEnding || running === undefined) return leave(isEnding ? 1 : 0)
    isEnding = true
    log.info('stopping', { signal })
    running.stop().then((isClean) => leave(isClean ? 0 : 1), crash('stopping failed'))
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
  try {
    running = await (config.mode === 'service' ? serve(config, log) : keep(config, log))
    log.flush()
    if (config.mode === 'keeper-once') leave((await running.finish?.()) ? 0 : 1)
  } catch (error) {
    log.error('the service could not start', { error: nameOf(error), reason: textOf(error) })
    log.flush()
    process.stderr.write(`${textOf(error)}\n`)
    leave(exitCodeOf(error))
  }
}

type Log = ReturnType<typeof createLog>

/** What a signal ends. `finish` waits for work in progress and returns whether all of it was finished. */
type Running = { stop: () => Promise<boolean>; finish?: () => Promise<boolean> }

async function serve(config: Config, log: Log): Promise<Running> {
  const service = await startService(config, { log, commit: process.env.COMMIT || undefined })
  log.info('the operator listener is open', { url: service.adminUrl })
  return service
}

async function keep(config: Config, log: Log): Promise<Running> {
  const keeper = await startKeeper(config, { log, commit: process.env.COMMIT || undefined })
  if (config.mode === 'keeper') keeper.start()
  if (keeper.adminUrl !== undefined) log.info('the operator listener is open', { url: keeper.adminUrl })
  log.info('the keeper is running', { chains: config.chains.map(({ id }) => id).join(','), pulls: keeper.pulls })
  const stop = () => keeper.stop().then(() => true)
  return {
    stop,
    async finish() {
      const reports = await keeper.runOnce()
      for (const { chainId, isHolder, returned, pulled, trouble } of reports) {
        const done = { returned: returned.length, pulled: pulled.length }
        log.info('the keeper has finished a round', { chain: chainId, isHolder, ...done, trouble })
      }
      await stop()
      return reports.every(({ trouble }) => trouble === undefined)
    },
  }
}

async function carryOut(command: Command, argv: readonly string[]): Promise<void> {
  try {
    const { ok, report } = await command(process.env, argv)
    writeSync(1, `${JSON.stringify(report, null, 2)}\n`)
    process.exitCode = ok ? 0 : 1
  } catch (error) {
    process.stderr.write(`${error instanceof ConfigError ? complaintOf(error) : textOf(error)}\n`)
    process.exitCode = exitCodeOf(error)
  }
}

function readConfig() {
  try {
    return parseConfig(process.env, process.argv.slice(2))
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${complaintOf(error)}\n`)
    process.exit(CONFIG_EXIT_CODE)
  }
}

const complaintOf = ({ message }: ConfigError) => `The settings are invalid:\n${message}`

/** Our errors contain no secret; of any other error only the class is shown. */
function textOf(error: unknown): string {
  return error instanceof ServiceError ? `${error.name}: ${error.shortMessage}` : nameOf(error)
}

// Last, so that everything above is defined.
await main()
