import { useBridgeStatus, useHoldfast, useVerifyForwardedMint } from '@holdfast/react'
import { BRIDGE_CHAINS, type ForwardedMint } from '@holdfast/sdk/bridge'
import { type BridgeChainName, chainLabel } from '@holdfast/sdk/chain'
import { useEffect, useState } from 'react'
import { type Hash, isHash } from 'viem'
import { Screen } from '../../app/Screen.js'
import { useOpenRows } from '../../journal/useOpenRows.js'
import { ReadFault } from '../../parts/ReadFault.js'
import { LazyOpenNote } from '../../plan/LazyOpenNote.js'
import { LazyPlanRun } from '../../plan/LazyPlanRun.js'
import { useIssuer } from '../../plan/useNetworks.js'
import type { Session } from '../../wallets/useSession.js'
import { useFlowWords } from '../../words/useFlowWords.js'
import { useWords } from '../../words/useWords.js'
import { TrackView } from './TrackView.js'

/** A transfer by its one id: the network it left, and the hash of its burn. */
export function TrackScreen({ session, chain, hash }: { session: Session; chain: string; hash: string }) {
  const flow = useFlowWords()
  const { words } = useWords()
  if (!Object.hasOwn(BRIDGE_CHAINS, chain) || !isHash(hash))
    return (
      <Screen title={words.app.notFound.title} lead={words.app.notFound.why}>
        <p>
          <a href="#/bridge">{flow.bridge.title}</a>
        </p>
      </Screen>
    )
  // It is a name of the table above.
  return <Track session={session} from={chain as BridgeChainName} burnTxHash={hash} />
}

function Track({ session, from, burnTxHash }: { session: Session; from: BridgeChainName; burnTxHash: Hash }) {
  const flow = useFlowWords()
  const { attestation } = useIssuer()
  const { journal } = useHoldfast()
  const [isMinting, setMinting] = useState(false)
  /** The mint that was asked for here; `null` where it was made before, in a transaction that is not known. */
  const [minted, setMinted] = useState<Hash | null>()
  const [isOver, setOver] = useState(false)
  const refetchInterval = isOver ? false : 3_000
  const { domain } = BRIDGE_CHAINS[from]
  const asked = useBridgeStatus({ sourceDomain: domain, burnTxHash, apiUrl: attestation, query: { refetchInterval } })
  const status = asked.data ?? undefined
  const row = useOpenRows()?.find(({ bridge }) => bridge?.burnTxHash === burnTxHash)
  const entry = row?.id
  // The issuer may not know of a mint by another account.
  const forwardTxHash = minted ?? (status?.state === 'minted' ? status.forwardTxHash : undefined)
  const checked = useVerifyForwardedMint({
    sourceDomain: domain,
    burnTxHash,
    forwardTxHash,
    query: { refetchInterval },
  })
  const message = status !== undefined && 'message' in status ? status.message : undefined
  const to = message && nameOfDomain(message.destinationDomain)
  const unknown: ForwardedMint | undefined =
    minted === null && to !== undefined ? { state: 'not_seen', chain: to } : undefined
  const mint = checked.data ?? unknown
  // Nothing more will be known.
  const isKnown = mint?.state === 'arrived' || mint?.state === 'unread'
  useEffect(() => {
    if (!isKnown) return
    setOver(true)
    // If the row cannot be changed, the next visit finds it again.
    if (entry !== undefined) void journal.change(entry, () => ({ state: 'done' })).catch(() => {})
  }, [isKnown, entry, journal])
  return (
    <Screen title={flow.bridge.track}>
      {isMinting && to !== undefined ? (
        <LazyPlanRun<'mintBridged'>
          session={session}
          chainId={BRIDGE_CHAINS[to].chainId}
          chainName={chainLabel(to)}
          operation="mintBridged"
          params={{ sourceDomain: domain, burnTxHash, to }}
          issuerUrl={attestation}
          press={flow.bridge.mint.press}
          onBack={() => setMinting(false)}
          onDone={({ mintTxHash }) => {
            setMinting(false)
            setMinted(mintTxHash ?? null)
          }}
          onOpen={() => setMinting(false)}
        />
      ) : (
        <TrackView from={from} burnTxHash={burnTxHash} status={status} mint={mint} onMint={() => setMinting(true)}>
          <ReadFault read={asked} />
          <ReadFault read={checked} />
          {row !== undefined && status?.state === 'unseen' && <LazyOpenNote row={row} title={flow.unfinished} />}
        </TrackView>
      )}
      <p>
        <a href="#/bridge">{flow.bridge.title}</a>
      </p>
    </Screen>
  )
}

function nameOfDomain(domain: number): BridgeChainName | undefined {
  const names = Object.keys(BRIDGE_CHAINS).filter((name): name is BridgeChainName => name in BRIDGE_CHAINS)
  return names.find((name) => BRIDGE_CHAINS[name].domain === domain)
}
