import { encodeFunctionData, type Hex, parseAbi } from 'viem'

/** The data of a call of the function that a text declares. */
export function call(declaration: string, args: readonly unknown[]): Hex {
  // The declaration is a plain text here, so viem types neither.
  return encodeFunctionData({ abi: parseAbi([declaration]), args } as unknown as Parameters<
    typeof encodeFunctionData
  >[0])
}
