import {
  CallRefusedError,
  HubRefusedError,
  InsufficientFundsError,
  RiskBlockedError,
  type RiskReport,
  ServiceError,
  ServiceProblemError,
} from '@holdfast/sdk/errors'
import { CommandFailure } from '../failure/CommandFailure.js'
import type { ExitName } from '../failure/exitCodes.js'
import { writeAmount } from '../input/readAmount.js'
import { printable } from '../io/printable.js'
import { knownBy, type Pending } from '../journal/Journal.js'
import { inCommands } from './inCommands.js'

/** An error as the JSON document and the terminal tell it. Holds no secret: no error of the library does. */
export type Failure = {
  exit: ExitName
  code: string
  message: string
  /** Facts and what to do next, a line each. */
  facts: readonly string[]
  /** What the firewall said, where it stopped the payment. */
  report?: RiskReport
  /** What `holdfast resume` takes, where a transaction is under way. */
  resume?: string
}

/**
 * Turns whatever was thrown into what a person and a script can act on.
 *
 * @param left - What this run has begun and not seen the end of.
 * @param again - Options that `resume` needs as well, to be typed behind it.
 */
export function describeFailure(
  error: unknown,
  signal: AbortSignal,
  left: readonly Pending[] = [],
  again: string = '',
): Failure {
  const failure = describe(error, signal)
  const [pending] = left
  if (pending === undefined) return failure
  return {
    ...failure,
    // Whatever went wrong, the money's state is what matters.
    exit: failure.exit === 'interrupted' ? 'interrupted' : 'unsettled',
    facts: [
      ...failure.facts,
      ...left.flatMap((one) => [`Under way: ${knownBy(one)}`, `Go on with: holdfast resume ${one.id}${again}`]),
    ],
    resume: pending.id,
  }
}

function describe(error: unknown, signal: AbortSignal): Failure {
  if (signal.aborted) return { exit: 'interrupted', code: 'interrupted', message: 'Stopped.', facts: [] }
  if (error instanceof CommandFailure)
    return { exit: error.exit, code: error.code, message: error.message, facts: error.advice }
  if (error instanceof ServiceError) {
    const { code } = error
    // The library leaves the reason to the words of a node, or of the Hub.
    const isQuoted = error instanceof CallRefusedError || error instanceof HubRefusedError
    const said = isQuoted && error.details ? [`Reason: ${printable(withoutCodes(error.details))}`] : []
    const advice = ADVICE[code]
    return {
      exit: exitOf(error),
      code,
      message: messageOf(error),
      facts: [...error.metaMessages.map(inCommands), ...said, ...(advice === undefined ? [] : [advice])],
      ...(error instanceof RiskBlockedError && { report: error.report }),
    }
  }
  // Its message may hold anything, an endpoint with its key among it.
  const name = error instanceof Error ? error.name : typeof error
  return { exit: 'failed', code: 'internal_error', message: `Something nobody foresaw happened (${name}).`, facts: [] }
}

/** What settings can mend, by the error's code. */
const ADVICE: Readonly<Record<string, string>> = {
  chain_unavailable: 'holdfast doctor says what answers; --rpc names another endpoint.',
  wrong_network: 'holdfast config show tells where chain and endpoint come from; --rpc has to be of --chain.',
}

function messageOf(error: ServiceError): string {
  if (!(error instanceof InsufficientFundsError)) return error.shortMessage
  const { what, available, needed } = error
  return `The ${what} of ${writeAmount(available)} does not cover ${writeAmount(needed)}.`
}

/** A node may repeat what it was asked: what could be a code or a key goes. */
function withoutCodes(text: string): string {
  return text.replaceAll(/[0-9a-z]{16,}|([0-9a-z]{4}-){3}[0-9a-z]{4}/gi, '…')
}

function exitOf(error: ServiceError): ExitName {
  const { name, code } = error
  if (name === 'RiskBlockedError') return 'blocked'
  if (name === 'SignatureDeclinedError') return 'declined'
  if (UNSETTLED.has(name)) return 'unsettled'
  if (error instanceof ServiceProblemError && error.retryable) return 'unavailable'
  if (name === 'LogsIncompleteError') return 'unavailable'
  if (name.endsWith('UnavailableError') && name !== 'TransferUnavailableError') return 'unavailable'
  // A box says no to a signature that was good when it was made.
  return code.startsWith('invalid_') && name !== 'BoxRefusedError' ? 'usage' : 'refused'
}

const UNSETTLED = new Set([
  'TransactionUnconfirmedError',
  'ClaimOutcomeUnknownError',
  'NotAttestedError',
  'HubOutcomeUnknownError',
  'HubTransferIdLostError',
])
