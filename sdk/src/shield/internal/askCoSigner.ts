import { type Address, type Hex, isHex } from 'viem'
import { gateOf } from '../../chain/transaction/walletGate.js'
import { withDeadline } from '../../chain/withDeadline.js'
import { SignatureDeclinedError, WalletSilentError } from '../../errors/transaction.js'
import type { AuthorizeResult, CosignerFault, PrivatePayOutcome } from '../coSigner.js'
import { COSIGNER_FAULTS } from '../cosignerFaults.js'
import { type SpendDigestParams, spendDigest } from '../spendDigest.js'
import type { ShieldClients } from '../types.js'
import { verifyCosignature } from './verifyCosignature.js'

/** How long a co-signer may think. */
export type AskOptions = {
  /** @default 30000 */
  cosignerTimeoutMs?: number | undefined
  /** Ends the asking too; nothing is sent then. */
  signal?: AbortSignal | undefined
}

/** A withheld signature, as a payment reports it. */
export type Vetoed = Extract<PrivatePayOutcome, { ok: false }>

/**
 * Asks for one signature and believes nothing: what comes back must be over exactly this spend, and by whom the box
 * itself names.
 *
 * @returns The signature, or the veto. Whatever else the co-signer does is a veto too: with a signature that is late,
 *   garbled or over something else, nothing may be funded and nothing spent.
 * @throws `SignatureDeclinedError` and `WalletSilentError` of an owner's wallet that gave no proof of who is asking;
 *   `ChainUnavailableError` when a co-signer that is a contract cannot be asked about its signature.
 */
export async function askCoSigner(
  { publicClient, walletClient }: ShieldClients,
  ask: () => Promise<AuthorizeResult>,
  { cosigner, ...spend }: SpendDigestParams & { cosigner: Address },
  { cosignerTimeoutMs = 30_000, signal }: AskOptions,
): Promise<{ ok: true; signature: Hex } | Vetoed> {
  const gated = gateOf(walletClient)?.cosign()
  if (gated !== undefined) return { ok: true, signature: gated }
  let answer: unknown
  try {
    answer = await withDeadline(async () => ask(), { timeoutMs: cosignerTimeoutMs, signal })
  } catch (error) {
    // The owner's wallet, asked to prove who is asking.
    if (error instanceof SignatureDeclinedError || error instanceof WalletSilentError) throw error
    return fault('cosigner_unavailable')
  }
  // Of any value `Object` makes an object; each field is checked below.
  const { approved, signature, code, reason, riskReasons } = Object(answer) as Record<string, unknown>
  if (approved === false && typeof reason === 'string')
    return {
      ok: false,
      vetoed: true,
      ...(typeof code === 'string' && { code }),
      reason,
      ...(Array.isArray(riskReasons) && {
        riskReasons: riskReasons.filter((rule): rule is string => typeof rule === 'string'),
      }),
    }
  if (approved !== true || !isHex(signature)) return fault('cosigner_garbled')
  const isGood = await verifyCosignature(publicClient, { cosigner, digest: spendDigest(spend), signature })
  return isGood ? { ok: true, signature } : fault('cosigner_mismatch')
}

function fault(code: CosignerFault): Vetoed {
  return { ok: false, vetoed: true, code, reason: COSIGNER_FAULTS[code] }
}
