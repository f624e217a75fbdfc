import { type Journal, useHoldfast } from '@holdfast/react'
import { deploymentFor } from '@holdfast/sdk/chain'
import type { CosignVeto } from '@holdfast/sdk/shield'
import type { StealthKeys } from '@holdfast/sdk/stealth'
import { useState } from 'react'
import { bytesToHex } from 'viem'
import { getBlock } from 'viem/actions'
import { useClient } from 'wagmi'
import type { Session } from '../../wallets/useSession.js'
import type { BoxForm, termsOf } from './boxForm.js'
import type { BoxDraft } from './ReviewBox.js'
import type { ServiceCosigner } from './useCosigner.js'

/** Who creates a spending account, and whether the person has overridden a block of the firewall. */
type Maker = { session: Session; keys: StealthKeys | undefined; service: ServiceCosigner; isOverruled: boolean }

/** Prepares a new spending account, if the co-signer says that it would sign for it. */
export function useBoxDraft({ session, keys, service, isOverruled }: Maker) {
  const { account, chainId } = session
  const client = useClient({ chainId })
  const { journal } = useHoldfast()
  const [isAsking, setAsking] = useState(false)
  const [error, setError] = useState<unknown>()
  const [veto, setVeto] = useState<CosignVeto>()
  const [draft, setDraft] = useState<BoxDraft>()

  /** @param meant - The terms that were typed, by the chain's clock in Unix seconds. */
  const draw = async (owner: BoxForm['owner'], meant: (now: number) => ReturnType<typeof termsOf>) => {
    const factory = deploymentFor(chainId)?.spendPolicyFactory
    if (client === undefined || account === undefined || factory === undefined) return
    setError(undefined)
    setVeto(undefined)
    setAsking(true)
    try {
      const { timestamp } = await getBlock(client)
      const terms = meant(Number(timestamp))
      if (terms === undefined) return
      const { cosigner, target, maxAmount: amount } = terms
      // Asked first, so that no account is created whose payments the co-signer refuses.
      const answer = await service.open({ cosigner, chainId }).precheck({ owner: account, target, amount })
      if (!answer.approved && !(isOverruled && answer.code === 'risk_blocked')) return setVeto(answer)
      if (owner === 'wallet' || keys === undefined) {
        const salt = bytesToHex(crypto.getRandomValues(new Uint8Array(32)))
        return setDraft({ factory, salt, policy: { ...terms, owner: account, vault: account } })
      }
      const { drawHidden } = await import('../../stealth/hiddenOwner.js')
      const kept = { factory, ...(await drawHidden(client, keys, { factory, terms })) }
      // Stored before it is announced: its terms are nowhere else.
      const entry = await journal.keep({ draft: kept })
      setDraft({ ...kept, entry, isAnnounced: false })
    } catch (failure) {
      setError(failure)
    } finally {
      setAsking(false)
    }
  }

  const drop = async () => {
    setDraft(undefined)
    if (draft?.entry !== undefined) await dropUnused(journal, draft.entry)
  }

  return { draft, isAsking, error, veto, draw, drop, setVeto }
}

/** Removes a row that no write has used: there is nothing to resume. */
async function dropUnused(journal: Journal, entry: string): Promise<void> {
  const { state } = await journal.open(entry)
  if (state === 'kept') await journal.remove(entry)
}
