import { useHoldfast } from '@holdfast/react'
import { parseAddress } from '@holdfast/sdk/chain'
import { LinkMalformedError, TransferUnavailableError } from '@holdfast/sdk/errors'
import { type OpenLink, previewPaymentLink, readPaymentLink } from '@holdfast/sdk/links'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Address } from 'viem'
import { useClient, useConfig } from 'wagmi'
import { announce } from '../../app/announce.js'
import { Screen } from '../../app/Screen.js'
import { useOnline } from '../../app/useOnline.js'
import type { Busy } from '../../journal/withFlowLock.js'
import { Fault } from '../../parts/Fault.js'
import { Notice } from '../../parts/Notice.js'
import { ReadFault } from '../../parts/ReadFault.js'
import { saidOf } from '../../parts/saidOf.js'
import { useChainNow } from '../../parts/useChainNow.js'
import { SilenceNotice } from '../../wallets/SilenceNotice.js'
import type { Session } from '../../wallets/useSession.js'
import { useClaimWords } from '../../words/useClaimWords.js'
import { useLinkWords } from '../../words/useLinkWords.js'
import { useWords } from '../../words/useWords.js'
import type { Press } from '../claim/ClaimOutcome.js'
import { PayView } from './PayView.js'
import { payHeading } from './payHeading.js'

/** Takes the money of a payment link, or asks its sender for it. Opening a link reads it and does nothing else. */
export function PayScreen({ link, session }: { link: string; session: Session }) {
  const claimWords = useClaimWords()
  const { pay } = useLinkWords()
  const [read] = useState(() => readLink(link))
  const { chains } = useConfig()
  if (read === 'lost' || read === 'malformed') {
    const { title, why } = read === 'lost' ? pay.lost : pay.missing
    return (
      <Screen title={title}>
        <p>{why}</p>
      </Screen>
    )
  }
  if (!chains.some(({ id }) => id === read.chainId))
    return (
      <Screen title={claimWords.otherChain.title}>
        <p>{claimWords.otherChain.why}</p>
      </Screen>
    )
  return <KnownLink key={session.account} link={read} session={session} />
}

function KnownLink({ link, session }: { link: OpenLink; session: Session }) {
  const language = useWords()
  const { words, format } = language
  const claimWords = useClaimWords()
  const { pay } = useLinkWords()
  const config = useConfig()
  const holdfast = useHoldfast()
  const isOnline = useOnline()
  const client = useClient({ chainId: link.chainId })
  const [typed, setTyped] = useState<string>(session.account ?? '')
  const [press, setPress] = useState<Press>({ at: 'ready' })
  const [busy, setBusy] = useState<Busy>()
  const [isAsking, setAsking] = useState(false)
  const stopped = useRef<AbortController>(undefined)
  useEffect(() => () => stopped.current?.abort(), [])
  const recipient = readAddress(typed)
  const preview = useQuery({
    // No query key contains the secret.
    queryKey: ['preview', 'payment', link.chainId, link.transferId.toString()],
    enabled: client !== undefined,
    gcTime: 0,
    refetchInterval: 4_000,
    queryFn: () => {
      if (client === undefined) throw new Error('This page does not know the chain.')
      return previewPaymentLink({ publicClient: client }, link)
    },
  })
  const { now } = useChainNow(link.chainId, preview.data?.deadline)
  const claim = async (way: 'service' | 'wallet') => {
    if (recipient === undefined) return
    stopped.current = new AbortController()
    const { signal } = stopped.current
    setPress({ at: 'pressed', isUnknown: false })
    setBusy(undefined)
    const pressed = { link, recipient, code: undefined }
    try {
      const outcome =
        way === 'service'
          ? await (await import('../claim/claimByService.js')).claimByService(config, holdfast, pressed, {
              signal,
              onUnknown: () => setPress({ at: 'pressed', isUnknown: true }),
            })
          : await (await import('../claim/claimByWallet.js')).claimByWallet(config, holdfast, pressed, setAsking)
      if (signal.aborted) return
      if (typeof outcome === 'string') {
        setBusy(outcome)
        return setPress({ at: 'ready' })
      }
      setPress({ at: 'over', outcome })
      if (outcome.kind === 'refused') announce(claimWords.fault[outcome.fault], 'assertive')
      else announce(outcome.kind === 'asked' ? pay.waiting.title : pay.done.why, 'assertive')
      await preview.refetch()
    } catch (error) {
      if (signal.aborted) return
      setPress({ at: 'failed', error })
      announce(await saidOf(error, language), 'assertive')
    }
  }
  if (isMissing(preview.error))
    return (
      <Screen title={pay.missing.title}>
        <p>{pay.missing.why}</p>
      </Screen>
    )
  const shown = preview.data
  const { title, lead } = payHeading({ preview: shown, press, recipient }, pay, format)
  return (
    <Screen title={title ?? pay.one} lead={lead}>
      <SilenceNotice isAwaited={press.at === 'pressed' && isAsking} />
      {busy !== undefined && <Notice kind="warning" title={words.busy[busy]} />}
      {shown === undefined && <ReadFault read={preview} />}
      {shown !== undefined && preview.error !== null && (
        <Notice title={words.app.asOf(format.moment(new Date(preview.dataUpdatedAt)))} />
      )}
      <PayView
        preview={shown}
        now={now}
        typed={typed}
        recipient={recipient}
        isConnected={session.account !== undefined}
        hasService={holdfast.service !== undefined}
        press={press}
        waits={!isOnline ? 'offline' : recipient === undefined ? 'own_address' : undefined}
        onType={(text) => {
          setTyped(text)
          if (press.at === 'over' || press.at === 'failed') setPress({ at: 'ready' })
        }}
        onPress={(way) => void claim(way)}
      />
      {press.at === 'failed' && shown?.state !== 'claimed' && <Fault error={press.error} />}
    </Screen>
  )
}

/** `lost` where the page was loaded again after the secret had left its address. */
function readLink(hash: string): OpenLink | 'lost' | 'malformed' {
  if (/^#\/pay\/\d+\/\d+\/?$/.test(hash)) return 'lost'
  try {
    const link = readPaymentLink(hash)
    return link.kind === 'payment' ? link : 'malformed'
  } catch {
    return 'malformed'
  }
}

function readAddress(text: string): Address | undefined {
  try {
    return parseAddress('recipient', text.trim())
  } catch {
    return undefined
  }
}

function isMissing(error: unknown): boolean {
  if (error instanceof LinkMalformedError) return true
  return error instanceof TransferUnavailableError && error.reason === 'unknown'
}
