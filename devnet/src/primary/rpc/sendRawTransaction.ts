import {
  type Address,
  getAddress,
  type Hex,
  isAddressEqual,
  isHex,
  keccak256,
  parseTransaction,
  recoverTransactionAddress,
  zeroAddress,
} from 'viem'
import { recoverAuthorizationAddress } from 'viem/utils'
import { inNodeWords, invalidParams, RpcError } from '../../rpc/errors.js'
import { needsDesignator } from '../Designators.js'
import { BASE_FEE, primaryAddresses } from '../facts.js'
import { blocklistSlot } from '../predeploys.js'
import type { RpcContext, RpcMethod } from './context.js'

/**
 * Accepts a signed transaction, or refuses it as the primary chain does. One that offers too low a fee gets a hash and is
 * dropped without an error, also as there.
 */
export const sendRawTransaction: RpcMethod = async (context, [raw]) => {
  if (!isHex(raw)) throw invalidParams('invalid raw transaction')
  const transaction = parse(raw)
  const hash = keccak256(raw)
  if (transaction.type === 'eip4844') throw new RpcError(-32000, 'transaction type not supported')
  if (transaction.type === 'legacy' && transaction.chainId === undefined)
    throw new RpcError(-32000, 'only replay-protected (EIP-155) transactions allowed over RPC')

  // Parsed above, so it has the prefix of one of the types.
  const from = await recoverTransactionAddress({ serializedTransaction: raw as never })
  const to = transaction.to ?? undefined
  const value = transaction.value ?? 0n
  await refuseBlocked(context, value === 0n || to === undefined ? [from] : [from, to])
  const { authorizationList = [] } = transaction
  const delegating = await Promise.all(
    authorizationList.map((authorization) => recoverAuthorizationAddress({ authorization })),
  )
  refuseDenylisted(context, [from, ...(to === undefined ? [] : [to]), ...delegating])
  if (value > 0n && to?.toLowerCase() === zeroAddress) throw new RpcError(-32000, 'Zero address not allowed')

  const feeCap = transaction.maxFeePerGas ?? transaction.gasPrice ?? 0n
  if (feeCap < BASE_FEE || context.faults.takeDroppedTransaction('rpc')) return hash

  return context.miner.exclusive(async () => {
    const isExpected = needsDesignator(to) && context.designators.expect(hash, from)
    try {
      return await context.anvil.request<Hex>('eth_sendRawTransaction', [raw])
    } catch (error) {
      if (isExpected) context.designators.forget([hash])
      throw inNodeWords(error)
    }
  })
}

function parse(raw: Hex) {
  try {
    return parseTransaction(raw)
  } catch {
    throw new RpcError(-32602, 'failed to decode signed transaction')
  }
}

async function refuseBlocked({ anvil }: RpcContext, accounts: readonly Address[]) {
  const flags = await anvil.batch<Hex>(
    accounts.map((account) => [
      'eth_getStorageAt',
      [primaryAddresses.nativeCoinControl, blocklistSlot(account), 'latest'],
    ]),
  )
  if (flags.some((flag) => BigInt(flag) !== 0n)) throw new RpcError(-32000, 'Blocked address')
}

function refuseDenylisted({ faults }: RpcContext, accounts: readonly Address[]) {
  const { denylist } = faults.current.rpc
  const denied = accounts.find((account) => denylist.some((one) => isAddressEqual(one, account)))
  if (denied !== undefined) throw new RpcError(-32000, `Address ${getAddress(denied)} is denylisted`)
}
