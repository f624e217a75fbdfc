import { type Hex, hexToBigInt, hexToNumber, isHex, size, slice } from 'viem'
import { InvalidInputError } from '../errors/input.js'
import type { BridgeMessage } from './types.js'

/**
 * Reads a burn's message, as the chain emits it and as the issuer attests it.
 *
 * | offset | bytes | field |
 * | --- | --- | --- |
 * | 0 | 4 | version, 1 |
 * | 4 | 4 | source domain |
 * | 8 | 4 | destination domain |
 * | 12 | 32 | nonce, zero before it is attested |
 * | 44 | 32 | sender: messenger of the source |
 * | 76 | 32 | recipient: messenger of the destination |
 * | 108 | 32 | destination caller |
 * | 140 | 4 | finality asked for |
 * | 144 | 4 | finality attested |
 * | 148 | 4 | version of the body, 1 |
 * | 152 | 32 | burned token |
 * | 184 | 32 | mint recipient |
 * | 216 | 32 | amount |
 * | 248 | 32 | who burned |
 * | 280 | 32 | most fee |
 * | 312 | 32 | fee taken |
 * | 344 | 32 | expiration block |
 * | 376 | … | hook data |
 *
 * @throws {@link InvalidInputError} when it is not such a message.
 * @example
 * const status = await getBridgeStatus({ sourceDomain: 26, burnTxHash: txHash })
 * if (status.state === 'attested') console.log(decodeBridgeMessage(status.messageBytes).feeExecuted)
 */
export function decodeBridgeMessage(message: Hex): BridgeMessage {
  if (!isHex(message) || message.length % 2 !== 0 || size(message) < 376)
    throw new InvalidInputError('message', 'The `message` is not the message of a burn: it is too short.')
  const number = (offset: number) => hexToNumber(slice(message, offset, offset + 4))
  const word = (offset: number) => slice(message, offset, offset + 32)
  const amount = (offset: number) => hexToBigInt(word(offset))
  if (number(0) !== 1 || number(148) !== 1)
    throw new InvalidInputError('message', 'The `message` is of a version that is not known.')
  return {
    sourceDomain: number(4),
    destinationDomain: number(8),
    nonce: word(12),
    sender: word(44),
    destinationCaller: word(108),
    minFinalityThreshold: number(140),
    finalityThresholdExecuted: number(144),
    burnToken: word(152),
    mintRecipient: word(184),
    amount: amount(216),
    messageSender: word(248),
    maxFee: amount(280),
    feeExecuted: amount(312),
    expirationBlock: amount(344),
    hookData: size(message) === 376 ? '0x' : slice(message, 376),
  }
}
