import pino from 'pino'
import { createPseudonyms, createRedactor } from './redact.js'
import type { Log, LogFields } from './Telemetry.js'

/**
 * Creates the log: one JSON object a line. Whatever is written passes a redactor: secrets are taken out by the name of
 * their field and by their form, addresses become names that last a day, URLs become hosts, texts are cut.
 *
 * Lines are collected and written in blocks; warnings and errors are written at once. When nobody reads the output, lines
 * are dropped rather than kept without bound.
 *
 * @param options.write - Where lines go. @default standard output
 * @example
 * const log = createLog({ level: 'info' })
 * log.info('relay broadcast', { requestId, txHash })
 */
export function createLog(options: createLog.Options): createLog.ReturnType {
  const { level, now = Date.now } = options
  const output = options.write === undefined ? standardOutput() : { write: options.write, flush: () => {} }
  const logger = pino(
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
      if (reserved.has(name) || count++ >= MAX_FIELDS) continue
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
  /** `flush` writes what is still waiting; the end of the process does so as well. */
  type ReturnType = Log & { flush: () => void }
}

const MAX_FIELDS = 32

/** Written by the logger itself. */
const reserved = new Set(['time', 'level', 'msg'])

function standardOutput() {
  const destination = pino.destination({ fd: 1, sync: false, minLength: 4096, maxLength: 1 << 20 })
  const flush = () => {
    try {
      destination.flushSync()
    } catch {
      // Not open yet, or a pipe that is full: the lines follow later.
    }
  }
  // A reader that has gone away is no reason to fail.
  destination.on('error', () => {})
  setInterval(() => destination.flush(), 1000).unref()
  process.once('exit', flush)
  return { write: (line: string) => void destination.write(line), flush }
}
