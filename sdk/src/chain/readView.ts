import { type Address, encodeFunctionData } from 'viem'
import { decodeFunctionResult } from 'viem/utils'
import { ChainUnavailableError } from '../errors/chain.js'
import type { ReadClient } from './clients.js'
import { ethCall } from './ethCall.js'
import { withoutSecrets } from './failure.js'
import { describeNoContract } from './isContract.js'

/** Reads one view of a contract; a node that fails is a {@link ChainUnavailableError}. */
export async function readView<T>(
  client: ReadClient,
  attempted: string,
  request: { address: Address; abi: readonly unknown[]; functionName: string; args: readonly unknown[] },
): Promise<T> {
  // viem types these by the ABI, which is known at run time only.
  const { address, ...encoding } = request as unknown as { address: Address } & Parameters<typeof encodeFunctionData>[0]
  try {
    const data = await ethCall(client, { to: address, data: encodeFunctionData(encoding) })
    if (data === '0x') throw new Error(describeNoContract(address))
    // As above.
    return decodeFunctionResult({ ...encoding, data } as Parameters<typeof decodeFunctionResult>[0]) as T
  } catch (error) {
    throw new ChainUnavailableError(attempted, withoutSecrets(error))
  }
}
