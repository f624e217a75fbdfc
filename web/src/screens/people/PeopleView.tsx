import type { Contact } from '@holdfast/sdk/contacts'
import type { PairDecision } from '@holdfast/sdk/risk'
import { type ReactNode, useId, useState } from 'react'
import type { Address as AddressValue } from 'viem'
import { Address } from '../../parts/Address.js'
import { AddressWords } from '../../parts/AddressWords.js'
import { FirewallNotice } from '../../parts/FirewallNotice.js'
import type { Firewall } from '../../parts/firewallOf.js'
import { isMiddleOf, MIDDLE_GROUPS } from '../../parts/groupsOf.js'
import { Notice } from '../../parts/Notice.js'
import { WaitingButton } from '../../parts/WaitingButton.js'
import { AddressField } from '../../payee/AddressField.js'
import { MiddleField } from '../../payee/MiddleField.js'
import { usePeopleWords } from '../../words/usePeopleWords.js'
import { useWords } from '../../words/useWords.js'
import type { RecipientFault, Waiting } from '../../words/Words.js'
import { DecidedView } from '../pair/DecidedView.js'

/** The form of a new contact. */
export type PersonForm = { address: string; name: string }

/** What the address book shows and can do. */
export type PeopleProps = {
  /** `undefined` while it is read. */
  book: readonly Contact[] | undefined
  /** Decisions on pairs of addresses that look alike. */
  pairs: readonly PairDecision[]
  /** Who has claimed payments of the account and is not in the book. */
  settled: readonly AddressValue[]
  isIncomplete: boolean
  hasFailed: boolean
  form: PersonForm
  addressFault: RecipientFault | undefined
  isNameWrong: boolean
  firewall: Firewall
  isBlocked: boolean
  waits: Waiting | undefined
  imported: { added: number; skipped: number } | 'wrong' | undefined
  onChange: (change: Partial<PersonForm>) => void
  onAgain: () => void
  onSave: () => void
  onConfirm: (address: AddressValue) => void
  onRemove: (address: AddressValue) => void
  onRevoke: (decision: PairDecision) => void
  onImport: (file: File) => void
  onExport: () => void
  children?: ReactNode
}

/** The people whom a person pays, each with the whole address and its four words. */
export function PeopleView(props: PeopleProps) {
  const { book, settled, isIncomplete, hasFailed, onRemove, onConfirm } = props
  const { words: shared } = useWords()
  const words = usePeopleWords()
  const confirmed = book?.filter(({ status }) => status === 'confirmed') ?? []
  const imported = book?.filter(({ status }) => status === 'imported') ?? []
  return (
    <>
      {props.children}
      {hasFailed && <Notice kind="warning" title={words.notKept} />}
      {book === undefined && !hasFailed && <p className="quiet">{shared.app.waiting}</p>}
      {book !== undefined && book.length + settled.length === 0 && (
        <Notice title={words.empty.title}>
          <p>{words.empty.why}</p>
        </Notice>
      )}
      {confirmed.length > 0 && (
        <section className="stack">
          <h2>{words.contacts}</h2>
          <Rows of={confirmed}>
            {(contact) => (
              <li key={contact.address}>
                <Person address={contact.address} name={contact.name} />
                <Remove onRemove={() => onRemove(contact.address)} />
              </li>
            )}
          </Rows>
        </section>
      )}
      {imported.length > 0 && (
        <section className="stack">
          <h2>{words.unconfirmed.title}</h2>
          <p>{words.unconfirmed.why}</p>
          <Rows of={imported}>
            {(contact) => (
              <Unconfirmed key={contact.address} contact={contact} onConfirm={onConfirm} onRemove={onRemove} />
            )}
          </Rows>
        </section>
      )}
      {(settled.length > 0 || isIncomplete) && (
        <section className="stack">
          <h2>{words.settled.title}</h2>
          <p>{isIncomplete ? words.settled.incomplete : words.settled.why}</p>
          <Rows of={settled}>
            {(address) => (
              <li key={address}>
                <Person address={address} name={undefined} />
                <div>
                  <button type="button" className="link" onClick={() => props.onChange({ address })}>
                    {words.add.title}
                  </button>
                </div>
              </li>
            )}
          </Rows>
        </section>
      )}
      {props.pairs.length > 0 && (
        <section className="stack">
          <h2>{words.pairs.title}</h2>
          <p>{words.pairs.why}</p>
          {props.pairs.map((decision) => (
            <DecidedView
              key={`${decision.sender}/${decision.keep}/${decision.over}`}
              decision={decision}
              onRevoke={() => props.onRevoke(decision)}
            />
          ))}
        </section>
      )}
      <Add {...props} />
      <Lists {...props} />
    </>
  )
}

