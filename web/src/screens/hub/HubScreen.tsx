import { BRIDGE_CHAINS, bridgeChainByChainId } from '@holdfast/sdk/chain'
import { HUB_CHAIN_NAMES, type HubChainName } from '@holdfast/sdk/hub'
import { useState } from 'react'
import { announce } from '../../app/announce.js'
import { Screen } from '../../app/Screen.js'
import { AfterJournal } from '../../journal/AfterJournal.js'
import { ReadFault } from '../../parts/ReadFault.js'
import { useNetworks } from '../../plan/useNetworks.js'
import type { Session } from '../../wallets/useSession.js'
import { useFlowWords } from '../../words/useFlowWords.js'
import { type HubReview, HubRun } from './HubRun.js'
import { type HubForm, HubView } from './HubView.js'
import { OpenHubRows } from './OpenHubRows.js'
import { SaidNotice } from './SaidNotice.js'
import type { Said } from './useArrival.js'
import { useHub } from './useHub.js'

/** The balance in the Hub: deposit, spend on any network, withdraw without the issuer's service. */
export function HubScreen({ session }: { session: Session }) {
  const { hub: words } = useFlowWords()
  const { hub: names } = useNetworks()
  const [form, setForm] = useState<HubForm>(() => {
    const from = hubNameOf(session.chainId) ?? names[0] ?? 'Arc_Testnet'
    return { act: 'spend', from, to: names.find((name) => name !== from) ?? from, amount: '', recipient: '' }
  })
  const [isFaultShown, setFaultShown] = useState(false)
  const [review, setReview] = useState<HubReview>()
  const [done, setDone] = useState<Said>()
  const { account } = session
  const hub = useHub(account, form)
  const { balance, deposits, quoted, recipient } = hub
  const change = (next: Partial<HubForm>) => {
    setDone(undefined)
    setForm((before) => ({ ...before, ...next }))
  }

  if (review !== undefined)
    return (
      <Screen title={words.title}>
        <HubRun
          review={review}
          form={form}
          recipient={recipient.kind === 'address' ? recipient.address : undefined}
          session={session}
          apiUrl={hub.apiUrl}
          onBack={() => setReview(undefined)}
          onOpen={() => setReview(undefined)}
          onDone={(said) => {
            setReview(undefined)
            change({ amount: '', recipient: '' })
            setDone(said)
            announce(said.why === undefined ? said.title : `${said.title}. ${said.why}`)
            void balance.refetch()
            void deposits.refetch()
          }}
        />
      </Screen>
    )
  return (
    <Screen title={words.title} lead={words.lead}>
      <AfterJournal>
        <HubView
          form={form}
          names={hub.names}
          balance={balance.data ?? (account === undefined || balance.isError ? null : undefined)}
          coming={(deposits.data ?? []).map((deposit) => ({
            id: deposit.txHash ?? `${deposit.chain}${deposit.amount}`,
            chain: deposit.chain,
            amount: deposit.amount,
          }))}
          wallet={hub.wallet}
          quote={hub.quote}
          isQuoting={quoted.isFetching}
          refusal={hub.refusal}
          recipient={recipient}
          withdrawal={hub.withdrawal}
          waits={hub.waits}
          isFaultShown={isFaultShown}
          onChange={change}
          onFix={(fix) => {
            if (fix.kind === 'switchSource') change({ from: hubNameOf(BRIDGE_CHAINS[fix.chain].chainId) ?? form.from })
            else change({ act: 'deposit', amount: fix.display })
          }}
          onLeave={() => setFaultShown(form.amount !== '')}
          onReview={() => hub.amount !== undefined && setReview({ act: form.act, amount: hub.amount })}
          onComplete={() => setReview({ act: 'complete' })}
        >
          {done !== undefined && <SaidNotice {...done} />}
          <OpenHubRows apiUrl={hub.apiUrl} />
          <ReadFault read={balance} />
          <ReadFault read={quoted} />
        </HubView>
      </AfterJournal>
    </Screen>
  )
}

function hubNameOf(chainId: number): HubChainName | undefined {
  const name = bridgeChainByChainId(chainId)
  return HUB_CHAIN_NAMES.find((one) => one === name)
}
