import { type BridgeFlowOptions, type BridgeProgress, resumeBridge } from '@holdfast/sdk/bridge'
import { BRIDGE_CHAINS, chainLabel } from '@holdfast/sdk/chain'
import { executePlan, type IssuerFlowOptions, planOperation } from '@holdfast/sdk/plan'
import { createClient, custom, type Hash } from 'viem'
import { describeChain } from '../../chain/describeChain.js'
import { issuerOptions } from '../../chain/endpoints.js'
import { findReader } from '../../chain/findReader.js'
import { followSteps } from '../../chain/follow.js'
import { defineCommand } from '../../command/Command.js'
import type { Resume } from '../../command/Resume.js'
import { resume as resumeMined } from '../../command/Resume.js'
import { findAddress } from '../../input/readAddress.js'
import { readAmount, writeAmount } from '../../input/readAmount.js'
import type { Pending } from '../../journal/Journal.js'
import { describePlan } from '../../plan/describePlan.js'
import { firewallOptions } from '../../risk/passReport.js'
import { finishBridge, USUAL_TIME } from './finishBridge.js'
import { passRoute, routeOptionsOf } from './passRoute.js'
import { readRoute, recipientOption, routeOptions } from './readRoute.js'

export const command = defineCommand({
  summary: 'move USDC to another chain: burned here, minted there by Circle, its issuer (CCTP)',
  details:
    'Approves exactly what is burned, burns it, and waits for the mint; the recipient needs no gas. Once burned, nothing can be lost: the hash of the burn is enough to find the money, and `resume` or `bridge track` continues. It uses the fastest transfer that the chain offers. The mint is waited for up to 20 minutes, unless --timeout says otherwise.\nAnother recipient is first checked by the firewall on both chains.',
  wallet: 'signs',
  positionals: [{ name: 'amount', describes: 'least amount of USDC that arrives, for example 25 or 0.5' }],
  options: [...routeOptions, recipientOption, ...firewallOptions],
  examples: [
    ['bridge send 25 --from Base_Sepolia --to Arc_Testnet', 'shows what will happen, asks, and waits for the mint'],
    [
      'bridge send 25 --to Base_Sepolia --recipient 0x8617E340B3D01FA5F11F306F4090FD50E238070D --account 0 --yes --json',
      'for a script: `.result.burnTxHash`, or `.error.resume`',
    ],
  ],
  result: {
    from: 'name of the chain that was paid from',
    to: 'name of the chain where it arrived',
    payer: 'address',
    recipient: 'address',
    amount: 'least amount that arrives, in base units',
    maxFee: 'base units that all fees together could take',
    total: 'base units that left the wallet',
    approveTxHash: 'of the approval; null where the allowance covered it',
    burnTxHash: 'of the burn: it alone finds the money',
    forwardTxHash: 'of the mint, on the other chain',
    received: 'base units that arrived; null where the other chain does not show it yet',
    firewall: '`safe`, `warning` or `block` (which was acknowledged); null where it was not asked',
  },
  async run(context, input) {
    const {
      positionals: [typed],
      options,
    } = input
    const { terminal, signal } = context
    const route = readRoute(context.settings, options)
    const { from, to, source, destination } = route
    const amount = readAmount('amount', typed)
    const named = findAddress('--recipient', options.recipient)
    const [publicClient, destinationClient] = await Promise.all([
      context.openChain(source.chainId),
      context.openChain(destination.chainId),
    ])
    const clients = await context.openWallet(publicClient)
    const payer = clients.walletClient.account.address
    const recipient = named ?? payer
    const checkOptions = await routeOptionsOf(context, input, payer, route)
    const issuer = { ...issuerOptions(context, 'attestation'), destinationClient }
    const plan = await terminal.during('asking the issuer for its fees', () =>
      planOperation(clients, 'bridgeFromWallet', { from, to, amount, recipient }, { checkOptions, issuer, signal }),
    )
    const quote = { amount: plan.amount, maxFee: plan.fee, total: plan.amount + plan.fee }
    const firewall = await passRoute(context, input, plan, route)
    await context.confirm({
      does: `Bring ${writeAmount(amount)} from ${chainLabel(from)} to ${chainLabel(to)}`,
      plan,
      facts: describePlan(plan, {
        parties: [
          ['from', `${payer} on ${describeChain(source.chainId)}`],
          ['to', `${recipient} on ${describeChain(destination.chainId)}`],
        ],
        amount: [['leaves', writeAmount(quote.total)]],
        fee: [
          [
            'fees',
            `at most ${writeAmount(quote.maxFee)} of it${quote.maxFee > amount ? ', more than arrives' : ''}; what they do not take arrives as well`,
          ],
          ['arrives', `at least ${writeAmount(amount)}`],
        ],
        last: [
          ['time', USUAL_TIME],
          ['firewall', firewall.describes],
        ],
      }),
    })
    const one = { command: 'bridge send', chainId: source.chainId, doing: 'beginning' }
    const { result, text, approveTxHash } = await followSteps(context, one, ({ keep, drop, update }) => {
      let isApproved = false
      let burned: Pending | undefined
      const go = async ({ onStep, ...rest }: BridgeFlowOptions) => {
        const following: IssuerFlowOptions = {
          ...rest,
          destinationClient,
          onBridgeStep(step) {
            onStep?.(step)
            if (step === 'burn') {
              isApproved = true
              drop()
            }
            if (step === 'attest' && burned !== undefined)
              terminal.say(`Burned in ${burned.facts.burnTxHash}. If this stops: holdfast resume ${burned.id}`)
          },
          onProgress(progress) {
            const { burnTxHash, approveTxHash } = progress
            burned = burnTxHash === undefined ? undefined : keep({ facts: factsOf(progress, burnTxHash) })
            if (burned !== undefined) return
            if (approveTxHash !== undefined && !isApproved) keep({ facts: { txHash: approveTxHash } })
            else drop()
          },
        }
        return (await executePlan(clients, plan, { checkOptions, ...firewall.decided, signal, issuer: following }))
          .result
      }
      return finishBridge(context, { from, to, recipient }, { update, go })
    })
    return {
      result: { from, to, payer, recipient, ...quote, approveTxHash, ...result, firewall: firewall.level },
      text,
    }
  },
})

/** What the journal keeps of a burn; the number of its transaction is of no use to `resume`, which sends nothing. */
function factsOf({ burnNonce, ...progress }: BridgeProgress, txHash: Hash): Readonly<Record<string, string>> {
  const known = Object.entries(progress).filter(([, value]) => value !== undefined)
  return { ...Object.fromEntries(known), txHash }
}

/** Waits for the burn and goes on to the mint. Where only the approval was sent, nothing was burned. */
export const resume: Resume = async (pending, context) => {
  const { facts, client, update } = pending
  if (facts.burnTxHash === undefined) {
    const { result } = await resumeMined(pending, context)
    return { result, text: 'The approval is mined, and nothing was burned. Run the same command again to continue.' }
  }
  // The journal holds text; the library checks each field.
  const progress = facts as unknown as BridgeProgress
  // Where it does not answer, a mint is what the issuer says.
  const destinationClient = await findReader(context, BRIDGE_CHAINS[progress.to].chainId)
  // Without an account: nothing can be signed.
  const walletClient = createClient({ chain: client.chain, transport: custom(client) })
  const { result, text } = await finishBridge(context, progress, {
    update,
    go: (options) => resumeBridge({ publicClient: client, walletClient }, progress, { ...options, destinationClient }),
  })
  return { result, text }
}