/** A list of thousands would take seconds to draw, at each key that is typed below it. */
function Rows<row>({ of, children }: { of: readonly row[]; children: (row: row) => ReactNode }) {
  const words = usePeopleWords()
  const [shown, setShown] = useState(rowsAtOnce)
  return (
    <>
      <ul className="ledger">{of.slice(0, shown).map(children)}</ul>
      {of.length > shown && (
        <div className="actions">
          <button type="button" className="button" onClick={() => setShown((count) => count + rowsAtOnce)}>
            {words.more(of.length - shown)}
          </button>
        </div>
      )}
    </>
  )
}

/** Rows that are drawn at once. */
const rowsAtOnce = 50

function Person({ address, name }: { address: AddressValue; name: string | undefined }) {
  return (
    <>
      {name !== undefined && <strong translate="no">{name}</strong>}
      <Address value={address} />
      <AddressWords value={address} />
    </>
  )
}

/** A contact of a list: good to pay only after its owner has read two groups of it. */
function Unconfirmed({
  contact: { address, name },
  onConfirm,
  onRemove,
}: { contact: Contact } & Pick<PeopleProps, 'onConfirm' | 'onRemove'>) {
  const words = usePeopleWords()
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const isRight = isMiddleOf(address, typed)
  return (
    <li>
      {name !== undefined && <strong translate="no">{name}</strong>}
      <Address value={address} hidden={isOpen && !isRight ? MIDDLE_GROUPS : []} />
      <AddressWords value={address} />
      {isOpen && <MiddleField typed={typed} onType={setTyped} isRight={isRight} />}
      <div className="actions">
        {isOpen ? (
          <WaitingButton waits={isRight ? undefined : 'middle'} onPress={() => onConfirm(address)}>
            {words.unconfirmed.confirm}
          </WaitingButton>
        ) : (
          <button type="button" className="button button-small" onClick={() => setOpen(true)}>
            {words.unconfirmed.confirm}
          </button>
        )}
        <button type="button" className="link" onClick={() => onRemove(address)}>
          {words.remove}
        </button>
      </div>
    </li>
  )
}

function Remove({ onRemove }: { onRemove: () => void }) {
  const words = usePeopleWords()
  const [isAsked, setAsked] = useState(false)
  if (!isAsked)
    return (
      <div>
        <button type="button" className="link" onClick={() => setAsked(true)}>
          {words.remove}
        </button>
      </div>
    )
  return (
    <div className="actions">
      <span>{words.removeWhy}</span>
      <button type="button" className="button button-small" onClick={onRemove}>
        {words.remove}
      </button>
      <button type="button" className="link" onClick={() => setAsked(false)}>
        {words.keep}
      </button>
    </div>
  )
}

function Add({ form, addressFault, isNameWrong, firewall, isBlocked, waits, onChange, onAgain, onSave }: PeopleProps) {
  const { words: shared } = useWords()
  const { add } = usePeopleWords()
  const name = useId()
  return (
    <form
      className="card stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (waits === undefined) onSave()
      }}
    >
      <h2>{add.title}</h2>
      <AddressField
        label={add.address}
        hint={add.hint}
        value={form.address}
        fault={addressFault && shared.recipient[addressFault]}
        onChange={(address) => onChange({ address })}
      />
      <div aria-live="polite">
        {isBlocked ? (
          <Notice kind="warning" title={add.blocked} />
        ) : (
          <FirewallNotice firewall={firewall} onAgain={onAgain} />
        )}
      </div>
      <div className="field">
        <label htmlFor={name}>{add.name}</label>
        <span className="hint" id={`${name}-hint`}>
          {add.nameHint}
        </span>
        <input
          id={name}
          value={form.name}
          autoComplete="off"
          translate="no"
          aria-describedby={`${name}-hint ${name}-fault`}
          aria-invalid={isNameWrong}
          onChange={({ target }) => onChange({ name: target.value })}
        />
        <div id={`${name}-fault`} aria-live="polite">
          {isNameWrong && <p className="fault">{add.nameWrong}</p>}
        </div>
      </div>
      <div className="actions">
        <WaitingButton waits={waits} onPress={onSave}>
          {add.save}
        </WaitingButton>
      </div>
    </form>
  )
}

function Lists({ book, imported, onImport, onExport }: PeopleProps) {
  const { file } = usePeopleWords()
  const id = useId()
  return (
    <section className="card stack">
      <h2>{file.title}</h2>
      <div className="field">
        <label htmlFor={id}>{file.load}</label>
        <input
          id={id}
          type="file"
          accept="application/json,.json"
          onChange={({ target }) => {
            const [chosen] = target.files ?? []
            if (chosen !== undefined) onImport(chosen)
            target.value = ''
          }}
        />
      </div>
      <div aria-live="polite">
        {imported === 'wrong' ? (
          <p className="fault">{file.wrong}</p>
        ) : (
          imported !== undefined && <p>{file.loaded(imported.added, imported.skipped)}</p>
        )}
      </div>
      {(book?.length ?? 0) > 0 && (
        <div className="actions">
          <button type="button" className="button button-small" onClick={onExport}>
            {file.save}
          </button>
        </div>
      )}
    </section>
  )
}
