import { InvalidInputError } from '../../errors/input.js'

/** @throws {@link InvalidInputError} */
export function assertChainId(chainId: number): void {
  if (!Number.isSafeInteger(chainId) || chainId < 1)
    throw new InvalidInputError('chainId', `The \`chainId\` ${String(chainId)} is not a positive whole number.`)
}
