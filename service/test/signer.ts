import { API_REQUEST_HEADERS, apiRequestMessage } from '@holdfast/sdk/wire'
import { bytesToHex, hexToBytes } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { createSignerRecovery } from '../src/keys/createSignerRecovery.js'
import { loadCurve } from '../src/keys/loadCurve.js'

/** Signs many requests: the same as `sign`, ten times as fast. */
export async function createRequestSigner(): Promise<RequestSigner> {
  const curve = await loadCurve()
  const { bodyHash, messageDigest } = await createSignerRecovery()
  return ({ address, privateKey }, { path, body, timestamp = Date.now() }) => {
    const message = apiRequestMessage({ path, timestamp, bodyHash: bodyHash(body) })
    const signed = curve.signMessageHashRecoverableCompact(hexToBytes(privateKey), messageDigest(message))
    if (typeof signed === 'string') throw new Error(signed)
    return {
      [API_REQUEST_HEADERS.address]: address,
      [API_REQUEST_HEADERS.timestamp]: `${timestamp}`,
      [API_REQUEST_HEADERS.signature]: `${bytesToHex(signed.signature)}${signed.recoveryId === 0 ? '1b' : '1c'}`,
    }
  }
}

/** The headers of a signed request. */
export type RequestSigner = (
  by: KeyHolder,
  request: { path: string; body: Uint8Array; timestamp?: number },
) => Record<string, string>

/** An address and the key to it. */
export type KeyHolder = Pick<PrivateKeyAccount, 'address'> & { privateKey: `0x${string}` }
