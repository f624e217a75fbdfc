import { ServiceError } from '@holdfast/sdk/errors'
import type { ExitName } from '../command/Command.js'
import { CommandFailure } from './CommandFailure.js'

/** An error as the JSON document and the terminal tell it. Holds no secret: no error of the library does. */
export type Failure = {
  exit: ExitName
  code: string
  message: string
  /** Facts and what to do next, a line each. */
  facts: readonly string[]
}

/** Turns whatever was thrown into what a person and a script can act on. */
export function describeFailure(error: unknown, signal: AbortSignal): Failure {
  if (signal.aborted) return { exit: 'interrupted', code: 'interrupted', message: 'Stopped.', facts: [] }
  if (error instanceof CommandFailure)
    return { exit: error.exit, code: error.code, message: error.message, facts: error.advice }
  if (error instanceof ServiceError)
    return { exit: exitOf(error), code: error.code, message: error.shortMessage, facts: error.metaMessages }
  // Its message may hold anything, an endpoint with its key among it.
  const name = error instanceof Error ? error.name : typeof error
  return { exit: 'failed', code: 'internal_error', message: `Something nobody foresaw happened (${name}).`, facts: [] }
}

function exitOf({ name, code }: ServiceError): ExitName {
  if (name === 'RiskBlockedError') return 'blocked'
  if (name === 'SignatureDeclinedError') return 'declined'
  if (UNSETTLED.has(name)) return 'unsettled'
  if (name.endsWith('UnavailableError') && name !== 'TransferUnavailableError') return 'unavailable'
  return code.startsWith('invalid_') ? 'usage' : 'refused'
}

const UNSETTLED = new Set(['TransactionUnconfirmedError', 'ClaimOutcomeUnknownError'])
