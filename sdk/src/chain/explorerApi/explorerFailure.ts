import { DataUnavailableError } from '../../errors/risk.js'

/** Names what was being read in the error of whatever stopped it, once. */
export function explorerFailure(attempted: string, error: unknown): DataUnavailableError {
  return error instanceof DataUnavailableError ? error : new DataUnavailableError(attempted, error)
}
