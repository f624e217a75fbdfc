import { issuerContracts } from '@holdfast/contracts'
import { logOf } from '@holdfast/testkit/logOf'
import { runs } from '@holdfast/testkit/tier'
import fc from 'fast-check'
import { type Address, concatHex, type Hex, numberToHex, zeroHash } from 'viem'
import { expect, test } from 'vitest'
import { bridgeChainFacts } from '../../chain/bridgeChains.js'
import { BRIDGE_TOKEN_MESSENGER, FORWARDING_HOOK } from '../constants.js'
import { toWord } from './burn.js'
import type { BurnedTerms, ReadLog } from './burnCall.js'
import { messengerAbi, transmitterAbi } from './contracts.js'
import { feeIn, readMint } from './readMint.js'

const [source, destination] = [bridgeChainFacts('Arc_Testnet'), bridgeChainFacts('Base_Sepolia')]
// Few of each, so that burns share fields.
const party = fc.constantFrom<Address[]>(
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
)
const burn = fc.record({
  sender: party,
  recipient: party,
  amount: fc.bigInt({ min: 10n, max: 12n }),
  maxFee: fc.bigInt({ min: 2n, max: 3n }),
  fee: fc.bigInt({ min: 0n, max: 2n }),
})
type Burn = typeof burn extends fc.Arbitrary<infer one> ? one : never

const wide = (value: bigint) => numberToHex(value, { size: 32 })

function bodyOf({ sender, recipient, amount, maxFee, fee }: Burn): Hex {
  const [token, to, from] = [source.usdc, recipient, sender].map(toWord) as [Hex, Hex, Hex]
  const head = [numberToHex(1, { size: 4 }), token, to, wide(amount), from, wide(maxFee)]
  return concatHex([...head, wide(fee), wide(0n), FORWARDING_HOOK])
}

/** The logs of the mint, in the order in which the contracts write them. */
function mintOf(one: Burn): ReadLog[] {
  const { recipient: mintRecipient, amount, fee: feeCollected } = one
  const paid = { mintRecipient, amount: amount - feeCollected, mintToken: destination.usdc, feeCollected }
  const taken = {
    caller: mintRecipient,
    sourceDomain: source.domain,
    nonce: zeroHash,
    sender: toWord(BRIDGE_TOKEN_MESSENGER),
    finalityThresholdExecuted: 2000,
    messageBody: bodyOf(one),
  }
  return [
    logOf(BRIDGE_TOKEN_MESSENGER, messengerAbi, 'MintAndWithdraw', paid),
    logOf(issuerContracts.bridgeMessageTransmitter, transmitterAbi, 'MessageReceived', taken),
  ]
}

function termsOf({ sender, recipient, amount, maxFee }: Burn): BurnedTerms {
  const { domain: destinationDomain } = destination
  return { from: 'Arc_Testnet', destinationDomain, sender, mintRecipient: toWord(recipient), amount, maxFee }
}

test('property: of the mints in one transaction it reads that of the burn, and its amount; where there is none, nothing', () => {
  fc.assert(
    fc.property(fc.array(burn, { maxLength: 5 }), burn, (minted, one) => {
      const same = ({ sender, recipient, amount, maxFee }: Burn) =>
        [sender, recipient, amount, maxFee].join() === [one.sender, one.recipient, one.amount, one.maxFee].join()
      const paid = minted.filter(same).map(({ amount, fee }) => amount - fee)
      const read = readMint({ logs: minted.flatMap(mintOf) }, termsOf(one))
      if (paid.length === 0) expect(read).toBeUndefined()
      else expect(paid).toContain(read)
    }),
    runs(300),
  )
})

test('property: without the log of the payment, or with one byte of the message changed, nothing is read', () => {
  // The fee is the issuer's choice, as are the block of expiry and the hook.
  const bound = [...Array.from({ length: 164 }, (_, at) => at)]
  fc.assert(
    fc.property(burn, fc.constantFrom(...bound), fc.integer({ min: 1, max: 255 }), (one, at, change) => {
      const [paid, taken] = mintOf(one) as [ReadLog, ReadLog]
      expect(readMint({ logs: [taken] }, termsOf(one))).toBeUndefined()
      const body = Buffer.from(bodyOf(one).slice(2), 'hex')
      body[at] = (body[at] ?? 0) ^ change
      const index = taken.data.indexOf(bodyOf(one).slice(2))
      const data: Hex = `0x${taken.data.slice(2, index)}${body.toString('hex')}${taken.data.slice(index + 2 * body.length)}`
      expect(index).toBeGreaterThan(0)
      expect(readMint({ logs: [paid, { ...taken, data }] }, termsOf(one))).toBeUndefined()
    }),
    runs(300),
  )
})

test('property: any bytes are a body, or are not', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      const fee = feeIn(`0x${Buffer.from(bytes).toString('hex')}`)
      expect(fee === undefined).toBe(bytes.length < 228)
    }),
    runs(200),
  )
})
