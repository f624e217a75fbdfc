import { type ReactNode, useId, useState } from 'react'
import { CopyButton } from '../../parts/CopyButton.js'
import { LookChoices } from '../../parts/LookChoices.js'
import { Notice } from '../../parts/Notice.js'
import type { EndpointFault } from '../../words/SettingsWords.js'
import { useSettingsWords } from '../../words/useSettingsWords.js'
import { useWords } from '../../words/useWords.js'

/** What a chain is read from. */
type ShownEndpoints = { chain: string; nodes: readonly string[]; explorer: string | undefined }

/** What the settings show. */
export type SettingsProps = {
  endpoints: readonly ShownEndpoints[]
  service: string | undefined
  /** Set if the build allows a node on this machine: its chain, its URL, and the outcome of the last try. */
  ownNode: { chain: string; used: string | null; state: 'idle' | 'checking' | 'saved' | EndpointFault } | undefined
  rows: number
  contacts: number
  /** What must be finished or closed before anything is deleted. */
  unfinished: readonly { id: string; href: string; amount: bigint }[]
  deletion: 'ready' | 'done' | 'failed'
  /** Whether something could not be read that was to be saved. */
  isUnsaved: boolean
  version: string
  tree: { state: 'reading' | 'unknown' } | { state: 'known'; hash: string; isOther: boolean }
  onNode: (url: string | null) => void
  onExportContacts: () => void
  onExportAll: () => void
  onDelete: () => void
}

/** Everything that a person can set, and what this browser keeps. */
export function SettingsView(props: SettingsProps) {
  const words = useSettingsWords()
  return (
    <>
      <section className="card stack">
        <h2>{words.look}</h2>
        <LookChoices />
      </section>
      <Endpoints {...props} />
      <Data {...props} />
      <ThisPage {...props} />
    </>
  )
}

function Endpoints({ endpoints, service, ownNode, onNode }: SettingsProps) {
  const words = useSettingsWords()
  const { endpoints: texts } = words
  return (
    <section className="card stack">
      <h2>{texts.title}</h2>
      <dl className="rows">
        {endpoints.flatMap(({ chain, nodes, explorer }) => [
          <Row key={`${chain} nodes`} label={`${chain}: ${texts.node}`}>
            <Urls urls={nodes} />
          </Row>,
          explorer !== undefined && (
            <Row key={`${chain} explorer`} label={`${chain}: ${texts.explorer}`}>
              <Urls urls={[explorer]} />
            </Row>
          ),
        ])}
        <Row label={texts.service}>{service === undefined ? texts.noService : <Urls urls={[service]} />}</Row>
      </dl>
      {ownNode === undefined ? <p className="hint">{texts.fixed}</p> : <OwnNode node={ownNode} onNode={onNode} />}
    </section>
  )
}

function Urls({ urls }: { urls: readonly string[] }) {
  return (
    <ul translate="no">
      {urls.map((url) => (
        <li key={url}>{new URL(url).host}</li>
      ))}
    </ul>
  )
}

function OwnNode({ node, onNode }: { node: NonNullable<SettingsProps['ownNode']>; onNode: SettingsProps['onNode'] }) {
  const { endpoints: texts } = useSettingsWords()
  const id = useId()
  const [typed, setTyped] = useState(node.used ?? '')
  const fault = node.state === 'idle' || node.state === 'checking' || node.state === 'saved' ? undefined : node.state
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onNode(typed.trim())
      }}
    >
      <div className="field">
        <label htmlFor={id}>{texts.field(node.chain)}</label>
        <span className="hint" id={`${id}-hint`}>
          {texts.hint}
        </span>
        <input
          id={id}
          value={typed}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          translate="no"
          aria-describedby={`${id}-hint ${id}-fault`}
          aria-invalid={fault !== undefined}
          onChange={({ target }) => setTyped(target.value)}
        />
        <div id={`${id}-fault`} aria-live="polite">
          {fault !== undefined && <p className="fault">{texts.fault[fault]}</p>}
          {node.state === 'checking' && <p className="quiet">{texts.checking}</p>}
          {node.state === 'saved' && <p className="quiet">{texts.saved}</p>}
        </div>
      </div>
      <div className="actions">
        <button type="submit" className="button button-small">
          {texts.save}
        </button>
        {node.used !== null && (
          <button type="button" className="link" onClick={() => onNode(null)}>
            {texts.reset}
          </button>
        )}
      </div>
    </form>
  )
}

