import { useCheck } from '@holdfast/react'
import { useState } from 'react'
import { type Address, getAddress, isAddress, isAddressEqual } from 'viem'
import { announce } from '../../app/announce.js'
import { Screen } from '../../app/Screen.js'
import { Fault } from '../../parts/Fault.js'
import { usePeople } from '../../people/usePeople.js'
import type { Session } from '../../wallets/useSession.js'
import { WalletNotice } from '../../wallets/WalletNotice.js'
import { usePairWords } from '../../words/usePairWords.js'
import { DecidedView } from './DecidedView.js'
import { findPair } from './findPair.js'
import { PairNotice, type PairState, PairView } from './PairView.js'

/** Decides, with the owner's voice, which of two addresses that look alike is right. */
export function PairScreen({ one, other, session }: { one: string; other: string; session: Session }) {
  const words = usePairWords()
  if (!isAddress(one) || !isAddress(other) || isAddressEqual(one, other))
    return (
      <Screen title={words.title}>
        <PairNotice state="wrong_link" onAgain={() => {}} />
      </Screen>
    )
  return <KnownPair one={getAddress(one)} other={getAddress(other)} session={session} />
}

function KnownPair({ one, other, session }: { one: Address; other: Address; session: Session }) {
  const words = usePairWords()
  const { account, chainId } = session
  const { known, people, changed } = usePeople()
  const [error, setError] = useState<unknown>()
  // What is recorded is found from either side: a third address may look more like one of them.
  const [first, second] = [
    useCheck({ chainId, sender: account, target: one }),
    useCheck({ chainId, sender: account, target: other }),
  ]
  const pair = findPair(first.data ?? undefined, one, other) ?? findPair(second.data ?? undefined, one, other)
  const decision = known?.pairs.find(
    ({ sender, keep, over }) =>
      account !== undefined &&
      isAddressEqual(sender, account) &&
      [keep, over].every((side) => isAddressEqual(side, one) || isAddressEqual(side, other)),
  )
  const change = async (how: Promise<void>, said: string) => {
    setError(undefined)
    try {
      await how
      await changed()
      announce(said)
    } catch (failure) {
      setError(failure)
    }
  }
  if (account === undefined)
    return (
      <Screen title={words.title} lead={words.lead}>
        <PairNotice state="no_wallet" onAgain={() => {}} />
      </Screen>
    )
  if (decision !== undefined)
    return (
      <Screen key="decided" title={words.decided.title} lead={words.decided.why}>
        {error !== undefined && <Fault error={error} />}
        <DecidedView decision={decision} onRevoke={() => void change(people.revoke(decision), words.title)} />
        <p>
          <button type="button" className="link" onClick={() => history.back()}>
            {words.back}
          </button>
        </p>
      </Screen>
    )
  return (
    <Screen key="open" title={words.title} lead={words.lead}>
      {error !== undefined && <Fault error={error} />}
      <WalletNotice session={session} />
      {pair === undefined ? (
        <PairNotice
          state={stateOf(first, second, known === undefined)}
          onAgain={() => {
            void first.refetch()
            void second.refetch()
          }}
        />
      ) : (
        <PairView
          one={one}
          other={other}
          pair={pair}
          onDecide={(keep, over) =>
            void change(people.decide({ sender: account, keep, over, at: Date.now() }), words.decided.title)
          }
        />
      )}
    </Screen>
  )
}

type Asked = { isFetching: boolean; isError: boolean }

/** What two checks say that found no pair. */
function stateOf(first: Asked, second: Asked, isReading: boolean): PairState {
  if (isReading || first.isFetching || second.isFetching) return 'asking'
  return first.isError || second.isError ? 'unanswered' : 'none'
}
