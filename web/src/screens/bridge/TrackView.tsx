import type { BridgeStatus, ForwardedMint } from '@holdfast/sdk/bridge'
import { type BridgeChainName, chainLabel } from '@holdfast/sdk/chain'
import type { ReactNode } from 'react'
import type { Hash } from 'viem'
import { CopyButton } from '../../parts/CopyButton.js'
import { Notice } from '../../parts/Notice.js'
import { useFlowWords } from '../../words/useFlowWords.js'
import { useWords } from '../../words/useWords.js'

/** Where a transfer is: until it arrives by the issuer's word, then by that of the chains; and what its one id is. */
export function TrackView({
  from,
  burnTxHash,
  status,
  mint,
  children,
  onMint,
}: {
  from: BridgeChainName
  burnTxHash: Hash
  /** `undefined` while it is asked for. */
  status: BridgeStatus | undefined
  /** What the chains say of the mint, once one is named. */
  mint?: ForwardedMint | undefined
  children?: ReactNode
  onMint: () => void
}) {
  const { bridge, claimed } = useFlowWords()
  const { words, format } = useWords()
  const isFailed = mint === undefined && status?.state === 'attested' && status.forwarding !== 'pending'
  const shown = shownOf()
  function shownOf(): { title: string; why: string } | undefined {
    if (mint?.state === 'arrived')
      return { title: bridge.received(format.usdc(mint.received)), why: bridge.state.minted.why }
    if (mint !== undefined) return { title: claimed.title, why: claimed[mint.state](chainLabel(mint.chain)) }
    if (isFailed) return bridge.state.failed
    // Not by the chain yet.
    return status && bridge.state[status.state === 'minted' ? 'attested' : status.state]
  }
  const isLate = !isFailed && mint?.state !== 'arrived' && status !== undefined && 'message' in status
  return (
    <>
      {children}
      <section className="card stack">
        <div role="status" className="stack-small">
          {shown === undefined ? (
            <p className="quiet">
              <span className="turning" aria-hidden="true" /> {words.app.waiting}
            </p>
          ) : (
            <>
              <h2>{shown.title}</h2>
              <p>{shown.why}</p>
            </>
          )}
          {status?.state === 'confirming' && status.delay !== undefined && <p>{bridge.delay}</p>}
        </div>
        <div className="stack-small">
          <p className="hint">{bridge.id}</p>
          <p className="mono hash" translate="no">
            {burnTxHash}
          </p>
          <p className="hint">
            {bridge.from} <span translate="no">{chainLabel(from)}</span>
          </p>
          <div>
            <CopyButton text={burnTxHash} />
          </div>
        </div>
      </section>
      {isFailed && (
        <Notice title={bridge.mint.title}>
          <Mint onMint={onMint} />
        </Notice>
      )}
      {/* It is about to, and nothing says when it will not. */}
      {isLate && (
        <details className="details">
          <summary>{bridge.mint.late}</summary>
          <div className="stack-small">
            <p>{bridge.mint.lateWhy}</p>
            <Mint onMint={onMint} />
          </div>
        </details>
      )}
    </>
  )
}

function Mint({ onMint }: { onMint: () => void }) {
  const { mint } = useFlowWords().bridge
  return (
    <>
      <p>{mint.why}</p>
      <div>
        <button type="button" className="button" onClick={onMint}>
          {mint.press}
        </button>
      </div>
    </>
  )
}
