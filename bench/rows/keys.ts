/** Cost of signing and deriving keys, beside the same with @noble/curves. */
import { randomBytes } from 'node:crypto'
import { LocalCoSigner } from '@holdfast/sdk/shield'
import { deriveStealthKeys, generateStealthAddress } from '@holdfast/sdk/stealth'
import { bytesToHex, type Hex, hexToBytes } from 'viem'
import { keccak, Point, sign } from '../stealth/curve.js'
import { measureProcessorTime } from './processorTime.js'
import type { RowGroup } from './row.js'

const random = (bytes: number): Hex => bytesToHex(randomBytes(bytes))
const signature = (): Hex => `0x11${random(31).slice(2)}11${random(31).slice(2)}1b`

export const measureKeys: RowGroup = async () => {
  const key = random(32)
  const cosigner = new LocalCoSigner(key, { riskCheck: () => ({ level: 'safe', complete: true }) })
  const spend = { account: random(20), owner: random(20), target: random(20), amount: 5n, action: 0, chainId: 5042002 }
  const recipient = deriveStealthKeys(signature())
  const publicKeyOf = (secret: Uint8Array) => Point.BASE.multiply(BigInt(bytesToHex(secret))).toBytes(true)

  const { authorize, nobleSign, derive, nobleDerive, generate, nobleGenerate } = await measureProcessorTime({
    authorize: {
      times: 100,
      run: (nonce) =>
        cosigner.authorize({ ...spend, action: 0, nonce: BigInt(nonce), remaining: 5n, expiry: 2 ** 40 - 1 }),
    },
    nobleSign: { times: 100, run: () => sign(randomBytes(32), hexToBytes(key)) },
    derive: { times: 100, run: () => deriveStealthKeys(signature()) },
    nobleDerive: {
      times: 50,
      run: () => [signature(), signature()].map((half) => publicKeyOf(keccak(hexToBytes(half).subarray(0, 32)))),
    },
    generate: { times: 50, run: () => generateStealthAddress(recipient) },
    nobleGenerate: {
      times: 15,
      run: () => {
        const ephemeral = randomBytes(32)
        const [spending, viewing] = [recipient.spendingPub, recipient.viewingPub].map((pub) =>
          Point.fromBytes(hexToBytes(pub)),
        ) as [typeof Point.BASE, typeof Point.BASE]
        const hash = keccak(viewing.multiply(BigInt(bytesToHex(ephemeral))).toBytes(true))
        publicKeyOf(ephemeral)
        return spending.add(Point.BASE.multiply(BigInt(bytesToHex(hash)))).toBytes(false)
      },
    },
  })
  return [
    {
      what: '`LocalCoSigner.authorize`, its signature verified',
      unit: 'ms',
      baseline: '1.9',
      goal: 0.3,
      isProcessorTime: true,
      ours: authorize,
      peer: { name: '@noble/curves, sign only', value: nobleSign },
    },
    {
      what: '`deriveStealthKeys`',
      unit: 'ms',
      baseline: '0.66',
      goal: 0.3,
      isProcessorTime: true,
      ours: derive,
      peer: { name: '@noble/curves, two public keys', value: nobleDerive },
    },
    {
      what: '`generateStealthAddress`',
      unit: 'ms',
      baseline: '2.6',
      goal: 1,
      isProcessorTime: true,
      ours: generate,
      peer: { name: '@noble/curves', value: nobleGenerate },
    },
  ]
}
