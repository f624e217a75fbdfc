import { useJournal } from '@holdfast/react'
import type { Address } from 'viem'
import { Notice } from '../../parts/Notice.js'
import { useWords } from '../../words/useWords.js'
import { type Unfinished, unfinishedOf } from './unfinishedOf.js'

/** The payments of this account whose outcome is open, above everything else. */
export function UnfinishedSends({ account }: { account: Address | undefined }) {
  const { data: rows = [] } = useJournal()
  const open = rows.flatMap((row) => unfinishedOf(row) ?? [])
  return <UnfinishedView payments={open.filter((one) => one.account.toLowerCase() === account?.toLowerCase())} />
}

export function UnfinishedView({ payments }: { payments: readonly Pick<Unfinished, 'href' | 'amount'>[] }) {
  const { words, format } = useWords()
  if (payments.length === 0) return null
  return (
    <Notice title={words.send.unfinished(payments.length)}>
      <ul className="unfinished">
        {payments.map(({ href, amount }) => (
          <li key={href}>
            <a href={href}>
              {format.usdc(amount)} · {words.send.goOn}
            </a>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
