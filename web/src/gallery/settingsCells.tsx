import { Screen } from '../app/Screen.js'
import { type SettingsProps, SettingsView } from '../screens/settings/SettingsView.js'
import type { EndpointFault } from '../words/SettingsWords.js'
import { useSettingsWords } from '../words/useSettingsWords.js'
import { useWords } from '../words/useWords.js'
import type { CellsOf } from './Cell.js'

export type SettingsCells = {
  settings:
    | EndpointFault
    | 'fixed'
    | 'loopback'
    | 'checking'
    | 'saved'
    | 'nothing_kept'
    | 'deleted'
    | 'not_deleted'
    | 'not_saved'
    | 'offline'
    | 'no_service'
    | 'no_hash'
    | 'other_release'
}

const tree = { state: 'known', hash: '5d1c'.repeat(16), isOther: false } as const
const ownNode = { chain: 'Arc Testnet', used: null } as const

export const settingsCells: CellsOf<SettingsCells> = {
  settings: {
    fixed: () => <Settings />,
    loopback: () => <Settings ownNode={{ ...ownNode, state: 'idle' }} />,
    checking: () => <Settings ownNode={{ ...ownNode, state: 'checking' }} />,
    saved: () => <Settings ownNode={{ ...ownNode, used: 'http://127.0.0.1:8545', state: 'saved' }} />,
    not_local: () => <Settings ownNode={{ ...ownNode, state: 'not_local' }} />,
    silent: () => <Settings ownNode={{ ...ownNode, state: 'silent' }} />,
    other_chain: () => <Settings ownNode={{ ...ownNode, state: 'other_chain' }} />,
    nothing_kept: () => <Settings rows={0} contacts={0} />,
    deleted: () => <Settings rows={0} contacts={0} deletion="done" />,
    not_deleted: () => <Settings deletion="failed" />,
    not_saved: () => <Settings isUnsaved />,
    offline: () => <Settings tree={{ state: 'unknown' }} isOffline />,
    no_service: () => <Settings service={undefined} />,
    no_hash: () => <Settings tree={{ state: 'unknown' }} />,
    other_release: () => <Settings tree={{ ...tree, isOther: true }} />,
  },
}

function Settings({ isOffline, ...rest }: Partial<SettingsProps> & { isOffline?: boolean }) {
  const { words: shared } = useWords()
  const words = useSettingsWords()
  const nothing = () => {}
  return (
    <Screen title={words.title} lead={words.lead}>
      {isOffline === true && <p className="notice">{shared.app.offline}</p>}
      <SettingsView
        endpoints={[
          {
            chain: 'Arc Testnet',
            nodes: ['https://rpc.example', 'https://rpc.second.example'],
            explorer: 'https://x.example',
          },
        ]}
        service="https://service.example"
        ownNode={undefined}
        rows={7}
        contacts={3}
        unfinished={[]}
        deletion="ready"
        isUnsaved={false}
        version="0.2.0"
        tree={tree}
        onNode={nothing}
        onExportContacts={nothing}
        onExportAll={nothing}
        onDelete={nothing}
        {...rest}
      />
    </Screen>
  )
}
