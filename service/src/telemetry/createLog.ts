import pino, { type Logger } from 'pino'
import { standardOutput } from './internal/standardOutput.js'
import { createPseudonyms, createRedactor } from './redact.js'
import type { Log, LogFields } from './Telemetry.js'

/**
 * Creates the log: one JSON object per line. All values pass a redactor: secrets are removed by the name of their field
 * and by their form, addresses become pseudonyms that last a day, URLs become hosts, texts are cut.
 *
 * Lines are collected and written in blocks; warnings and errors are written at once. When the output is not read,
 * lines are dropped: the log neither buffers without bound nor blocks.
 *
 * @param options.write - Destination of lines. @default standard output
 * @example
 * const log = createLog({ level: 'info' })
 * log.info('relay broadcast', { requestId, txHash })
 */
export function createLog(options: createLog.Options): createLog.ReturnType {
  const { level, now = Date.now } = options
  const output =
    options.write === undefined
      ? standardOutput((count) => logger.warn({ count }, 'lines of the log were dropped'))
      : { write: options.write, flush: () => {} }
  const logger: Logger = pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date(now()).toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
    },
    output,
  )
  const redactor = createRedactor(createPseudonyms(now))

  const cleaned = (fields: LogFields): Record<string, unknown> => {
    const clean: Record<string, unknown> = {}
    let count = 0
    for (const name of Object.keys(fields)) {
      if (reserved.has(name) || count++ >= maxFields) continue
      const value = redactor.field(name, fields[name])
      if (value !== undefined) clean[redactor.text(name)] = value
    }
    return clean
  }

  const logOf = (bound: Record<string, unknown>): Log => {
    const write = (severity: 'debug' | 'info' | 'warn' | 'error') => (message: string, fields?: LogFields) => {
      if (!logger.isLevelEnabled(severity)) return
      logger[severity]({ ...bound, ...(fields === undefined ? {} : cleaned(fields)) }, redactor.text(message))
      if (severity === 'error' || severity === 'warn') output.flush()
    }
    return {
      debug: write('debug'),
      info: write('info'),
      warn: write('warn'),
      error: write('error'),
      child: (fields) => logOf({ ...bound, ...cleaned(fields) }),
    }
  }
  return { ...logOf({}), flush: output.flush }
}

export declare namespace createLog {
  type Options = {
    level: 'debug' | 'info' | 'warn' | 'error' | 'silent'
    write?: ((line: string) => void) | undefined
    now?: (() => number) | undefined
  }
  /** `flush` writes buffered lines as far as possible; so does the end of the process. */
  type ReturnType = Log & { flush: () => void }
}

const maxFields = 32

/** Written by the logger itself. */
const reserved = new Set(['time', 'level', 'msg'])
