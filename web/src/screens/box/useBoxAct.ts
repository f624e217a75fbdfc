import { ACTION_PULL, type BoxDetails, type CosignVeto } from '@holdfast/sdk/shield'
import type { StealthKeys } from '@holdfast/sdk/stealth'
import { useState } from 'react'
import type { Address, Hex } from 'viem'
import { useClient } from 'wagmi'
import { announce } from '../../app/announce.js'
import { readAmount } from '../../parts/readAmount.js'
import type { Session } from '../../wallets/useSession.js'
import type { BoxAct } from '../../words/BoxWords.js'
import { useBoxWords } from '../../words/useBoxWords.js'
import { type Holder, policyOf } from './boxActs.js'
import type { Doing } from './Doing.js'
import type { ServiceCosigner } from './useCosigner.js'

/** The spending account of an act, and who acts for it. */
type Owned = {
  box: BoxDetails
  session: Session
  holder: Holder | undefined
  /** What can be done now. */
  acts: readonly BoxAct[]
  keys: StealthKeys | undefined
  service: ServiceCosigner
  /** What the plan is made for, once it is known. */
  doing: Doing | undefined
  onDoing: (doing: Doing | undefined) => void
  onFinish: () => void
}

/** What a person does with a spending account: chosen, typed, asked of the co-signer, carried out. */
export function useBoxAct({ box, session, holder, acts, keys, service, doing, onDoing, onFinish }: Owned) {
  const { done } = useBoxWords()
  const { chainId } = session
  const client = useClient({ chainId })
  const [chosen, setChosen] = useState<BoxAct>()
  const [typed, setTyped] = useState('')
  const [isFaultShown, setFaultShown] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const [said, setSaid] = useState<BoxAct>()
  const [veto, setVeto] = useState<Pick<CosignVeto, 'code' | 'riskReasons'>>()
  const [error, setError] = useState<unknown>()
  const amount = readAmount(typed, undefined)
  const act = chosen !== undefined && acts.includes(chosen) ? chosen : acts[0]
  const { account } = box

  const forget = () => {
    setError(undefined)
    setVeto(undefined)
    setSaid(undefined)
  }
  const finish = (finished: BoxAct) => {
    onDoing(undefined)
    setTyped('')
    setChosen(undefined)
    setSaid(finished)
    announce(done[finished])
    onFinish()
  }

  /** Asks the co-signer; only the owner's own questions carry a proof. */
  const ask = async (
    owner: Address | undefined,
    question: (cosigner: ReturnType<ServiceCosigner['open']>) => Promise<CosignVeto | 'approved'>,
  ) => {
    setAsking(true)
    try {
      const { cosigner } = box
      const answer = await question(
        service.open({ cosigner, chainId, owner, ephemeralPubKey: holder?.ephemeralPubKey }),
      )
      if (answer !== 'approved') setVeto(answer)
    } catch (failure) {
      setError(failure)
    } finally {
      setAsking(false)
    }
  }
  const bind = (payer: Address) =>
    ask(holder?.owner, async (cosigner) => {
      const answer = await cosigner.bind({ chainId, account, payer, until: box.expiry })
      if (!answer.approved) return answer
      finish('bind')
      return 'approved'
    })
  const pull = (params: { account: Address; amount: bigint }) =>
    ask(undefined, async (cosigner) => {
      const { nonce, remaining, expiry, target } = box
      const seen = { chainId, target, nonce, remaining, expiry, now: box.now }
      const answer = await cosigner.authorize({ ...params, ...seen, action: ACTION_PULL })
      if (!answer.approved) return answer
      onDoing({ act: 'pull', params, signature: answer.signature })
      return 'approved'
    })

  /** Of a hidden address, which has no coin for gas: its key signs here. */
  const signSweep = async (ephemeralPubKey: Hex) => {
    if (client === undefined) return
    try {
      const { signHiddenSweep } = await import('../../stealth/hiddenOwner.js')
      onDoing({ act: 'sweep', signed: await signHiddenSweep(client, keys, { ephemeralPubKey, box: account }) })
    } catch (failure) {
      setError(failure)
    }
  }

  const review = async () => {
    const { account: own } = session
    forget()
    if (own === undefined) return
    if (act === 'sweep' && holder?.ephemeralPubKey !== undefined) return signSweep(holder.ephemeralPubKey)
    if (act === 'sweep') return onDoing({ act, params: { account, vault: own } })
    if (act === 'bind') return bind(own)
    if (amount.kind !== 'amount') return
    const params = { account, amount: amount.amount }
    if (act === 'pull') return pull(params)
    if (holder === undefined) return
    const { owner, ephemeralPubKey } = holder
    if (act === 'fund') return onDoing({ act, params: { ...params, policy: policyOf(box, owner) } })
    const whose = ephemeralPubKey === undefined ? { owner } : { owner, payer: own }
    if (act === 'pay') onDoing({ act, params: { ...params, ...whose, spentBefore: box.spent }, ephemeralPubKey })
  }

  return {
    act,
    typed,
    /** Whether the amount is valid. */
    isAmount: amount.kind === 'amount',
    isFaultShown,
    isAsking,
    /** What was finished last. */
    said,
    veto,
    error,
    choose(next: BoxAct) {
      forget()
      setChosen(next)
    },
    type: setTyped,
    leave: () => setFaultShown(typed !== ''),
    review: () => void review(),
    goOn(next: Doing) {
      forget()
      onDoing(next)
    },
    back: () => onDoing(undefined),
    /** Ends what was carried out, or shows why the co-signer refused. */
    end(outcome?: { ok: true } | ({ ok: false } & Pick<CosignVeto, 'code' | 'riskReasons'>)) {
      if (doing === undefined) return
      if (outcome === undefined || outcome.ok) return finish(doing.act)
      onDoing(undefined)
      setVeto(outcome)
    },
  }
}
