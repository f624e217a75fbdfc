import type { BoxDetails, CosignVeto } from '@holdfast/sdk/shield'
import type { ReactNode } from 'react'
import { LazyPlanRun } from '../../plan/LazyPlanRun.js'
import { useBoxWords } from '../../words/useBoxWords.js'
import { useWords } from '../../words/useWords.js'
import type { Doing } from './Doing.js'
import type { KeptCosigner, ServiceCosigner } from './useCosigner.js'

/** Carries out what was chosen: the plan of the library, and nothing besides. */
export function BoxRun({
  common,
  doing,
  box,
  wasConfirmed,
  makeCosigner,
  unlocking,
  onDone,
}: {
  common: Pick<Parameters<typeof LazyPlanRun>[0], 'session' | 'chainId' | 'chainName' | 'onBack' | 'onOpen'>
  doing: Doing
  box: BoxDetails
  wasConfirmed: boolean
  /** Asks for the keys that a payment needs, where they were forgotten. */
  unlocking: ReactNode
  makeCosigner: (kept: KeptCosigner) => { cosigner: ReturnType<ServiceCosigner['open']> }
  onDone: (outcome?: { ok: true } | ({ ok: false } & Pick<CosignVeto, 'code' | 'riskReasons'>)) => void
}) {
  const { presses, proof } = useBoxWords()
  const { format } = useWords()
  switch (doing.act) {
    case 'fund':
      return (
        <LazyPlanRun<'fundEphemeral'>
          {...common}
          operation="fundEphemeral"
          params={doing.params}
          isConfirmed={wasConfirmed}
          press={presses.fund(format.usdc(doing.params.amount))}
          onDone={() => onDone()}
        />
      )
    case 'pay':
      return (
        <LazyPlanRun<'settlePrivatePayment'>
          {...common}
          operation="settlePrivatePayment"
          params={doing.params}
          // Its payee was confirmed when money went in.
          isConfirmed
          entry={doing.entry}
          note={unlocking ?? (doing.ephemeralPubKey === undefined && <p className="notice">{proof}</p>)}
          waits={unlocking === undefined ? undefined : 'refused'}
          press={presses.pay(format.usdc(doing.params.amount))}
          handOver={{
            cosigner: box.cosigner,
            chainId: common.chainId,
            owner: doing.params.owner,
            ephemeralPubKey: doing.ephemeralPubKey,
          }}
          // Stored by this screen.
          makeHandOver={(kept) => makeCosigner(kept as KeptCosigner)}
          onDone={onDone}
        />
      )
    case 'pull':
      return (
        <LazyPlanRun<'submitPull'>
          {...common}
          operation="submitPull"
          params={doing.params}
          press={presses.pull(format.usdc(doing.params.amount))}
          handOver={{ cosignerSig: doing.signature }}
          onDone={() => onDone()}
        />
      )
    default:
      if ('signed' in doing) {
        const { signature, ...params } = doing.signed
        return (
          <LazyPlanRun<'sweepWithSignature'>
            {...common}
            operation="sweepWithSignature"
            params={params}
            // The money goes to a stealth address of the person.
            isConfirmed
            press={presses.sweep(format.usdc(box.balance ?? 0n))}
            handOver={{ signature }}
            onDone={() => onDone()}
          />
        )
      }
      return (
        <LazyPlanRun<'sweepToVault'>
          {...common}
          operation="sweepToVault"
          params={doing.params}
          entry={doing.entry}
          press={presses.sweep(format.usdc(box.balance ?? 0n))}
          onDone={() => onDone()}
        />
      )
  }
}
