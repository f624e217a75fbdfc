import { setTimeout as wait } from 'node:timers/promises'
import {
  type BridgeChainName,
  type BridgeStatus,
  getBridgeStatus,
  verifyForwardedMint,
  waitForForwardedMint,
} from '@holdfast/sdk/bridge'
import { BRIDGE_CHAINS, chainLabel } from '@holdfast/sdk/chain'
import { ChainUnavailableError, ForwardingFailedError, NotAttestedError } from '@holdfast/sdk/errors'
import { planOperation } from '@holdfast/sdk/plan'
import { type Address, getAddress, type Hash, slice } from 'viem'
import { BRIDGE_CHAIN_NAMES } from '../../chain/chooseChain.js'
import { describeChain } from '../../chain/describeChain.js'
import { issuerOptions } from '../../chain/endpoints.js'
import { findReader } from '../../chain/findReader.js'
import { defineCommand } from '../../command/Command.js'
import type { Context } from '../../command/Context.js'
import { findAddress } from '../../input/readAddress.js'
import { writeAmount } from '../../input/readAmount.js'
import { readHash } from '../../input/readHash.js'
import { type Paint, printable } from '../../io/writeText.js'
import { describeNetwork } from '../../plan/describePlan.js'
import { followPlan } from '../../plan/followPlan.js'
import { notForwarded } from './finishBridge.js'
import { fromOption, readSource } from './readRoute.js'

export const command = defineCommand({
  summary: 'show the state of a burn, of any account; mint it if its issuer does not',
  details:
    'Needs a wallet only with --mint. Whether it is minted is asked of both chains, where they answer. Exit code 0: it is minted. 7: it is under way, stuck until an account mints it, or the other chain does not show the mint that the issuer names.',
  wallet: 'signs',
  positionals: [{ name: 'hash', describes: 'hash of the burn', isHash: true }],
  options: [
    fromOption,
    { flags: '--recipient <address>', describes: 'recipient of the burn, if one transaction has several' },
    { flags: '--watch', describes: 'wait until it is minted' },
    { flags: '--mint', describes: 'mint it for its recipient, for gas on the other chain' },
  ],
  examples: [
    [
      'bridge track 0x4f1b0a3f5ffb5a7a2d6c6f0a9f6f8e3b1c2d3e4f5061728394a5b6c7d8e9fa0b --from Base_Sepolia',
      'what the issuer says of it',
    ],
    [
      'bridge track 0x4f1b0a3f5ffb5a7a2d6c6f0a9f6f8e3b1c2d3e4f5061728394a5b6c7d8e9fa0b --from 84532 --mint --account 0',
      'where the issuer does not mint',
    ],
  ],
  result: {
    burnTxHash: 'as given',
    from: 'name of the chain where it was burned',
    state: '`unseen` (not known yet, or no burn), `confirming`, `attested` (could be minted) or `minted`',
    forwarding: 'of `attested`, whether the issuer is about to mint: `pending`, `failed` or `not_attempted`; else null',
    delay:
      'of `confirming`, why it is slow: `insufficient_fee`, `amount_above_max`, `insufficient_allowance_available`; or null',
    to: 'name of the chain where it arrives; null before it is attested',
    recipient: 'address; null before it is attested',
    amount: 'base units that the recipient gets; null before it is attested',
    mintTxHash: 'of the mint; null where it is not minted, or was minted by another account',
    isSeen:
      'of `minted`, whether the chains show that mint: true or false; null where one does not answer, so that it is what the issuer says',
  },
  async run(context, { positionals: [typed], options }) {
    const { terminal, settings } = context
    const burnTxHash = readHash('hash', typed)
    const from = readSource(settings, options)
    const recipient = findAddress('--recipient', options.recipient)
    const burn = { sourceDomain: BRIDGE_CHAINS[from].domain, burnTxHash, recipient }
    const canMint = options.mint === true
    if (options.watch === true) await watch(context, from, burn, canMint)
    const status = await terminal.during('asking the issuer', () =>
      getBridgeStatus({ ...burn, ...issuerOptions(context, 'attestation') }),
    )
    let found: Found = { burnTxHash, from, ...describe(status), isSeen: null }
    if (found.state === 'minted')
      found = { ...found, isSeen: await see(context, burn, found, { isWatched: options.watch === true }) }
    else if (canMint)
      found = {
        ...found,
        mintTxHash: await mint(context, burn, found),
        state: 'minted',
        forwarding: null,
        isSeen: true,
      }
    const isMinted = found.state === 'minted' && found.isSeen !== false
    if (isMinted) forget(context, burnTxHash)
    return { result: found, text: tell(found, terminal.paint), exit: isMinted ? 'ok' : 'unsettled' }
  },
})

type Burn = { sourceDomain: number; burnTxHash: Hash; recipient: Address | undefined }

/** Waits until the issuer has minted it; where it does not, reports that or mints it. */
async function watch(context: Context, from: BridgeChainName, burn: Burn, canMint: boolean): Promise<void> {
  const { terminal, timeoutMs } = context
  try {
    await terminal.during('waiting until it is minted', () =>
      waitForForwardedMint({ ...burn, ...issuerOptions(context, 'attestation'), timeoutMs }),
    )
  } catch (error) {
    if (!(error instanceof ForwardingFailedError)) throw error
    if (!canMint) throw notForwarded(from, error)
  }
}

