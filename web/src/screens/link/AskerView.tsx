import { useState } from 'react'
import type { Address as AddressValue } from 'viem'
import { Address } from '../../parts/Address.js'
import { AddressWords } from '../../parts/AddressWords.js'
import { FirewallNotice } from '../../parts/FirewallNotice.js'
import { type Firewall, waitOf } from '../../parts/firewallOf.js'
import { isMiddleOf, MIDDLE_GROUPS } from '../../parts/groupsOf.js'
import { Notice } from '../../parts/Notice.js'
import { WaitingButton } from '../../parts/WaitingButton.js'
import { MiddleField } from '../../payee/MiddleField.js'
import { useLinkWords } from '../../words/useLinkWords.js'
import { useWords } from '../../words/useWords.js'
import type { Waiting } from '../../words/Words.js'

/** Who asks to be paid by a link, and what the firewall says of it. */
export type AskerProps = {
  recipient: AddressValue
  name: string | undefined
  firewall: Firewall
  /** The sender has decided against a block, with the middle groups typed. */
  isOverruled: boolean
  waits: Waiting | undefined
  onAgain: () => void
  onLook: () => void
  onRelease: () => void
}

/** One address that asks for the release: compared, checked, and paid only on a press. */
export function AskerView({ recipient, name, firewall, isOverruled, waits, onAgain, onLook, onRelease }: AskerProps) {
  const { words } = useWords()
  const { page } = useLinkWords()
  const [typed, setTyped] = useState('')
  const report = firewall.state === 'answered' ? firewall.report : undefined
  const isBlocked = report?.level === 'block' && !isOverruled
  const isKnown = report?.reasons.some(({ code }) => code === 'KNOWN_COUNTERPARTY' || code === 'VERIFIED_RECIPIENT')
  const needsMiddle = report !== undefined && isKnown !== true && !isOverruled
  const isTyped = !needsMiddle || isMiddleOf(recipient, typed)
  const waiting = waits ?? waitOf(firewall) ?? (isTyped ? undefined : 'middle')
  return (
    <section className="card stack">
      {name !== undefined && <h2 translate="no">{name}</h2>}
      <Address value={recipient} hidden={isTyped || isBlocked ? [] : MIDDLE_GROUPS} />
      <AddressWords value={recipient} hint={words.address.wordsHint} />
      {isBlocked ? (
        <Notice kind="warning" title={page.blocked}>
          <div>
            <button type="button" className="button button-small" onClick={onLook}>
              {page.look}
            </button>
          </div>
        </Notice>
      ) : (
        <>
          <FirewallNotice firewall={firewall} onAgain={onAgain} />
          {needsMiddle && <MiddleField typed={typed} onType={setTyped} isRight={isTyped} />}
          <p>{page.releaseWhy}</p>
          <div className="actions">
            <WaitingButton waits={waiting} onPress={onRelease}>
              {page.release}
            </WaitingButton>
          </div>
        </>
      )}
    </section>
  )
}
