import type { BridgeStatus } from '@holdfast/sdk/bridge'
import { type BridgeChainName, chainLabel } from '@holdfast/sdk/chain'
import type { ReactNode } from 'react'
import type { Hash } from 'viem'
import { CopyButton } from '../../parts/CopyButton.js'
import { Notice } from '../../parts/Notice.js'
import { useFlowWords } from '../../words/useFlowWords.js'
import { useWords } from '../../words/useWords.js'

/** Where a transfer is, by the issuer's word, and what its one id is. */
export function TrackView({
  from,
  burnTxHash,
  status,
  minted,
  children,
  onMint,
}: {
  from: BridgeChainName
  burnTxHash: Hash
  /** `undefined` while it is asked for. */
  status: BridgeStatus | undefined
  /** What this page has minted by itself. */
  minted?: bigint | undefined
  children?: ReactNode
  onMint: () => void
}) {
  const { bridge } = useFlowWords()
  const { words, format } = useWords()
  const isAttested = minted === undefined && status?.state === 'attested'
  const isFailed = isAttested && status.forwarding !== 'pending'
  const state = minted !== undefined ? 'minted' : isFailed ? 'failed' : status?.state
  const shown = state === undefined ? undefined : bridge.state[state]
  const received = minted ?? (status?.state === 'minted' ? (status.received ?? 0n) : 0n)
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
              <h2>{received > 0n ? bridge.received(format.usdc(received)) : shown.title}</h2>
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
      {isAttested && !isFailed && (
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
