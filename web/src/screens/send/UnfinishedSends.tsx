import { useJournal } from '@holdfast/react'
import type { Address } from 'viem'
import { Notice } from '../../parts/Notice.js'
import { useWords } from '../../words/useWords.js'
import { sendOf } from './sendOf.js'

/** The payments of this account whose outcome is open, above everything else. */
export function UnfinishedSends({ account }: { account: Address | undefined }) {
  const { data: rows = [] } = useJournal()
  const open = rows.flatMap((row) => {
    const send = row.state === 'started' ? sendOf(row) : undefined
    return send === undefined || send.account.toLowerCase() !== account?.toLowerCase() ? [] : [{ id: row.id, send }]
  })
  return <UnfinishedView payments={open.map(({ id, send }) => ({ id, amount: send.amount }))} />
}

export function UnfinishedView({ payments }: { payments: readonly { id: string; amount: bigint }[] }) {
  const { words, format } = useWords()
  if (payments.length === 0) return null
  return (
    <Notice title={words.send.unfinished(payments.length)}>
      <ul className="unfinished">
        {payments.map(({ id, amount }) => (
          <li key={id}>
            <a href={`#/sending/${id}`}>
              {format.usdc(amount)} · {words.send.goOn}
            </a>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
