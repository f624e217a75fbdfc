import {
  type Address,
  encodeFunctionData,
  type Hex,
  hashTypedData,
  parseAbi,
  recoverAddress,
  type TypedDataDefinition,
} from 'viem'
import { call, signTypedData } from 'viem/actions'
import type { ClientPair, ReadClient } from '../../chain/clients.js'
import { hasCode, requireAccount } from '../../chain/transaction/execute.js'
import { isDeclined, withoutSecrets } from '../../chain/transaction/failure.js'
import { readRevert } from '../../chain/transaction/revert.js'
import { ChainUnavailableError } from '../../errors/chain.js'
import { SignatureDeclinedError, SignatureUnusableError } from '../../errors/transaction.js'

/**
 * Asks the connected account for a typed signature and makes sure that the chain will take it.
 *
 * USDC and Permit ask an account with code by ERC-1271, also an EOA that merely delegates to code; a delegate without
 * `isValidSignature` makes its plain signature worthless there. Our own contracts take the plain signature first.
 *
 * @param judge - Who will look at the signature.
 * @throws {@link SignatureDeclinedError}, {@link SignatureUnusableError}, {@link ChainUnavailableError}.
 */
export async function signTyped(
  clients: ClientPair,
  attempted: string,
  message: TypedDataDefinition,
  judge: 'token' | 'ours' = 'token',
): Promise<Hex> {
  const account = requireAccount(clients.walletClient)
  let signature: Hex
  try {
    signature = await signTypedData(clients.walletClient, { account, ...message } as Parameters<
      typeof signTypedData
    >[1])
  } catch (error) {
    if (isDeclined(error)) throw new SignatureDeclinedError(attempted)
    throw new SignatureUnusableError(attempted, account.address, withoutSecrets(error).message)
  }
  const digest = hashTypedData(message)
  const isPlain = (await recoverAddress({ hash: digest, signature }).catch(() => undefined)) === account.address
  if (judge === 'ours' && isPlain) return signature
  if (await codeAt(clients, account.address, attempted)) {
    if (!(await acceptsSignature(clients.publicClient, account.address, digest, signature)))
      throw new SignatureUnusableError(
        attempted,
        account.address,
        'the account has code, and that code does not accept its signature (ERC-1271)',
      )
  } else if (!isPlain)
    throw new SignatureUnusableError(attempted, account.address, 'the signature is not by this account')
  return signature
}

/** Whether the account has code; a silent node is a {@link ChainUnavailableError}. */
export async function codeAt(clients: ClientPair, address: Address, attempted: string): Promise<boolean> {
  try {
    return await hasCode(clients, address)
  } catch (error) {
    throw new ChainUnavailableError(attempted, withoutSecrets(error))
  }
}

async function acceptsSignature(client: ReadClient, account: Address, digest: Hex, signature: Hex): Promise<boolean> {
  const answer = await askErc1271(client, account, digest, signature)
  return answer.length === 66 && answer.startsWith(erc1271Magic)
}

/** @returns The account's answer; `0x` when it has none or refuses to give one. */
export async function askErc1271(client: ReadClient, account: Address, digest: Hex, signature: Hex): Promise<Hex> {
  try {
    const { data } = await call(client, {
      to: account,
      data: encodeFunctionData({ abi: erc1271Abi, functionName: 'isValidSignature', args: [digest, signature] }),
    })
    return data ?? '0x'
  } catch (error) {
    if (readRevert(error, erc1271Abi) !== undefined) return '0x'
    throw new ChainUnavailableError('asking the account about its signature', withoutSecrets(error))
  }
}

const erc1271Magic = '0x1626ba7e'
const erc1271Abi = parseAbi(['function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)'])
