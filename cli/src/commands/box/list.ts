import { deploymentOf, type ReadClient } from '@holdfast/sdk/chain'
import { AccountOwnerIndex, type BoxDetails, getBox, ownerHash } from '@holdfast/sdk/shield'
import type { StealthBox } from '@holdfast/sdk/stealth'
import type { Address } from 'viem'
import { defineCommand } from '../../command/Command.js'
import type { Context } from '../../command/Context.js'
import { usageFailure } from '../../failure/CommandFailure.js'
import { findAddress } from '../../input/readAddress.js'
import { findStealthBoxes, quoteLabel } from '../stealth/findStealthBoxes.js'
import { openStealthKeys } from '../stealth/openStealthKeys.js'
import { BOX_RESULT, describeBox, summarize } from './describeBox.js'

export const command = defineCommand({
  summary: 'list the boxes of an owner, oldest first',
  details:
    'Of the wallet, or of an address that is named; with --stealth also those of stealth addresses of the wallet, found by their announcements. Covers all factories that holdfast knows on the chain, also retired ones. Any account can create a box in another owner’s name: a listed box need not have your terms.',
  wallet: 'names',
  options: [
    { flags: '--owner <address>', describes: 'owner of the boxes; by default the wallet' },
    { flags: '--stealth', describes: 'also those whose owner is a stealth address of the wallet' },
  ],
  examples: [
    ['box list', 'whom each pays, and what is left'],
    ['box list --stealth --json', 'for a script: `.result.boxes`'],
  ],
  result: {
    owner: 'address',
    chainId: 'number',
    boxes: `list of ${Object.keys(BOX_RESULT)
      .map((name) => `\`${name}\``)
      .join(
        ', ',
      )} as of \`box show\`, with \`owner\`, \`label\` and \`proof\`: those of a box that was announced, else null`,
  },
  async run(context, { options }) {
    const isStealth = options.stealth === true
    const named = findAddress('--owner', options.owner)
    if (named !== undefined && isStealth)
      throw usageFailure('invalid_owner', 'Stealth addresses are found for the wallet alone, not for --owner.')
    const { terminal } = context
    const client = await context.openChain()
    const { id: chainId, usdc } = await deploymentOf(client)
    const owner = named ?? (await context.openWallet()).walletClient.account.address
    const found = [
      ...(await findOwn(context, client, owner)),
      ...(isStealth ? await findAnnounced(context, client) : []),
    ]
    const boxes = await terminal.during('reading the boxes', async (update) => {
      const read: (Found & { box: BoxDetails })[] = []
      for (const one of found) {
        read.push({ ...one, box: await getBox(client, one.account) })
        update(`reading the boxes: ${read.length} of ${found.length}`)
      }
      return read
    })
    const around = { usdc }
    return {
      result: {
        owner,
        chainId,
        boxes: boxes.map(({ box, owner, label, proof }) => ({ ...summarize(box, around), owner, label, proof })),
      },
      text:
        boxes.map((one) => [describeBox(one.box, around, terminal.paint), ...announced(one)].join('\n')).join('\n\n') ||
        'No boxes.',
    }
  },
})

/** A box, and how it was found. */
type Found = {
  account: Address
  owner: Address
  /** Of its announcement; null for the box of an owner that is public. */
  label: string | null
  /** What the chain proves of its announcement. */
  proof: StealthBox['proof'] | null
}

async function findOwn({ terminal, signal }: Context, client: ReadClient, owner: Address): Promise<Found[]> {
  const hash = ownerHash(owner)
  const index = new AccountOwnerIndex({ client, ownerHashes: [hash] })
  await terminal.during('looking for boxes', () => index.sync({ signal }))
  return index.boxesOf(hash).map(({ account }) => ({ account, owner, label: null, proof: null }))
}

async function findAnnounced(context: Context, client: ReadClient): Promise<Found[]> {
  const keys = await openStealthKeys(context, await context.openWallet())
  const { found } = await findStealthBoxes(context, client, { keys })
  return found
    .filter(({ proof }) => proof !== 'none')
    .map(({ box: account, stealthAddress: owner, label, proof }) => ({ account, owner, label, proof }))
}

function announced({ owner, label, proof }: Found): string[] {
  if (proof === null) return []
  const name = label === '' || label === null ? '' : `, ${quoteLabel(label)}`
  return [
    `  owner      ${owner}, a stealth address${name}${proof === 'salt' ? '' : '; any account can have created it'}`,
  ]
}
