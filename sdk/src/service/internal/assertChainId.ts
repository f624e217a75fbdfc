import { InvalidInputError } from '../../errors/input.js'
import { textOf } from '../../errors/textOf.js'

/** @throws {@link InvalidInputError} */
export function assertChainId(chainId: number): void {
  if (!Number.isSafeInteger(chainId) || chainId < 1)
    throw new InvalidInputError('chainId', `The \`chainId\` ${textOf(chainId)} is not a positive whole number.`)
}
