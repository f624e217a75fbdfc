import { useCheck } from '@holdfast/react'
import { deploymentFor } from '@holdfast/sdk/chain'
import { useDeferredValue, useState } from 'react'
import { useHashLocation } from 'wouter/use-hash-location'
import { Screen } from '../../app/Screen.js'
import { useOnline } from '../../app/useOnline.js'
import type { OpenRow } from '../../journal/openRow.js'
import { Fault } from '../../parts/Fault.js'
import { firewallOf, waitOf } from '../../parts/firewallOf.js'
import { Notice } from '../../parts/Notice.js'
import { ReadFault } from '../../parts/ReadFault.js'
import { LazyBlock } from '../../payee/LazyStops.js'
import { decisionOn, type Overruled } from '../../payee/Overruled.js'
import { readRecipient } from '../../payee/readRecipient.js'
import { useStealthKeys } from '../../stealth/stealthKeys.js'
import type { Session } from '../../wallets/useSession.js'
import { WalletNotice } from '../../wallets/WalletNotice.js'
import { useBoxWords } from '../../words/useBoxWords.js'
import { useWords } from '../../words/useWords.js'
import type { Waiting } from '../../words/Words.js'
import { type BoxForm, emptyBoxForm, termsOf } from './boxForm.js'
import { Hidden } from './Hidden.js'
import { MakeBoxView } from './MakeBoxView.js'
import { type BoxDraft, ReviewBox } from './ReviewBox.js'
import { useBoxDraft } from './useBoxDraft.js'
import { useCosigner } from './useCosigner.js'
import { useOpenBoxRows } from './useOpenBoxRows.js'
import { VetoNotice } from './VetoNotice.js'

/** A new spending account: its terms, what firewall and co-signer say of them, and its creation. */
export function MakeBoxScreen({ session }: { session: Session }) {
  const { form: texts } = useBoxWords()
  const isOnline = useOnline()
  const [form, setForm] = useState<BoxForm>(emptyBoxForm)
  const [areFaultsShown, setFaultsShown] = useState(false)
  const [overruled, setOverruled] = useState<Overruled>()
  const { account, chainId } = session
  const deployment = deploymentFor(chainId)
  const keys = useStealthKeys(account)
  const service = useCosigner(keys)

  const recipient = readRecipient(form.recipient, account)
  const target = useDeferredValue(recipient.kind === 'address' ? recipient.address : undefined)
  const check = useCheck({ chainId, sender: account, target })
  const report = check.data ?? undefined
  const firewall = firewallOf(check, report, target !== undefined && account !== undefined)
  const isOverruled = decisionOn(report, overruled) !== undefined
  const block = report?.level === 'block' && !isOverruled ? report : undefined

  const meant = (now: number) =>
    recipient.kind === 'address' && service.address !== undefined && deployment !== undefined
      ? termsOf(form, { token: deployment.usdc, cosigner: service.address, target: recipient.address, now })
      : undefined
  const drawing = useBoxDraft({ session, keys, service, isOverruled })
  const waits = waitingOf()
  function waitingOf(): Waiting | undefined {
    if (!isOnline) return 'offline'
    if (!session.hasContract) return 'contract'
    if (account === undefined) return 'wallet'
    if (session.isStray) return 'network'
    if (recipient.kind !== 'address') return 'recipient'
    if (service.address === undefined || (form.owner === 'hidden' && keys === undefined)) return 'refused'
    if (meant(0) === undefined) return 'amount'
    // The last answer is of another address while the new one is deferred.
    return waitOf(firewall, target === recipient.address && block === undefined && !drawing.isAsking)
  }

  if (drawing.draft !== undefined)
    return <ReviewBox session={session} draft={drawing.draft} onBack={() => void drawing.drop()} />
  return (
    <Screen title={texts.title} lead={texts.lead}>
      <MakeBoxView
        form={form}
        recipient={recipient}
        firewall={firewall}
        waits={waits}
        areFaultsShown={areFaultsShown}
        onChange={(next) => {
          setForm((before) => ({ ...before, ...next }))
          drawing.setVeto(undefined)
          if (next.recipient !== undefined) setFaultsShown(false)
        }}
        onLeave={() => setFaultsShown(true)}
        onAgain={() => void check.refetch()}
        onReview={() => void drawing.draw(form.owner, meant)}
        unlock={<Hidden session={session} isUnlocked={keys !== undefined} />}
      >
        <WalletNotice session={session} />
        {!service.hasService && (
          <Notice kind="warning" title={texts.noService.title}>
            <p>{texts.noService.why}</p>
          </Notice>
        )}
        <ReadFault read={service.read} />
        {drawing.error !== undefined && <Fault error={drawing.error} />}
        {drawing.veto !== undefined && <VetoNotice veto={drawing.veto} />}
      </MakeBoxView>
      {block !== undefined && (
        <LazyBlock
          report={block}
          hasChanged={false}
          onBack={() => setForm((before) => ({ ...before, recipient: '' }))}
          onOverrule={() => setOverruled({ report: block, at: Date.now() })}
        />
      )}
    </Screen>
  )
}

/** Goes on with a spending account whose creation was begun in this browser. */
export function ResumeBoxScreen({ entry, session }: { entry: string; session: Session }) {
  const { words } = useWords()
  const { form: texts, missing } = useBoxWords()
  const [, navigate] = useHashLocation()
  const rows = useOpenBoxRows(session.account)
  const row = rows?.find(({ id }) => id === entry)
  // The row is closed once it is created, which leads to another page.
  const [first, setFirst] = useState(row)
  if (first === undefined && row !== undefined) setFirst(row)
  const draft = first && draftOf(first)
  // No heading yet: the one of what is read takes the focus.
  if (rows === undefined) return <p className="quiet">{words.app.waiting}</p>
  if (draft === undefined)
    return (
      <Screen title={texts.title}>
        <p>
          <a href="#/boxes">{missing.back}</a>
        </p>
      </Screen>
    )
  return <ReviewBox session={session} draft={draft} onBack={() => navigate('/boxes')} />
}

function draftOf({ id, plan: { params }, draft }: OpenRow): BoxDraft | undefined {
  if (draft !== undefined) return { ...draft, entry: id }
  return 'salt' in params ? { factory: params.factory, salt: params.salt, policy: params.policy, entry: id } : undefined
}
