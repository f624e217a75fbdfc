import { useJournal } from '@holdfast/react'
import type { Address } from 'viem'
import { Notice } from '../../parts/Notice.js'
import { usePayWords } from '../../words/usePayWords.js'
import { useWords } from '../../words/useWords.js'
import { type Unfinished, unfinishedOf } from './unfinishedOf.js'

/** The payments of this account whose outcome is open, above everything else. */
export function UnfinishedSends({ account }: { account: Address | undefined }) {
  const { data: rows = [] } = useJournal()
  const open = rows.flatMap((row) => unfinishedOf(row) ?? [])
  return <UnfinishedView payments={open.filter((one) => one.account.toLowerCase() === account?.toLowerCase())} />
}

export function UnfinishedView({ payments }: { payments: readonly Pick<Unfinished, 'href' | 'amount'>[] }) {
  const { format } = useWords()
  const pay = usePayWords()
  if (payments.length === 0) return null
  return (
    <Notice title={pay.send.unfinished(payments.length)}>
      <ul className="unfinished">
        {payments.map(({ href, amount }) => (
          <li key={href}>
            <a href={href}>
              {format.usdc(amount)} · {pay.send.goOn}
            </a>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
