import { spendTypedData } from '@holdfast/sdk/shield'
import { type Hex, hexToBytes } from 'viem'
import { parseSignature, type SignerRecovery } from '../../keys/createSignerRecovery.js'
import type { Signer } from '../../keys/Signer.js'
import { CosignFaultError } from '../CosignErrors.js'
import { createDigests, type DigestParams } from '../createDigests.js'

/** Signs spends. A digest has at most one signature in the making, since a remote key may sign differently each time. */
export function createSpendSigning({ signer, recovery }: { signer: Signer; recovery: SignerRecovery }): SpendSigning {
  /** By digest. */
  const running = new Map<string, Promise<Hex>>()

  async function signNow(spend: DigestParams, digest: Hex): Promise<Hex> {
    const signature = await signer.signTypedData(spendTypedData(spend), digest)
    const parsed = parseSignature(signature)
    const isOurs = parsed && recovery.recover(hexToBytes(digest), parsed) === signer.address.toLowerCase()
    // The contracts accept 27 and 28 only, `parseSignature` also 0 and 1.
    if (!isOurs || !/1[bc]$/.test(signature)) throw new CosignFaultError('foreign_signature')
    return signature
  }

  return {
    digestOf: createDigests(),
    sign(spend, digest) {
      const known = running.get(digest)
      if (known) return known
      const signed = signNow(spend, digest).finally(() => running.delete(digest))
      running.set(digest, signed)
      return signed
    },
  }
}

export type SpendSigning = {
  digestOf: (spend: DigestParams) => Hex
  /** @throws `CosignFaultError` when the key returns a signature that is not its own. */
  sign: (spend: DigestParams, digest: Hex) => Promise<Hex>
}
