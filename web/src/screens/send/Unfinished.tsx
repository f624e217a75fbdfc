import type { Address } from 'viem'
import { useOpenRows } from '../../journal/useOpenRows.js'
import { Notice } from '../../parts/Notice.js'
import { useWords } from '../../words/useWords.js'

/** What of this account is open, above everything else. */
export function Unfinished({ account }: { account: Address | undefined }) {
  const open = (useOpenRows() ?? []).filter(({ plan }) => plan.account.toLowerCase() === account?.toLowerCase())
  return <UnfinishedView payments={open.map(({ id, href, plan }) => ({ id, href, amount: plan.amount }))} />
}

export function UnfinishedView({ payments }: { payments: readonly { id: string; href: string; amount: bigint }[] }) {
  const { words, format } = useWords()
  if (payments.length === 0) return null
  return (
    <Notice title={words.app.unfinished(payments.length)}>
      <ul className="unfinished">
        {payments.map(({ id, href, amount }) => (
          <li key={id}>
            <a href={href}>
              {format.usdc(amount)} · {words.app.goOn}
            </a>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
