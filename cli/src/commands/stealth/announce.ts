import { chainIdOf, type ReadClient } from '@holdfast/sdk/chain'
import { NotABoxError } from '@holdfast/sdk/errors'
import { planOperation } from '@holdfast/sdk/plan'
import { getBox, ownerHash } from '@holdfast/sdk/shield'
import { announceArgsFor, decodeStealthMetadata, type StealthAnnouncement } from '@holdfast/sdk/stealth'
import type { Address, Hash, Hex } from 'viem'
import { describeChain } from '../../chain/describeChain.js'
import { defineCommand } from '../../command/Command.js'
import type { Context, Plan } from '../../command/Context.js'
import { CommandFailure, usageFailure } from '../../failure/CommandFailure.js'
import { readAddress } from '../../input/readAddress.js'
import { readNumber } from '../../input/readNumber.js'
import { describeNetwork } from '../../plan/describePlan.js'
import { followPlan } from '../../plan/followPlan.js'
import { openRelayer, relay } from '../service/relay.js'

export const command = defineCommand({
  summary: 'announce a box, so that the owner of its stealth address finds it',
  details:
    "The announcer is on record permanently. From the payer's own wallet this links wallet and box: with --relayed the service does it, needs no wallet and takes no fee. It gives no power over the box.\nThe first announcement sets the label. It is public: write nothing in it that names a person.",
  wallet: 'signs',
  positionals: [{ name: 'box', describes: 'address of the box' }],
  options: [
    { flags: '--stealth-address <address>', describes: 'owner of the box, as `stealth address` printed it' },
    { flags: '--ephemeral-key <bytes>', describes: 'public one-time key of that address' },
    { flags: '--view-tag <number>', describes: 'its view tag, 0 to 255' },
    { flags: '--label <text>', describes: 'name that the owner sees; public; 40 bytes' },
    { flags: '--relayed', describes: 'have the relayer of the service announce it' },
  ],
  examples: [
    [
      'stealth announce 0x8617E340B3D01FA5F11F306F4090FD50E238070D --stealth-address 0x90F79bf6EB2c4f870365E785982E1f101E93b906 --ephemeral-key 0x0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798 --view-tag 31 --label rent --relayed',
      'without a trace of the wallet',
    ],
  ],
  result: {
    txHash: 'of the announcement',
    announcer: 'address on record for it',
    box: 'address',
    stealthAddress: 'owner of the box',
    label: 'as it was announced; empty where there is none',
    isMade: 'whether the box exists; until it does, the announcement proves nothing',
    chainId: 'number',
  },
  async run(context, { positionals: [typed], options }) {
    const box = readAddress('box', typed)
    const announcement = {
      stealthAddress: readAddress('--stealth-address', options.stealthAddress),
      // Checked by `announceArgsFor`.
      ephemeralPubKey: readText('--ephemeral-key', options.ephemeralKey) as Hex,
      viewTag: readNumber('--view-tag', readText('--view-tag', options.viewTag), [0, 255]),
    }
    const args = announceArgsFor(announcement, box, options.label ?? '')
    const { label } = decodeStealthMetadata(args[3])
    const { client, announcer, network, plan, announce } = await (options.relayed === true
      ? throughRelayer(context, { ...announcement, box, label })
      : throughWallet(context, args))
    const [chainId, isMade] = await Promise.all([chainIdOf(client), isMadeFor(client, box, announcement)])
    await context.confirm({
      does: `Announce the box ${box}`,
      plan,
      facts: [
        ['from', `${announcer}, on record for it`],
        ['owner', announcement.stealthAddress],
        ['label', label === '' ? 'none' : `${label} (public)`],
        [
          'box',
          isMade ? 'exists, and is of that owner' : 'is not created yet: until it is, the announcement proves nothing',
        ],
        ['network', network],
        ['chain', describeChain(chainId)],
      ],
    })
    const txHash = await announce()
    const { stealthAddress } = announcement
    return {
      result: { txHash, announcer, box, stealthAddress, label, isMade, chainId },
      text: `The box ${box} is announced.\n  transaction  ${txHash}`,
    }
  },
})

/** The account that announces. */
type Announcer = {
  client: ReadClient
  /** On record for it. */
  announcer: Address
  /** What it costs, and whom. */
  network: string
  plan: Plan['plan']
  announce: () => Promise<Hash>
}

async function throughWallet(context: Context, args: announceArgsFor.ReturnType): Promise<Announcer> {
  const clients = await context.openWallet()
  const { publicClient: client, walletClient } = clients
  const [, stealthAddress, ephemeralPubKey, metadata] = args
  const params = { stealthAddress, ephemeralPubKey, metadata }
  const plan = await planOperation(clients, 'announceStealthBox', params, { signal: context.signal })
  return {
    client,
    announcer: walletClient.account.address,
    network: describeNetwork(plan),
    plan,
    async announce() {
      const followed = { command: 'stealth announce', doing: 'announcing the box' }
      return (await followPlan(context, clients, plan, followed)).result
    },
  }
}

async function throughRelayer(
  context: Context,
  announcement: StealthAnnouncement & { box: Address; label: string },
): Promise<Announcer> {
  const client = await context.openChain()
  const chainId = await chainIdOf(client)
  const { service, relayer } = await openRelayer(context)
  return {
    client,
    announcer: relayer,
    network: 'paid by the service',
    plan: { unplanned: 'the service sends it, and the wallet signs nothing' },
    announce: async () => {
      const { txHash } = await relay(context, 'announcing the box', (options) =>
        service.relayAnnounce({ ...announcement, chainId }, options),
      )
      return txHash
    },
  }
}

/**
 * Whether the box exists.
 *
 * @throws CommandFailure `owner_mismatch`: its owner would find a box that is not theirs. NotABoxError where the address is not a box.
 */
async function isMadeFor(client: ReadClient, box: Address, { stealthAddress }: StealthAnnouncement): Promise<boolean> {
  try {
    const { ownerHash: hash } = await getBox(client, box)
    if (hash === ownerHash(stealthAddress)) return true
  } catch (error) {
    if (error instanceof NotABoxError && error.reason === 'undeployed') return false
    throw error
  }
  throw new CommandFailure('refused', 'owner_mismatch', `The box ${box} is not owned by ${stealthAddress}.`, [
    'Nothing was announced. A box is announced with the stealth address that it was made for.',
  ])
}

function readText(name: string, text: string | undefined): string {
  if (text !== undefined) return text
  throw usageFailure('missing_option', `${name} is missing.`, ['`stealth address` has drawn it.'])
}
