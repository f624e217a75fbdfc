import { stealthAnnouncerAbi } from '@holdfast/contracts'
import { encodeStealthMetadata, STEALTH_SCHEME_ID } from '@holdfast/sdk'
import { normalizeZ } from '@noble/curves/abstract/curve.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { type Address, bytesToHex, encodeFunctionData, type Hex, keccak256, numberToHex, parseAbi, slice } from 'viem'
import { requireAccount } from './acts.js'
import type { Actor } from './stage.js'

const multicallAbi = parseAbi([
  'struct Call3 { address target; bool allowFailure; bytes callData; }',
  'function aggregate3(Call3[] calls) payable returns ((bool success, bytes returnData)[])',
])

const perTransaction = 400

/** Announces boxes of strangers, many in one transaction, which every recipient's wallet must search. */
export async function announceCrowd(
  { publicClient, walletClient, ...actor }: Actor,
  { announcer, multicall3 }: { announcer: Address; multicall3: Address },
  count: number,
): Promise<void> {
  const calls = announcementsOfStrangers(count).map((callData) => ({
    target: announcer,
    allowFailure: false,
    callData,
  }))
  const firstNonce = await publicClient.getTransactionCount({ address: actor.address })
  const batches = Array.from({ length: Math.ceil(count / perTransaction) }, (_, index) =>
    calls.slice(index * perTransaction, (index + 1) * perTransaction),
  )
  const hashes: Hex[] = []
  for (const [index, batch] of batches.entries())
    hashes.push(
      await walletClient.sendTransaction({
        account: requireAccount({ publicClient, walletClient, ...actor }),
        chain: walletClient.chain ?? null,
        to: multicall3,
        data: encodeFunctionData({ abi: multicallAbi, functionName: 'aggregate3', args: [batch] }),
        nonce: firstNonce + index,
        gas: 12_000_000n,
      }),
    )
  for (const hash of hashes) {
    const { status } = await publicClient.waitForTransactionReceipt({ hash })
    if (status !== 'success') throw new Error(`The announcements of ${hash} reverted.`)
  }
}

/** Announcements for no one in the tour: real points of the curve, and addresses that fit no key. */
function announcementsOfStrangers(count: number): Hex[] {
  const { Point, utils } = secp256k1
  const points = [Point.BASE.multiply(BigInt(bytesToHex(utils.randomSecretKey())))]
  while (points.length < count) points.push((points.at(-1) ?? Point.BASE).add(Point.BASE))
  return normalizeZ(Point, points).map((point, index) => {
    const ephemeralPubKey = bytesToHex(point.toBytes(true))
    const noise = keccak256(ephemeralPubKey)
    const [stealthAddress, box] = [slice(noise, 0, 20), slice(keccak256(noise), 0, 20)]
    return encodeFunctionData({
      abi: stealthAnnouncerAbi,
      functionName: 'announce',
      args: [
        BigInt(STEALTH_SCHEME_ID),
        stealthAddress,
        ephemeralPubKey,
        encodeStealthMetadata(box, numberToHex(index), index % 256),
      ],
    })
  })
}
