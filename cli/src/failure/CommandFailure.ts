import type { ExitName } from './exitCodes.js'

/** A command cannot continue, for a reason of the command line itself. Errors of the library stay as they are. */
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

/** The command line cannot be used as typed. */
export function usageFailure(code: string, message: string, advice: readonly string[] = []): CommandFailure {
  return new CommandFailure('usage', code, message, advice)
}

/** Whether the system refused with this code, for example `ENOENT`. */
export function hasErrorCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
