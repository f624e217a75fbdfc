import { useHoldfast, useJournal } from '@holdfast/react'
import { deploymentFor, PRIMARY_CHAIN_ID } from '@holdfast/sdk/chain'
import { exportContacts } from '@holdfast/sdk/contacts'
import { useState } from 'react'
import { useConfig } from 'wagmi'
import { page } from '../../app/page.js'
import { Screen } from '../../app/Screen.js'
import { useRelease } from '../../app/useRelease.js'
import { useOpenRows } from '../../journal/useOpenRows.js'
import { withoutFlows } from '../../journal/withoutFlows.js'
import { findNodeFault, readOwnNode, writeOwnNode } from '../../network/ownNode.js'
import { isLoopback } from '../../network/settings.js'
import { openStorage } from '../../network/storage.js'
import { saveFile } from '../../parts/saveFile.js'
import { usePeople } from '../../people/usePeople.js'
import { useDevnet } from '../../wallets/DevnetContext.js'
import { useSettingsWords } from '../../words/useSettingsWords.js'
import { everythingOf } from './everythingOf.js'
import { type SettingsProps, SettingsView } from './SettingsView.js'

/** Language, colors, endpoints, what this browser keeps, and which page this is. */
export function SettingsScreen() {
  const words = useSettingsWords()
  const { journal, service } = useHoldfast()
  const { data: rows = [] } = useJournal()
  const open = useOpenRows()
  const { known, people, changed } = usePeople()
  const devnet = useDevnet()
  const { chains } = useConfig()
  const [node, setNode] = useState<{ used: string | null; state: NonNullable<SettingsProps['ownNode']>['state'] }>(
    () => ({ used: readOwnNode(), state: 'idle' }),
  )
  const [deletion, setDeletion] = useState<SettingsProps['deletion']>('ready')
  const [isUnsaved, setUnsaved] = useState(false)
  const release = useRelease()
  const primary = chains.find(({ id }) => id === PRIMARY_CHAIN_ID)
  // The program that serves the page may have chosen one already.
  const isChosen = node.used === null && isLoopback(deploymentFor(PRIMARY_CHAIN_ID)?.rpcUrls[0] ?? '')
  // It is used by the next page that is loaded, which must find it.
  const canSetNode =
    __HOLDFAST_LOOPBACK__ &&
    page.kind === 'loopback' &&
    devnet === null &&
    primary !== undefined &&
    !isChosen &&
    openStorage() !== undefined

  const takeNode = async (url: string | null) => {
    setNode(({ used }) => ({ used, state: 'checking' }))
    const fault = url === null ? undefined : await findNodeFault(url, PRIMARY_CHAIN_ID)
    if (fault !== undefined) return setNode(({ used }) => ({ used, state: fault }))
    writeOwnNode(url)
    setNode({ used: url, state: 'saved' })
  }
  const forget = async () => {
    try {
      const isDone = await withoutFlows(async () => {
        for (const { id } of await journal.list()) await journal.remove(id)
        await people.forget()
        forgetChoices()
      })
      setDeletion(isDone ? 'done' : 'failed')
    } catch {
      setDeletion('failed')
    }
    await changed()
  }
  return (
    <Screen title={words.title} lead={words.lead}>
      <SettingsView
        endpoints={chains.flatMap(({ id, name }) => {
          const chain = deploymentFor(id)
          return chain === undefined
            ? []
            : [{ chain: name, nodes: chain.rpcUrls, explorer: chain.explorerApi || undefined }]
        })}
        service={service?.baseUrl}
        ownNode={canSetNode ? { chain: primary.name, ...node } : undefined}
        rows={rows.length}
        contacts={known?.book.length ?? 0}
        unfinished={open?.map(({ id, href, plan }) => ({ id, href, amount: plan.amount })) ?? []}
        deletion={deletion}
        isUnsaved={isUnsaved}
        version={page.version}
        tree={
          release.data === undefined
            ? { state: release.isPending ? 'reading' : 'unknown' }
            : { state: 'known', ...release.data }
        }
        onNode={(url) => void takeNode(url)}
        onExportContacts={() => saveFile('holdfast-contacts.json', exportContacts(known?.book ?? []))}
        onExportAll={async () => {
          setUnsaved(false)
          try {
            saveFile('holdfast-everything.json', await everythingOf(journal, people))
          } catch {
            setUnsaved(true)
          }
        }}
        onDelete={() => void forget()}
      />
    </Screen>
  )
}

/** Language, theme, node, and what the wallets were. */
function forgetChoices(): void {
  const storage = openStorage()
  const names = Object.keys(storage ?? {}).filter((name) => /^(holdfast:|wagmi\.)/.test(name))
  for (const name of names) storage?.removeItem(name)
}
