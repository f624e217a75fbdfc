import type { ComponentProps } from 'react'
import type { Address } from 'viem'
import { Screen } from '../app/Screen.js'
import { SendFormView } from '../screens/send/SendFormView.js'
import { type WalkRow, WalkView } from '../screens/walk/WalkView.js'
import { usePayWords } from '../words/usePayWords.js'
import type { CellsOf } from './Cell.js'
import * as made from './fixtures.js'

export type WalkCells = { walk: 'new' | 'starting' | 'funded' | 'attacking' | 'attacked' | 'failed' }

const rows: readonly WalkRow[] = [
  { txHash: made.txHash, to: made.impostor, amount: 0n },
  { txHash: made.txHash, to: made.bob, amount: 5_000_000n },
]
const nothing = () => {}
// An address of the made data.
const given = {
  rows,
  bob: made.bob as Address,
  lost: 5_000_000n,
  hasFailed: false,
  onStart: nothing,
  onAttack: nothing,
}

export const walkCells: CellsOf<WalkCells> = {
  walk: {
    new: () => <Landing stage="new" />,
    starting: () => <Landing stage="starting" />,
    funded: () => <Landing stage="funded" />,
    attacking: () => <Landing stage="attacking" />,
    attacked: () => <Landing stage="attacked" />,
    failed: () => <Landing stage="new" hasFailed />,
  },
}

/** The walk where it is: above the form that it is about. */
function Landing(at: Pick<ComponentProps<typeof WalkView>, 'stage'> & { hasFailed?: boolean }) {
  const { send } = usePayWords()
  return (
    <Screen title={send.title} lead={send.lead}>
      <SendFormView
        form={{ recipient: '', amount: '', time: 'hour' }}
        recipient={{ kind: 'empty' }}
        firewall={{ state: 'idle' }}
        balance={500_000_000n}
        waits="recipient"
        areFaultsShown={false}
        onChange={nothing}
        onLeave={nothing}
        onAgain={nothing}
        onReview={nothing}
      >
        <WalkView {...given} {...at} />
      </SendFormView>
    </Screen>
  )
}
