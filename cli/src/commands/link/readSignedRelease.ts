import type { SignedRelease } from '@holdfast/sdk/transfer'
import { isHex } from 'viem'
import { usageFailure } from '../../failure/CommandFailure.js'
import { readTextFile } from '../../input/files.js'
import { readAddress } from '../../input/readAddress.js'

/**
 * Reads the file of `link release --sign`.
 *
 * @throws CommandFailure `release_invalid`, which repeats nothing of the file.
 */
export function readSignedRelease(file: string, pathOf: (file: string) => string): SignedRelease & { chainId: number } {
  const malformed = usageFailure('release_invalid', `${file} is not a signed release.`, [
    'holdfast link release <id> --sign <file> writes one.',
  ])
  let stored: Record<string, unknown>
  try {
    stored = Object(JSON.parse(readTextFile(file, pathOf, 10_000)))
  } catch (error) {
    if (error instanceof SyntaxError) throw malformed
    throw error
  }
  const { type, v, chainId, transferId, recipient, deadline, signature } = stored
  const isNumber = (value: unknown): value is string => typeof value === 'string' && /^[1-9]\d{0,77}$/.test(value)
  if (type !== 'holdfast:release' || v !== 1 || !Number.isSafeInteger(chainId)) throw malformed
  if (!isNumber(transferId) || !isNumber(deadline) || typeof recipient !== 'string' || !isHex(signature))
    throw malformed
  return {
    // Judged above, which the compiler does not take from `isSafeInteger`.
    chainId: chainId as number,
    transferId: BigInt(transferId),
    recipient: readAddress('recipient', recipient),
    deadline: BigInt(deadline),
    signature,
  }
}
