import { DataUnavailableError } from '../../errors/risk.js'

/** Names what was being read in the error of whatever stopped it; the caller's own giving up stays as it is. */
export async function attempt<answer>(
  attempted: string,
  signal: AbortSignal | undefined,
  read: () => Promise<answer>,
): Promise<answer> {
  try {
    return await read()
  } catch (error) {
    signal?.throwIfAborted()
    throw new DataUnavailableError(attempted, error)
  }
}
