import { useExecutePlan, useHoldfast, usePlanOperation } from '@holdfast/react'
import { defineConfig, generateClaimCode } from '@holdfast/sdk/transfer'
import { useState, useTransition } from 'react'

export function Pay({ account, to, amount }: { account: `0x${string}`; to: `0x${string}`; amount: bigint }) {
  const { journal } = useHoldfast()
  const [{ secret, claimHash, terms }] = useState(() => ({ ...generateClaimCode(), terms: defineConfig() }))
  const params = { to, amount, claimHash, terms }
  const { data: plan, error } = usePlanOperation({ account, operation: 'sendProtected', params })
  const send = useExecutePlan<'sendProtected'>()
  const [isPressed, start] = useTransition()
  const stop = plan?.firewall.find(({ level }) => level === 'block')
  const pay = () => start(async () => plan && send.mutate({ plan, entry: await journal.keep({ secret }) }))
  const says = stop?.reasons[0]?.message ?? (error ?? send.error)?.shortMessage ?? (send.isSuccess ? secret : send.progress.state)
  return <button type="button" disabled={!plan || !!stop || isPressed || !send.isIdle} onClick={pay}>{says}</button>
}