function Data(props: SettingsProps) {
  const { rows, contacts, unfinished, deletion, isUnsaved, onExportContacts, onExportAll, onDelete } = props
  const { data: texts } = useSettingsWords()
  const { format } = useWords()
  const [asked, setAsked] = useState<'export' | 'delete'>()
  const confirm = (go: () => void) => {
    setAsked(undefined)
    go()
  }
  return (
    <section className="card stack">
      <h2>{texts.title}</h2>
      <p role="status">
        {deletion === 'done' ? texts.deleted : rows + contacts === 0 ? texts.none : texts.why(rows, contacts)}
      </p>
      {deletion === 'failed' && <p className="fault">{texts.failed}</p>}
      <div role="alert">{isUnsaved && <p className="fault">{texts.unsaved}</p>}</div>
      {asked === undefined ? (
        <div className="actions">
          {contacts > 0 && (
            <button type="button" className="button button-small" onClick={onExportContacts}>
              {texts.contacts}
            </button>
          )}
          {rows + contacts > 0 && (
            <button type="button" className="button button-small" onClick={() => setAsked('export')}>
              {texts.journal}
            </button>
          )}
          {deletion !== 'done' && (
            <button type="button" className="button button-small" onClick={() => setAsked('delete')}>
              {texts.delete}
            </button>
          )}
        </div>
      ) : asked === 'export' ? (
        <Asked title={texts.journal} why={texts.journalWhy} cancel={texts.cancel} onCancel={() => setAsked(undefined)}>
          <button type="button" className="button button-small" onClick={() => confirm(onExportAll)}>
            {texts.journalGo}
          </button>
        </Asked>
      ) : (
        <Asked
          title={texts.delete}
          why={unfinished.length > 0 ? texts.deleteOpen(unfinished.length) : texts.deleteWhy}
          cancel={texts.cancel}
          onCancel={() => setAsked(undefined)}
        >
          {unfinished.map(({ id, href, amount }) => (
            <a key={id} href={href}>
              {format.usdc(amount)}
            </a>
          ))}
          {unfinished.length === 0 && (
            <button type="button" className="button button-small" onClick={() => confirm(onDelete)}>
              {texts.deleteGo}
            </button>
          )}
        </Asked>
      )}
    </section>
  )
}

function Asked({
  title,
  why,
  cancel,
  onCancel,
  children,
}: {
  title: string
  why: string
  cancel: string
  onCancel: () => void
  children: ReactNode
}) {
  return (
    <Notice kind="warning" title={title}>
      <p>{why}</p>
      <div className="actions">
        {children}
        <button type="button" className="link" onClick={onCancel}>
          {cancel}
        </button>
      </div>
    </Notice>
  )
}

function ThisPage({ version, tree }: SettingsProps) {
  const { page: texts } = useSettingsWords()
  const { words } = useWords()
  return (
    <section className="card stack">
      <h2>{texts.title}</h2>
      <dl className="rows">
        <Row label={texts.version}>
          <span translate="no">{version}</span>
        </Row>
        <Row label={texts.tree}>
          {tree.state === 'known' ? (
            <>
              <span className="mono hash" translate="no">
                {tree.hash}
              </span>
              <span>
                <CopyButton text={tree.hash} />
              </span>
            </>
          ) : tree.state === 'reading' ? (
            words.app.waiting
          ) : (
            texts.noTree
          )}
        </Row>
      </dl>
      {tree.state === 'known' && tree.isOther && <p className="notice notice-warning">{texts.other}</p>}
      <p className="hint">{texts.treeWhy}</p>
    </section>
  )
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="stack">{children}</dd>
    </div>
  )
}
