import type { RiskReason, RiskReport } from '@holdfast/sdk/risk'
import { usePayWords } from '../words/usePayWords.js'
import { useWords } from '../words/useWords.js'
import type { Firewall } from './firewallOf.js'
import { Tick } from './Icon.js'
import { Notice } from './Notice.js'

/** What the firewall says, below the field: one quiet line where nothing is wrong, else a sentence for each finding. */
export function FirewallNotice({ firewall, onAgain }: { firewall: Firewall; onAgain: () => void }) {
  const pay = usePayWords()
  switch (firewall.state) {
    case 'idle':
      return null
    case 'checking':
      return (
        <p className="quiet">
          <span className="turning" aria-hidden="true" /> {pay.firewall.checking}
        </p>
      )
    case 'unanswered':
      return (
        <Notice kind="warning" title={pay.firewall.unanswered}>
          <Again onAgain={onAgain} />
        </Notice>
      )
    default:
      return <Report report={firewall.report} onAgain={onAgain} />
  }
}

function Report({ report, onAgain }: { report: RiskReport; onAgain: () => void }) {
  const pay = usePayWords()
  const { level, complete, reasons } = report
  if (level === 'safe' && complete)
    return (
      <p className="quiet quiet-good">
        <Tick />{' '}
        <span>
          {pay.firewall.safe} <Reasons reasons={reasons.slice(0, 1)} />
        </span>
      </p>
    )
  return (
    <Notice kind="warning" title={pay.firewall.warning}>
      <ul>
        {reasons
          .filter(({ severity }) => severity !== 'safe')
          .map((reason) => (
            <li key={reason.code}>
              <Reasons reasons={[reason]} /> <DecideLink report={report} reason={reason} />
            </li>
          ))}
      </ul>
      {!complete && <Again onAgain={onAgain} />}
    </Notice>
  )
}

/** Findings in words of the page. */
export function Reasons({ reasons }: { reasons: readonly RiskReason[] }) {
  const { format } = useWords()
  const pay = usePayWords()
  return <>{reasons.map((reason) => pay.firewall.reason[reason.code](reason, format)).join(' ')}</>
}

/** The way to decide between two addresses that are known equally well. */
export function DecideLink({ report, reason }: { report: RiskReport; reason: RiskReason | undefined }) {
  const pay = usePayWords()
  if (reason?.undecided !== true || reason.lookalikeOf === undefined) return null
  return <a href={`#/pair/${report.target}/${reason.lookalikeOf}`}>{pay.firewall.decide}</a>
}

function Again({ onAgain }: { onAgain: () => void }) {
  const { words } = useWords()
  return (
    <div>
      <button type="button" className="button button-small" onClick={onAgain}>
        {words.app.again}
      </button>
    </div>
  )
}
