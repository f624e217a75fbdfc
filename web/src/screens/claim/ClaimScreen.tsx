import { useHoldfast } from '@holdfast/react'
import { LinkMalformedError, TransferUnavailableError } from '@holdfast/sdk/errors'
import { type ClaimLink, previewPaymentLink, readPaymentLink } from '@holdfast/sdk/links'
import { normaliseSecret } from '@holdfast/sdk/transfer'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useClient, useConfig } from 'wagmi'
import { useHashLocation } from 'wouter/use-hash-location'
import { announce } from '../../app/announce.js'
import { keepLink } from '../../app/hideCode.js'
import { Screen } from '../../app/Screen.js'
import { useOnline } from '../../app/useOnline.js'
import type { Busy } from '../../journal/withFlowLock.js'
import { Fault } from '../../parts/Fault.js'
import { Notice } from '../../parts/Notice.js'
import { ReadFault } from '../../parts/ReadFault.js'
import { saidOf } from '../../parts/saidOf.js'
import { useChainNow } from '../../parts/useChainNow.js'
import { useNames } from '../../people/usePeople.js'
import { SilenceNotice } from '../../wallets/SilenceNotice.js'
import type { Session } from '../../wallets/useSession.js'
import { WalletNotice } from '../../wallets/WalletNotice.js'
import { useClaimWords } from '../../words/useClaimWords.js'
import { useWords } from '../../words/useWords.js'
import type { Waiting } from '../../words/Words.js'
import { ClaimCardView, claimHeading } from './ClaimCardView.js'
import { ClaimEntryView } from './ClaimEntryView.js'
import type { Press } from './ClaimOutcome.js'

/** Claims a payment. Opening a link reads it and does nothing else: programs that preview links open them too. */
export function ClaimScreen({ link: whole, session }: { link: string; session: Session }) {
  const claimWords = useClaimWords()
  const [link] = useState(() => readLink(whole))
  const [path, navigate] = useHashLocation()
  if (link !== undefined) return <LinkedClaim link={link} session={session} />
  return (
    <Screen title={claimWords.title} lead={claimWords.lead}>
      <ClaimEntryView isWrong={path !== '/claim'} onOpen={(hash) => navigate(keepLink(hash))} />
    </Screen>
  )
}

function LinkedClaim({ link, session }: { link: ClaimLink; session: Session }) {
  const language = useWords()
  const { words, format } = language
  const claimWords = useClaimWords()
  const config = useConfig()
  const holdfast = useHoldfast()
  const isOnline = useOnline()
  const nameOf = useNames()
  const { chainId, transferId } = link
  const isKnownChain = config.chains.some(({ id }) => id === chainId)
  const client = useClient({ chainId })
  const [code, setCode] = useState(link.code ?? '')
  const [press, setPress] = useState<Press>({ at: 'ready' })
  const [busy, setBusy] = useState<Busy>()
  const [isAsking, setAsking] = useState(false)
  const stopped = useRef<AbortController>(undefined)
  useEffect(() => () => stopped.current?.abort(), [])

  const preview = useQuery({
    queryKey: ['preview', chainId, transferId.toString()],
    enabled: client !== undefined && isKnownChain,
    refetchInterval: 4_000,
    queryFn: () => {
      if (client === undefined) throw new Error('This page does not know the chain.')
      return previewPaymentLink({ publicClient: client }, { kind: 'claim', chainId, transferId })
    },
  })

  const { now } = useChainNow(chainId, preview.data?.deadline)

  const claim = async (way: 'service' | 'wallet') => {
    const recipient = preview.data?.recipient
    if (recipient === undefined || recipient === null) return
    stopped.current = new AbortController()
    const { signal } = stopped.current
    setPress({ at: 'pressed', isUnknown: false })
    setBusy(undefined)
    const pressed = { link: { kind: 'claim' as const, chainId, transferId }, recipient, code }
    try {
      const outcome =
        way === 'service'
          ? await (await import('./claimByService.js')).claimByService(config, holdfast, pressed, {
              signal,
              onUnknown: () => setPress({ at: 'pressed', isUnknown: true }),
            })
          : await (await import('./claimByWallet.js')).claimByWallet(config, holdfast, pressed, setAsking)
      if (signal.aborted) return
      if (typeof outcome === 'string') {
        setBusy(outcome)
        return setPress({ at: 'ready' })
      }
      setPress({ at: 'over', outcome })
      announce(outcome.kind === 'refused' ? claimWords.fault[outcome.fault] : claimWords.done.why, 'assertive')
      await preview.refetch()
    } catch (error) {
      if (signal.aborted) return
      setPress({ at: 'failed', error })
      announce(await saidOf(error, language), 'assertive')
    }
  }

  if (!isKnownChain)
    return (
      <Screen title={claimWords.otherChain.title}>
        <p>{claimWords.otherChain.why}</p>
      </Screen>
    )
  if (isMissing(preview.error))
    return (
      <Screen title={claimWords.missing.title}>
        <p>{claimWords.missing.why}</p>
      </Screen>
    )
  const shown = preview.data
  const { title, lead } = claimHeading({ preview: shown, press }, { claimWords, format })
  return (
    <Screen title={title} lead={lead}>
      {shown === undefined && <ReadFault read={preview} />}
      {shown !== undefined && preview.error !== null && (
        <Notice title={words.app.asOf(format.moment(new Date(preview.dataUpdatedAt)))} />
      )}
      {session.account !== undefined && <WalletNotice session={session} />}
      <SilenceNotice isAwaited={press.at === 'pressed' && isAsking} />
      {busy !== undefined && <Notice kind="warning" title={words.busy[busy]} />}
      <ClaimCardView
        preview={shown}
        now={now}
        account={session.account}
        nameOf={nameOf}
        hasService={holdfast.service !== undefined}
        code={code}
        press={press}
        waits={waitingOf(isOnline, code, shown?.state === 'open')}
        onCode={(next) => {
          setCode(readCode(next))
          if (press.at === 'over' || press.at === 'failed') setPress({ at: 'ready' })
        }}
        onClaim={(way) => void claim(way)}
      />
      {press.at === 'failed' && shown?.state !== 'claimed' && <Fault error={press.error} />}
    </Screen>
  )
}

/** `undefined` where the address of the page is not a claim link. */
function readLink(hash: string): ClaimLink | undefined {
  try {
    const link = readPaymentLink(hash)
    return link.kind === 'claim' ? link : undefined
  } catch {
    return undefined
  }
}

function waitingOf(isOnline: boolean, code: string, isOpen: boolean): Waiting | undefined {
  if (!isOnline) return 'offline'
  if (!isOpen) return undefined
  return normaliseSecret(code) === null ? 'code' : undefined
}

function isMissing(error: unknown): boolean {
  if (error instanceof LinkMalformedError) return true
  return error instanceof TransferUnavailableError && error.reason === 'unknown'
}

/** The code out of a whole link that was pasted into its field. */
function readCode(text: string): string {
  return /#\/claim\/[^/\s]+\/[^/\s]+\/([^/\s]+)/.exec(text)?.[1] ?? text
}
