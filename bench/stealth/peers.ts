/** Scanners with other libraries: each does the required work in the fastest way that the library offers. */
import { instantiateSecp256k1 } from '@bitauth/libauth'
import type { RawAnnouncement, ViewingKeys } from '@holdfast/sdk/stealth'
import { build } from 'esbuild'
import { bytesToHex, hexToBytes, isAddressEqual } from 'viem'
import { publicKeyToAddress } from 'viem/accounts'
import { keccak, Point } from './curve.js'

type CheckStealthAddress =
  typeof import('@scopelift/stealth-address-sdk/dist/utils/crypto/checkStealthAddress.js')['default']

/** The places of the recipient's announcements. */
type Peer = (keys: ViewingKeys, announcements: readonly RawAnnouncement[]) => number[]

/** One multiplication in big integers, in variable time; the rest for one announcement in 256. */
export const scanWithNoble: Peer = (keys, announcements) => {
  const viewing = BigInt(keys.viewingKey)
  const spending = Point.fromBytes(hexToBytes(keys.spendingPub))
  return placesOf(announcements, ({ ephemeralPubKey, stealthAddress, metadata }) => {
    const shared = Point.fromBytes(hexToBytes(ephemeralPubKey)).multiplyUnsafe(viewing)
    const hash = keccak(shared.toBytes(true))
    if (hash[0] !== tagOf(metadata)) return false
    const own = Point.BASE.multiply(BigInt(bytesToHex(hash))).add(spending)
    return isAddressEqual(publicKeyToAddress(bytesToHex(own.toBytes(false))), stealthAddress)
  })
}

/** libsecp256k1, compiled to WebAssembly. */
export async function prepareLibauth(): Promise<Peer> {
  const { mulTweakPublicKeyCompressed, addTweakPublicKeyUncompressed } = await instantiateSecp256k1()
  const valid = (result: Uint8Array | string) => {
    if (typeof result === 'string') throw new Error(result)
    return result
  }
  return (keys, announcements) => {
    const [viewing, spending] = [hexToBytes(keys.viewingKey), hexToBytes(keys.spendingPub)]
    return placesOf(announcements, ({ ephemeralPubKey, stealthAddress, metadata }) => {
      const hash = keccak(valid(mulTweakPublicKeyCompressed(hexToBytes(ephemeralPubKey), viewing)))
      if (hash[0] !== tagOf(metadata)) return false
      const own = valid(addTweakPublicKeyUncompressed(spending, hash))
      return isAddressEqual(publicKeyToAddress(bytesToHex(own)), stealthAddress)
    })
  }
}

/**
 * The reference implementation of the standard. Its modules import folders, which Node refuses, so it is bundled first.
 */
export async function prepareScopeLift(): Promise<Peer> {
  const { outputFiles } = await build({
    stdin: {
      contents: `export { checkStealthAddress, VALID_SCHEME_ID } from '@scopelift/stealth-address-sdk'`,
      resolveDir: import.meta.dirname,
    },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    logLevel: 'error',
  })
  const { checkStealthAddress }: { checkStealthAddress: CheckStealthAddress } = await import(
    `data:text/javascript;base64,${Buffer.from(outputFiles[0]?.contents ?? []).toString('base64')}`
  )
  return (keys, announcements) =>
    placesOf(announcements, ({ ephemeralPubKey, stealthAddress, metadata }) =>
      checkStealthAddress({
        ephemeralPublicKey: ephemeralPubKey,
        schemeId: 1,
        spendingPublicKey: keys.spendingPub,
        userStealthAddress: stealthAddress,
        viewingPrivateKey: keys.viewingKey,
        viewTag: metadata.slice(0, 4),
      }),
    )
}

function placesOf(
  announcements: readonly RawAnnouncement[],
  isOwn: (announcement: RawAnnouncement) => boolean,
): number[] {
  return announcements.flatMap((announcement, place) => (isOwn(announcement) ? [place] : []))
}

function tagOf(metadata: string): number {
  return Number.parseInt(metadata.slice(2, 4), 16)
}
