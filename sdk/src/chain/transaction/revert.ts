import { type Abi, decodeErrorResult, type Hex, isHex, parseAbi } from 'viem'
import { causesOf } from '../failure.js'

/** Why a call was refused, as far as it could be read. */
export type Revert = {
  /** Name of the contract's own error; `Error` for a plain reason string. */
  errorName: string | undefined
  errorArgs: readonly unknown[]
  data: Hex | undefined
}

/** Errors that our calls can bring back from the chain's own contracts. */
const commonErrors = parseAbi([
  'error MemoFailed(bytes returnData)',
  'error InvalidNonce()',
  'error SignatureExpired(uint256 signatureDeadline)',
  'error InvalidSigner()',
  'error InvalidSignature()',
  'error InvalidSignatureLength()',
  'error InvalidContractSignature()',
  'error InvalidAmount(uint256 maxAmount)',
])

/**
 * Reads a refusal out of what a node answered.
 *
 * @param abi - The called contract's ABI, asked before the chain's common errors.
 * @returns `undefined` when the error is not a refusal at all: then the node failed and nothing was decided.
 */
export function readRevert(error: unknown, abi: Abi): Revert | undefined {
  const chain = causesOf(error)
  const data = chain.map(dataOf).find((found) => found !== undefined && found !== '0x')
  if (data !== undefined) return decodeRevert(data, abi)
  const refused = chain.some(
    ({ name, code, message, details }) =>
      code === 3 ||
      name === 'ExecutionRevertedError' ||
      /revert|exceeds balance|insufficient funds|OutOfFunds|Blocked address/i.test(`${message ?? ''} ${details ?? ''}`),
  )
  return refused ? { errorName: undefined, errorArgs: [], data: undefined } : undefined
}

/** Decodes revert data, looking through the Memo predeploy's wrapper. */
export function decodeRevert(data: Hex, abi: Abi): Revert {
  for (const candidates of [abi, commonErrors]) {
    try {
      const { errorName, args } = decodeErrorResult({ abi: candidates, data })
      // A list of whatever the error carries.
      const errorArgs = (args ?? []) as readonly unknown[]
      if (errorName === 'MemoFailed' && isHex(errorArgs[0]) && errorArgs[0] !== '0x')
        return decodeRevert(errorArgs[0], abi)
      return { errorName, errorArgs, data }
    } catch {
      // Not an error of this ABI.
    }
  }
  return { errorName: undefined, errorArgs: [], data }
}

function dataOf({ data }: Record<string, unknown>): Hex | undefined {
  if (isHex(data)) return data
  if (typeof data !== 'object' || data === null) return undefined
  // An object, of which nothing else is assumed.
  const { data: inner, originalError } = data as { data?: unknown; originalError?: { data?: unknown } }
  if (isHex(inner)) return inner
  return isHex(originalError?.data) ? originalError.data : undefined
}
