import { useCleanHistory } from '@holdfast/react'
import { requireDeployment } from '@holdfast/sdk/chain'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Address, isAddressEqual } from 'viem'
import { useConfig, useConnect } from 'wagmi'
import { getClient, getWalletClient } from 'wagmi/actions'
import { burner } from '../../wallets/burner.js'
import type { Session } from '../../wallets/useSession.js'
import { attack, bobOf, zoeOf } from './attack.js'
import { type WalkRow, type WalkStage, WalkView } from './WalkView.js'

/** The guided walk for a newcomer, on a devnet of this machine. Its stage is read from the chain, so a reload loses nothing. */
export function Walk({ session, devnet }: { session: Session; devnet: string }) {
  const { account, chainId, isBurner } = session
  const config = useConfig()
  const queries = useQueryClient()
  const { mutate: connect, isPending: isStarting, isError: hasNotStarted } = useConnect()
  const history = useCleanHistory({
    chainId,
    address: isBurner ? account : undefined,
    query: { refetchInterval: 2_000 },
  })
  const zoe = account === undefined ? undefined : zoeOf(account).address
  const unguarded = useCleanHistory({
    chainId,
    address: isBurner ? zoe : undefined,
    query: { refetchInterval: 2_000 },
  })
  const attacking = useMutation({
    retry: false,
    gcTime: 0,
    async mutationFn() {
      const alice = await getWalletClient(config, { chainId })
      const reader = getClient(config, { chainId })
      if (reader === undefined) throw new Error('The chain is not configured.')
      await attack(devnet, { usdc: requireDeployment(chainId).usdc, reader, alice })
    },
    onSettled: () => queries.invalidateQueries(),
  })
  const bob = account === undefined ? undefined : bobOf(account)
  const rows = bob === undefined ? [] : rowsOf(history.data, bob)
  const lost = zoe === undefined ? [] : rowsOf(unguarded.data, bobOf(zoe)).filter(({ to }) => to !== bobOf(zoe))
  const isAttacked =
    bob !== undefined && rows.some(({ to }) => isAddressEqual(to, bob)) && rows.some(({ amount }) => amount === 0n)
  // A person with a wallet of their own uses the form below.
  if (account !== undefined && !isBurner) return null
  return (
    <WalkView
      stage={stageOf({ isStarting, isAlice: isBurner, isAttacking: attacking.isPending, isAttacked })}
      rows={rows}
      bob={bob}
      lost={lost.reduce((sum, { amount }) => sum + amount, 0n)}
      hasFailed={hasNotStarted || attacking.isError}
      onStart={() => connect({ connector: burner(devnet) })}
      onAttack={() => attacking.mutate()}
    />
  )
}

function stageOf(facts: {
  isStarting: boolean
  isAlice: boolean
  isAttacking: boolean
  isAttacked: boolean
}): WalkStage {
  if (facts.isStarting) return 'starting'
  if (!facts.isAlice) return 'new'
  if (facts.isAttacking) return 'attacking'
  return facts.isAttacked ? 'attacked' : 'funded'
}

/** What was sent to Bob and to what looks like Bob, with nothing left out, newest first. */
function rowsOf(history: ReturnType<typeof useCleanHistory>['data'], bob: Address): WalkRow[] {
  const ends = (address: Address) => `${address.slice(0, 6)}${address.slice(-4)}`.toLowerCase()
  const all = [...(history?.entries ?? []), ...(history?.filtered ?? [])]
  return (
    all
      .filter(({ direction, counterparty }) => direction === 'out' && ends(counterparty) === ends(bob))
      // Both may carry the same second: the bait, of 0 USDC, was sent later and comes first.
      .toSorted(
        (one, other) => other.timestamp.getTime() - one.timestamp.getTime() || Number(one.amount - other.amount),
      )
      .map(({ txHash, counterparty, amount }) => ({ txHash, to: counterparty, amount }))
  )
}
