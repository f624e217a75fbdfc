import { concatHex, getAddress, type Hex, hexToBigInt, hexToNumber, numberToHex, size, slice } from 'viem'
import { issuerAddresses } from '../facts.js'

/** What the issuer adds to a message when it attests it. */
export type Attested = {
  nonce: Hex
  finalityExecuted: number
  /** USDC base units; of burns only. */
  feeExecuted: bigint
  /** Block of the destination from which the message is refused; 0n for never. Of burns only. */
  expirationBlock: bigint
}

/** The fields of a message that decide how the issuer handles it. */
export function readMessage(message: Hex) {
  const body = size(message) > bodyOffset ? slice(message, bodyOffset) : '0x'
  return {
    destinationDomain: hexToNumber(slice(message, 8, 12)),
    destinationCaller: slice(message, 108, 140),
    minFinalityThreshold: hexToNumber(slice(message, 140, 144)),
    burn: isBurn(message) ? readBurn(body) : undefined,
  }
}

/** The message as it is signed. */
export function attestedMessage(
  message: Hex,
  { nonce, finalityExecuted, feeExecuted, expirationBlock }: Attested,
): Hex {
  const head = [slice(message, 0, 12), nonce, slice(message, 44, 144), numberToHex(finalityExecuted, { size: 4 })]
  if (!isBurn(message)) return concatHex([...head, slice(message, bodyOffset)])
  const given = [numberToHex(feeExecuted, { size: 32 }), numberToHex(expirationBlock, { size: 32 })]
  const hookData = size(message) > hookOffset ? slice(message, hookOffset) : '0x'
  return concatHex([...head, slice(message, bodyOffset, feeOffset), ...given, hookData])
}

/** The message of a burn as if it had burned another amount. No attestation is of that. */
export function withAmount(message: Hex, amount: bigint): Hex {
  if (!isBurn(message)) return message
  return concatHex([
    slice(message, 0, amountOffset),
    numberToHex(amount, { size: 32 }),
    slice(message, amountOffset + 32),
  ])
}

/** The message with named fields, every value as text. */
export function decodedMessage(message: Hex) {
  const body = size(message) > bodyOffset ? slice(message, bodyOffset) : '0x'
  return {
    sourceDomain: decimal(slice(message, 4, 8)),
    destinationDomain: decimal(slice(message, 8, 12)),
    nonce: slice(message, 12, 44),
    sender: addressOf(slice(message, 44, 76)),
    recipient: addressOf(slice(message, 76, 108)),
    destinationCaller: addressOf(slice(message, 108, 140)),
    minFinalityThreshold: decimal(slice(message, 140, 144)),
    finalityThresholdExecuted: decimal(slice(message, 144, 148)),
    messageBody: body,
    decodedMessageBody: isBurn(message) ? decodedBurn(body) : null,
  }
}

const bodyOffset = 148
/** Offsets in the message, not in its body. */
const amountOffset = bodyOffset + 68
const feeOffset = bodyOffset + 164
const hookOffset = bodyOffset + 228

/** Burns come from the Bridge's own messenger; any other account may send messages of any form. */
function isBurn(message: Hex): boolean {
  return addressOf(slice(message, 44, 76)) === issuerAddresses.bridgeTokenMessenger
}

function readBurn(body: Hex) {
  return {
    amount: hexToBigInt(slice(body, 68, 100)),
    maxFee: hexToBigInt(slice(body, 132, 164)),
    hookData: hookDataOf(body),
  }
}

function decodedBurn(body: Hex) {
  return {
    burnToken: addressOf(slice(body, 4, 36)),
    mintRecipient: addressOf(slice(body, 36, 68)),
    amount: decimal(slice(body, 68, 100)),
    messageSender: addressOf(slice(body, 100, 132)),
    maxFee: decimal(slice(body, 132, 164)),
    feeExecuted: decimal(slice(body, 164, 196)),
    expirationBlock: decimal(slice(body, 196, 228)),
    hookData: hookDataOf(body),
  }
}

function hookDataOf(body: Hex): Hex {
  return size(body) > 228 ? slice(body, 228) : '0x'
}

function decimal(value: Hex): string {
  return hexToBigInt(value).toString()
}

function addressOf(word: Hex) {
  return getAddress(slice(word, 12))
}
