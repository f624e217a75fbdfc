import {
  type Advice,
  CallRefusedError,
  HubRefusedError,
  RiskBlockedError,
  type RiskReport,
  ServiceError,
} from '@holdfast/sdk/errors'
import { CommandFailure } from '../failure/CommandFailure.js'
import type { ExitName } from '../failure/exitCodes.js'
import { exitOfReport } from '../failure/exitOfReport.js'
import { hideSecrets, SECRET_ADVICE } from '../input/secretsIn.js'
import { oneLine, printable } from '../io/writeText.js'
import { knownBy, type Pending } from '../journal/Journal.js'
import { wordAdvice } from './wordAdvice.js'

/** An error as the JSON document and the terminal show it. It contains no secret. */
export type Failure = {
  exit: ExitName
  code: string
  message: string
  /** Facts, then what to do, a line each. */
  facts: readonly string[]
  /** The firewall's report, where it stopped the payment. */
  report?: RiskReport
  /** The argument of `holdfast resume`, where a transaction is under way. */
  resume?: string
}

/** Describes any thrown value in terms that a person and a script can act on. */
export function describeFailure(
  error: unknown,
  signal: AbortSignal,
  { left = [], again = '', secrets = [] }: FailureContext = {},
): Failure {
  const failure = cleaned(describe(error, signal), secrets)
  const [pending] = left
  if (pending === undefined) return failure
  return {
    ...failure,
    // The state of the money matters more than the error.
    exit: failure.exit === 'interrupted' ? 'interrupted' : 'unsettled',
    facts: [
      ...failure.facts,
      ...left.flatMap((one) => [`Under way: ${knownBy(one)}`, `Go on with: holdfast resume ${one.id}${again}`]),
    ],
    resume: pending.id,
  }
}

type FailureContext = {
  /** Operations that this run began and whose outcome is not known. */
  left?: readonly Pending[] | undefined
  /** Options that were typed and that `resume` needs as well, as text to be typed after it. */
  again?: string
  /** Keys and codes that were typed; no line repeats them. */
  secrets?: readonly string[]
}

/** Any line may contain text of a node, a service or a file: each is kept to one line, and secrets are removed. */
function cleaned(failure: Failure, secrets: readonly string[]): Failure {
  const clean = (line: string) => oneLine(hideSecrets(line, secrets))
  const message = clean(failure.message)
  const facts = failure.facts.map(clean)
  const isHidden = [failure.message, ...failure.facts].some((line) => hideSecrets(line, secrets) !== line)
  return { ...failure, message, facts: isHidden ? [...facts, SECRET_ADVICE] : facts }
}

function describe(error: unknown, signal: AbortSignal): Failure {
  if (signal.aborted) return { exit: 'interrupted', code: 'interrupted', message: 'Stopped.', facts: [] }
  if (error instanceof CommandFailure)
    return { exit: error.exit, code: error.code, message: error.message, facts: error.advice }
  if (error instanceof ServiceError) {
    // The reason of these errors is the text of a node, or of the Hub.
    const isQuoted = error instanceof CallRefusedError || error instanceof HubRefusedError
    const said = isQuoted && error.details ? [`Reason: ${printable(withoutCodes(error.details))}`] : []
    const advice = wordAdvice(error.advice)
    return {
      exit: error instanceof RiskBlockedError ? exitOfBlock(error) : exitOf(error),
      code: error.code,
      message: error.shortMessage,
      facts: [...error.metaMessages, ...said, ...(advice === undefined ? [] : [advice])],
      ...(error instanceof RiskBlockedError && { report: error.report }),
    }
  }
  // Its message may contain anything, such as an endpoint with its key.
  const name = error instanceof Error ? error.name : typeof error
  return { exit: 'failed', code: 'internal_error', message: `Unexpected error (${name}).`, facts: [] }
}

/** Removes anything that could be a code or a key, since a node may repeat what it was sent. */
function withoutCodes(text: string): string {
  return text.replaceAll(/[0-9a-z]{16,}|([0-9a-z]{4}-){3}[0-9a-z]{4}/gi, '…')
}

function exitOf({ code, effect, advice, settles }: ServiceError): ExitName {
  const exit = exits[code]
  if (exit !== undefined) return exit
  if (noAnswer.has(advice.do)) return 'unavailable'
  if (effect === 'open' && !settles && advice.do !== 'read_reason') return 'unsettled'
  return code.startsWith('invalid_') && advice.do === 'correct_input' ? 'usage' : 'refused'
}

/** The exit of `check` for the same report. A warning that stops a payment counts as a block, because of `--strict`. */
function exitOfBlock({ report }: RiskBlockedError): ExitName {
  const exit = exitOfReport(report)
  return exit === 'unavailable' ? exit : 'blocked'
}

/** The exit of errors that the rules of {@link exitOf} would give another one. */
const exits: Readonly<Record<string, ExitName>> = {
  signature_declined: 'declined',
  link_malformed: 'usage',
  request_malformed: 'usage',
  private_pay_unavailable: 'unavailable',
}

/** Advice of errors that mean that a source gave no usable answer. */
const noAnswer: ReadonlySet<Advice['do']> = new Set(['ask_again', 'check_endpoint', 'continue_from_block'])