/**
 * Whether the chains show the mint that the issuer names; `null` where one of them does not answer.
 *
 * @param isWatched - Waits for a node that does not have it yet.
 */
async function see(
  context: Context,
  burn: Burn,
  { from, to, mintTxHash }: Found,
  { isWatched }: { isWatched: boolean },
): Promise<boolean | null> {
  const { terminal, signal, timeoutMs = 120_000 } = context
  if (to === null || mintTxHash === null) return null
  const [source, destination] = await Promise.all(
    [from, to].map((name) => findReader(context, BRIDGE_CHAINS[name].chainId)),
  )
  const look = async () => {
    try {
      const readerOf = (name: BridgeChainName) => (name === from ? source : name === to ? destination : undefined)
      const { state } = await verifyForwardedMint(readerOf, { ...burn, forwardTxHash: mintTxHash })
      return state === 'unread' ? null : state === 'arrived'
    } catch (error) {
      if (error instanceof ChainUnavailableError) return null
      throw error
    }
  }
  return terminal.during('asking the chains', async () => {
    const end = performance.now() + timeoutMs
    let isSeen = await look()
    while (isSeen === false && isWatched && performance.now() < end) {
      await wait(1_000, undefined, { signal })
      isSeen = await look()
    }
    return isSeen
  })
}

/** Mints it from the wallet. */
async function mint(context: Context, burn: Burn, { to, recipient, amount }: Found): Promise<Hash | null> {
  if (to === null || recipient === null || amount === null) throw new NotAttestedError(burn)
  const { chainId } = BRIDGE_CHAINS[to]
  const clients = await context.openWallet(await context.openChain(chainId))
  const issuer = issuerOptions(context, 'attestation')
  const { sourceDomain, burnTxHash } = burn
  const plan = await planOperation(
    clients,
    'mintBridged',
    { sourceDomain, burnTxHash, recipient: burn.recipient, to },
    { issuer, signal: context.signal },
  )
  if (plan.steps.length === 0) return null
  await context.confirm({
    does: `Mint ${writeAmount(amount)} for ${recipient}`,
    plan,
    facts: [
      ['burn', burnTxHash],
      ['to', `${recipient}, regardless of who mints`],
      ['amount', writeAmount(amount)],
      ['network', describeNetwork(plan)],
      ['chain', describeChain(chainId)],
    ],
  })
  const followed = { command: 'bridge track', doing: `minting on ${chainLabel(to)}` }
  const { mintTxHash = null } = (await followPlan(context, clients, plan, followed, { issuer })).result
  return mintTxHash
}

/** It came to its end, for a burn of any account. */
function forget({ journal }: Context, burnTxHash: Hash): void {
  for (const { id, facts } of journal.list()) if (facts.burnTxHash === burnTxHash) journal.finish(id)
}

/** What is said of a burn. */
type Found = ReturnType<typeof describe> & { burnTxHash: Hash; from: BridgeChainName; isSeen: boolean | null }

function describe(status: BridgeStatus) {
  const { state } = status
  const { message, received } = 'message' in status ? status : {}
  return {
    state,
    forwarding: state === 'attested' ? status.forwarding : null,
    delay: (state === 'confirming' && status.delay) || null,
    to: BRIDGE_CHAIN_NAMES.find((name) => BRIDGE_CHAINS[name].domain === message?.destinationDomain) ?? null,
    recipient: message === undefined ? null : getAddress(slice(message.mintRecipient, 12)),
    amount: received ?? null,
    mintTxHash: state === 'minted' ? status.forwardTxHash : null,
  }
}

function tell(found: Found, paint: Paint) {
  const { burnTxHash, from, state, forwarding, delay, to, recipient, amount, mintTxHash, isSeen } = found
  const words = {
    unseen: `The issuer knows no such burn on ${chainLabel(from)}: mined a moment ago, on another chain, or none.`,
    confirming: `It waits until ${chainLabel(from)} is final${delay === null ? '' : ` (${printable(delay)})`}.`,
    attested: {
      pending: 'It is attested, and the issuer is about to mint it.',
      failed: "It is attested, and the issuer's mint failed. --mint does it.",
      not_attempted: 'It is attested, and the issuer does not mint it. --mint does.',
    }[forwarding ?? 'pending'],
    minted:
      isSeen === true
        ? 'It is minted.'
        : `The issuer says that it is minted${isSeen === null ? '' : `, and ${to && chainLabel(to)} does not show that`}.`,
  }
  const rows = [
    ['burn', burnTxHash],
    ['mint', mintTxHash],
    ['to', recipient && to && `${recipient} on ${chainLabel(to)}`],
    ['amount', amount && writeAmount(amount)],
  ] as const
  return [
    paint.bold(words[state]),
    ...rows.flatMap(([label, value]) => (value ? [`  ${paint.dim(label.padEnd(6))}  ${value}`] : [])),
  ].join('\n')
}
