import { issuerContracts } from '@holdfast/contracts'
import { isAddressEqual, type TransactionReceipt } from 'viem'
import { eventDecoder } from '../../chain/logs/eventDecoder.js'
import { BRIDGE_TOKEN_MESSENGER } from '../constants.js'
import type { BridgeMessage } from '../types.js'
import { toWord } from './burn.js'
import { messengerAbi, transmitterAbi } from './contracts.js'

/**
 * How much of a burn a mined transaction paid out to its recipient, in USDC base units. Bound to the burn by its nonce,
 * since one transaction may mint for many.
 *
 * @returns `undefined` when it is not the mint of this burn.
 */
export function readMint({ logs }: Pick<TransactionReceipt, 'logs'>, message: BridgeMessage): bigint | undefined {
  const received = message.amount - message.feeExecuted
  const isTaken = logs.some(
    (log) =>
      isAddressEqual(log.address, issuerContracts.bridgeMessageTransmitter) &&
      decodeReceived(log)?.nonce === message.nonce,
  )
  const isPaid = logs.some((log) => {
    const paid = isAddressEqual(log.address, BRIDGE_TOKEN_MESSENGER) ? decodePaid(log) : undefined
    return paid !== undefined && toWord(paid.mintRecipient) === message.mintRecipient && paid.amount === received
  })
  return isTaken && isPaid ? received : undefined
}

const decodeReceived = /* @__PURE__ */ eventDecoder(transmitterAbi, 'MessageReceived')
const decodePaid = /* @__PURE__ */ eventDecoder(messengerAbi, 'MintAndWithdraw')
