import type { ExitName } from './exitCodes.js'

/** A command cannot go on, for a reason of the command line itself. What the library says stays the library's error. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure'
  /** Stable lower-snake literal. */
  readonly code: string
  readonly exit: ExitName
  /** What to do about it, a line each. */
  readonly advice: readonly string[]

  constructor(exit: ExitName, code: string, message: string, advice: readonly string[] = []) {
    super(message)
    this.exit = exit
    this.code = code
    this.advice = advice
  }
}

/** The words typed cannot be meant so. */
export function usageFailure(code: string, message: string, advice: readonly string[] = []): CommandFailure {
  return new CommandFailure('usage', code, message, advice)
}
