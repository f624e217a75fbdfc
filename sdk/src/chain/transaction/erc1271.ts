import { type Address, encodeFunctionData, type Hex, parseAbi, zeroHash } from 'viem'
import { ChainUnavailableError } from '../../errors/chain.js'
import type { ClientPair, ReadClient } from '../clients.js'
import { ethCall } from '../ethCall.js'
import { withoutSecrets } from '../failure.js'
import { hasCode } from './hasCode.js'
import { readRevert } from './revert.js'

/** Whether the account has code; a silent node is a {@link ChainUnavailableError}. */
export async function codeAt(clients: ClientPair, address: Address, attempted: string): Promise<boolean> {
  try {
    return await hasCode(clients, address)
  } catch (error) {
    throw new ChainUnavailableError(attempted, withoutSecrets(error))
  }
}

/** Whether an account with code accepts a signature as its own. */
export async function acceptsSignature(
  client: ReadClient,
  account: Address,
  digest: Hex,
  signature: Hex,
): Promise<boolean> {
  const { answer } = await askErc1271(client, account, digest, signature)
  return answer?.length === 66 && answer.startsWith(erc1271Magic)
}

/** Whether USDC and Permit accept a signature of the account: it has no code, or code that answers ERC-1271. */
export async function canSign(clients: ClientPair, account: Address): Promise<boolean> {
  if (!(await codeAt(clients, account, 'reading the account'))) return true
  const { answer, revertData } = await askErc1271(clients.publicClient, account, zeroHash, `0x${'00'.repeat(65)}`)
  // Published accounts revert with a reason on an invalid signature; only code without the function says nothing.
  return (answer ?? revertData) !== '0x'
}

/** @returns The account's answer, or the data with which it reverted; `0x` for none. */
async function askErc1271(
  client: ReadClient,
  account: Address,
  digest: Hex,
  signature: Hex,
): Promise<{ answer: Hex; revertData?: undefined } | { answer?: undefined; revertData: Hex }> {
  try {
    const data = encodeFunctionData({ abi: erc1271Abi, functionName: 'isValidSignature', args: [digest, signature] })
    return { answer: await ethCall(client, { to: account, data }) }
  } catch (error) {
    const revert = readRevert(error, erc1271Abi)
    if (revert === undefined)
      throw new ChainUnavailableError('asking the account about its signature', withoutSecrets(error))
    return { revertData: revert.data ?? '0x' }
  }
}

const erc1271Magic = '0x1626ba7e'
const erc1271Abi = parseAbi(['function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)'])
