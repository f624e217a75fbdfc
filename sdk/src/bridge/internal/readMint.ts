import { issuerContracts } from '@holdfast/contracts'
import { concatHex, type Hex, hexToBigInt, isAddressEqual, size, slice, toHex } from 'viem'
import { bridgeChainByDomain, bridgeChainFacts } from '../../chain/bridgeChains.js'
import { eventDecoder } from '../../chain/logs/eventDecoder.js'
import { BRIDGE_TOKEN_MESSENGER } from '../constants.js'
import { toWord } from './burn.js'
import type { BurnedTerms, ReadLog } from './burnCall.js'
import { messengerAbi, transmitterAbi } from './contracts.js'

/**
 * How much of a burn a mined transaction of the destination paid out to its recipient, in USDC base units.
 *
 * Whose burn it is follows from the message that the destination has taken, and not from what the issuer's service says of
 * it: a transaction may mint for many, and the service may name any. Two burns of the same wallet with the same terms are
 * the same to it: no chain ties a message to the transaction that sent it.
 *
 * @returns `undefined` when it is not the mint of this burn.
 */
export function readMint({ logs }: { logs: readonly ReadLog[] }, burned: BurnedTerms): bigint | undefined {
  const { from, sender, mintRecipient, amount, maxFee } = burned
  const source = bridgeChainFacts(from)
  const { usdc } = bridgeChainFacts(bridgeChainByDomain(burned.destinationDomain))
  // What follows is the issuer's: its fee, a block of expiry, and what was asked of it.
  const words = [toWord(source.usdc), mintRecipient, toHex(amount, word), toWord(sender), toHex(maxFee, word)]
  const terms = concatHex([toHex(1, { size: 4 }), ...words])
  for (const log of logs) {
    if (!isAddressEqual(log.address, issuerContracts.bridgeMessageTransmitter)) continue
    const taken = decodeReceived(log)
    // Anyone can send messages of other kinds, with any body.
    if (taken?.sourceDomain !== source.domain || taken.sender !== toWord(BRIDGE_TOKEN_MESSENGER)) continue
    const fee = taken.messageBody.startsWith(terms) ? feeIn(taken.messageBody) : undefined
    const isPaid = logs.some((other) => {
      const paid = isAddressEqual(other.address, BRIDGE_TOKEN_MESSENGER) ? decodePaid(other) : undefined
      return (
        paid !== undefined &&
        paid.feeCollected === fee &&
        paid.amount + fee === amount &&
        toWord(paid.mintRecipient) === mintRecipient &&
        isAddressEqual(paid.mintToken, usdc)
      )
    })
    if (isPaid && fee !== undefined) return amount - fee
  }
  return undefined
}

const word = { size: 32 }

/** What the issuer keeps of a burn, by the body of its message; `undefined` where that is too short. */
export function feeIn(body: Hex): bigint | undefined {
  return size(body) < 228 ? undefined : hexToBigInt(slice(body, 164, 196))
}

const decodeReceived = /* @__PURE__ */ eventDecoder(transmitterAbi, 'MessageReceived')
const decodePaid = /* @__PURE__ */ eventDecoder(messengerAbi, 'MintAndWithdraw')
