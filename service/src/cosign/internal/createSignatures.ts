import { spendTypedData } from '@holdfast/sdk/shield'
import type { CosignRequest } from '@holdfast/sdk/wire'
import { type Hex, hexToBytes } from 'viem'
import type { Audit } from '../../audit/Audit.js'
import { parseSignature, type SignerRecovery } from '../../keys/createSignerRecovery.js'
import type { Signer } from '../../keys/Signer.js'
import type { ServiceParts } from '../../parts/ServiceParts.js'
import { CosignFaultError } from '../CosignErrors.js'
import { createDigests, type DigestParams } from './createDigests.js'
import { createEquivocations } from './createEquivocations.js'
import type { Records } from './createRecords.js'
import type { Sealer } from './createSealer.js'
import { createLedger, type LedgerKey } from './ledger.js'
import type { Note } from './Turn.js'

/** Signs spends, each once, and writes every signature down before it goes out. */
export function createSignatures(
  parts: Pick<ServiceParts, 'store' | 'metrics' | 'log' | 'now'>,
  { signer, recovery, sealer, audit, records }: createSignatures.Options,
): Signatures {
  const { store, metrics, log, now } = parts
  const ledger = createLedger(store, sealer, now)
  const digestOf = createDigests()
  const countEquivocation = createEquivocations(parts)
  /** Being made, by digest. */
  const signing = new Map<string, Promise<Hex>>()

  /** One signature at a time for a digest: a key that is elsewhere may sign differently each time. */
  function sign(spend: DigestParams, digest: Hex): Promise<Hex> {
    const running = signing.get(digest)
    if (running) return running
    const made = signer
      .signTypedData(spendTypedData(spend), digest)
      .then((given) => {
        const parsed = parseSignature(given)
        const isOurs = parsed && recovery.recover(hexToBytes(digest), parsed) === signer.address.toLowerCase()
        if (!isOurs || !/1[bc]$/.test(given)) throw new CosignFaultError('foreign_signature')
        return given
      })
      .finally(() => signing.delete(digest))
    signing.set(digest, made)
    return made
  }

  return {
    async make(spend, boxDigest) {
      const digest = digestOf(spend)
      if (digest !== boxDigest) {
        log.error('a box names another digest', { chain: spend.chainId, digest })
        throw new CosignFaultError('foreign_digest')
      }
      const { account, chainId, nonce } = spend
      const key = { chainId, account, nonce, digest }
      const { signature, hasOther } = await ledger.find(key)
      return { key, signature: signature ?? (await sign(spend, digest)), isRepeat: signature !== undefined, hasOther }
    },

    async record({ key, signature, isRepeat, hasOther }, { request, note, expiry }) {
      const body = { ...note, isRepeat, isSecond: !isRepeat && hasOther }
      if (isRepeat) {
        await records.write(request, { kind: 'sign', body }, { isRepeat })
        return signature
      }
      const row = ledger.rowOf(key, signature, expiry)
      const isNew = await audit.appendWith({ kind: 'sign', body }, ledger.write, row)
      if (isNew) {
        if (hasOther) countEquivocation()
        return signature
      }
      // Another request has signed the same meanwhile: there is one signature for it.
      const { signature: kept } = await ledger.find(key)
      if (kept === undefined) log.error('a stored signature cannot be opened', { digest: key.digest })
      return kept ?? signature
    },

    async alertIfOut(key) {
      const before = await ledger.find(key).catch(() => undefined)
      if (before?.signature === undefined && before?.hasOther !== true) return
      metrics.count('cosign_blocked_after_signing_total')
      log.error('the firewall blocks a target that was signed for', { chain: key.chainId, account: key.account })
    },
  }
}

export declare namespace createSignatures {
  type Options = {
    signer: Signer
    recovery: SignerRecovery
    sealer: Sealer
    audit: Pick<Audit, 'appendWith'>
    records: Records
  }
}

export type Signatures = {
  /**
   * Signs a spend, or finds the signature that is out already.
   *
   * @param boxDigest - What the box itself would take a signature over.
   * @throws `CosignFaultError` when that is something else, or the key has signed something else.
   */
  make: (spend: DigestParams, boxDigest: Hex) => Promise<MadeSignature>
  /**
   * Writes a signature down, as the last thing before it goes out.
   *
   * @returns The one to hand out: another request may have signed the same meanwhile.
   */
  record: (
    made: MadeSignature,
    /** `expiry`: of the box, Unix seconds. */
    facts: { request: CosignRequest; note: Note; expiry: number },
  ) => Promise<Hex>
  /** A signature that is out stays valid until its box moves on; who blocks the target now wants to know of it. */
  alertIfOut: (key: LedgerKey) => Promise<void>
}

type MadeSignature = {
  key: LedgerKey
  signature: Hex
  /** It was out before. */
  isRepeat: boolean
  /** There is one for another spend at the same nonce. */
  hasOther: boolean
}
