import { Screen } from '../app/Screen.js'
import { DecidedView } from '../screens/pair/DecidedView.js'
import type { Pair } from '../screens/pair/findPair.js'
import { PairNotice, type PairState, PairView } from '../screens/pair/PairView.js'
import { type PeopleProps, PeopleView } from '../screens/people/PeopleView.js'
import { usePairWords } from '../words/usePairWords.js'
import { usePeopleWords } from '../words/usePeopleWords.js'
import { useWords } from '../words/useWords.js'
import type { CellsOf } from './Cell.js'
import * as made from './fixtures.js'

export type PeopleCells = {
  people:
    | 'empty'
    | 'loading'
    | 'failed'
    | 'partial'
    | 'offline'
    | 'no_wallet'
    | 'shown'
    | 'unconfirmed'
    | 'adding'
    | 'wrong_address'
    | 'wrong_name'
    | 'blocked'
    | 'imported'
    | 'wrong_file'
    | 'decided'
  pair: PairState | 'offline' | 'shown' | 'partial' | 'no_evidence' | 'decided'
}

const nothing = () => {}
const bob = { address: made.bob, name: made.bobsName, status: 'confirmed' } as const

export const peopleCells: CellsOf<PeopleCells> = {
  people: {
    empty: () => <People book={[]} settled={[]} />,
    loading: () => <People book={undefined} settled={[]} />,
    failed: () => <People book={undefined} settled={[]} hasFailed />,
    partial: () => <People isIncomplete />,
    offline: () => <People isOffline />,
    no_wallet: () => <People settled={[]} waits="wallet" />,
    shown: () => <People />,
    unconfirmed: () => <People book={[bob, { address: made.carol, name: 'Carol', status: 'imported' }]} settled={[]} />,
    adding: () => (
      <People
        form={{ address: made.carol, name: 'Carol' }}
        firewall={{ state: 'answered', report: made.reports.fresh }}
        waits={undefined}
      />
    ),
    wrong_address: () => <People form={{ address: made.bob.replace('A', 'a'), name: '' }} addressFault="checksum" />,
    wrong_name: () => <People form={{ address: made.carol, name: 'bob' }} isNameWrong waits="fields" />,
    blocked: () => <People form={{ address: made.impostor, name: 'Bob' }} isBlocked waits="fields" />,
    imported: () => <People imported={{ added: 3, skipped: 1 }} />,
    wrong_file: () => <People imported="wrong" />,
    decided: () => <People pairs={[made.decision]} />,
  },
  pair: {
    asking: () => <OnePair state="asking" />,
    unanswered: () => <OnePair state="unanswered" />,
    no_wallet: () => <OnePair state="no_wallet" />,
    none: () => <OnePair state="none" />,
    wrong_link: () => <OnePair state="wrong_link" />,
    offline: () => <OnePair state="unanswered" isOffline />,
    shown: () => <OnePair pair={made.pair} />,
    partial: () => <OnePair pair={{ ...made.pair, isComplete: false }} />,
    no_evidence: () => <OnePair pair={{ one: undefined, other: undefined, isComplete: false }} />,
    decided: () => <Decided />,
  },
}

function People({ isOffline, ...rest }: Partial<PeopleProps> & { isOffline?: boolean }) {
  const { words: shared } = useWords()
  const words = usePeopleWords()
  return (
    <Screen title={words.title} lead={words.lead}>
      {isOffline === true && <p className="notice">{shared.app.offline}</p>}
      <PeopleView
        book={[bob]}
        pairs={[]}
        settled={[made.carol]}
        isIncomplete={false}
        hasFailed={false}
        form={{ address: '', name: '' }}
        addressFault={undefined}
        isNameWrong={false}
        firewall={{ state: 'idle' }}
        isBlocked={false}
        waits="address"
        imported={undefined}
        onChange={nothing}
        onAgain={nothing}
        onSave={nothing}
        onConfirm={nothing}
        onRemove={nothing}
        onRevoke={nothing}
        onImport={nothing}
        onExport={nothing}
        {...rest}
      />
    </Screen>
  )
}

function OnePair({ pair, state = 'asking', isOffline }: { pair?: Pair; state?: PairState; isOffline?: boolean }) {
  const { words: shared } = useWords()
  const words = usePairWords()
  return (
    <Screen title={words.title} lead={words.lead}>
      {isOffline === true && <p className="notice">{shared.app.offline}</p>}
      {pair === undefined ? (
        <PairNotice state={state} onAgain={nothing} />
      ) : (
        <PairView one={made.bob} other={made.impostor} pair={pair} onDecide={nothing} />
      )}
    </Screen>
  )
}

function Decided() {
  const { decided } = usePairWords()
  return (
    <Screen title={decided.title} lead={decided.why}>
      <DecidedView decision={made.decision} onRevoke={nothing} />
    </Screen>
  )
}
