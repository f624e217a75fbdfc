import { ordinaryAccount } from '@holdfast/devnet'
import { createGuardServer } from '@holdfast/guard/rpc'
import { craftLookalike, primaryChain } from '@holdfast/sdk'
import { BaseError, createWalletClient, type Hex, http } from 'viem'
import { expectEqual, paid, refusalOf, transfer } from './acts.js'
import { bold, fact, good, line, red, say } from './print.js'
import type { Actor, Scene, Stage } from './stage.js'

/** The firewall in front of a wallet that knows nothing of Holdfast. */
export const guardScenes: readonly Scene[] = [
  { title: 'The same attack on a wallet behind the guard, and on one without it', play: guardedAndUnguarded },
]

async function guardedAndUnguarded(stage: Stage): Promise<void> {
  const { devnet, alice, bob, mallory, balanceOf } = stage
  const { rpcUrl, usdc, fund } = devnet.primary
  const account = ordinaryAccount()
  await fund(account.address, 100_000_000n)
  const erinAt = (url: string): Actor => ({
    ...alice,
    name: 'Erin',
    address: account.address,
    walletClient: createWalletClient({ account, chain: primaryChain, transport: http(url) }),
  })
  const unguarded = erinAt(rpcUrl)
  say('Erin has a wallet that knows nothing of Holdfast. She pays Bob, and Mallory plants the bait:')
  await transfer(unguarded, usdc, 'transfer', [bob.address, 25_000_000n])
  const lookalike = craftLookalike(bob.address)
  await transfer(mallory, usdc, 'transferFrom', [account.address, lookalike, 0n])

  const guard = createGuardServer({ upstream: rpcUrl, chainId: primaryChain.id, port: 0 })
  await guard.listen()
  try {
    await guard.prepare(account.address)
    fact('Guard', `${guard.url}, what \`holdfast guard\` runs: now the RPC URL of her wallet`)
    line()
    say('She copies the wrong address and pays 10 USDC through this URL:')
    const guarded = erinAt(guard.url)
    const before = await balanceOf(account.address)
    const refusal = await refusalOf(pay(guarded, lookalike), BaseError)
    const reason = /Holdfast: [^\n]*/.exec(refusal.message)?.[0]
    line(`${red('✗')} ${bold('Refused before anything was signed.')} The wallet shows:`)
    say(reason ?? refusal.message)
    expectEqual('that the guard refused', reason?.includes('Not the same.'), true)
    expectEqual('what left the wallet', before - (await balanceOf(account.address)), 0n)
    good('Behind the guard not one unit left her wallet.')
    line()

    say('The same wallet with the URL of the node, and the same payment:')
    fact('Payment', await paid(stage, await pay(unguarded, lookalike)))
    expectEqual('what Mallory got', await balanceOf(lookalike), 10_000_000n)
    good('Without the guard the 10 USDC are gone, as on any chain today.')
  } finally {
    await guard.close()
  }

  async function pay(actor: Actor, to: Hex): Promise<Hex> {
    return transfer(actor, usdc, 'transfer', [to, 10_000_000n])
  }
}
