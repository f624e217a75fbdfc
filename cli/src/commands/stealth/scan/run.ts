import { chainIdOf, type ReadClient } from '@holdfast/sdk/chain'
import type { StealthBox, ViewingKeys } from '@holdfast/sdk/stealth'
import type { Run } from '../../../command/Command.js'
import type { Context } from '../../../command/Context.js'
import { usageFailure } from '../../../failure/CommandFailure.js'
import { writeAmount } from '../../../input/readAmount.js'
import type { Paint } from '../../../io/paint.js'
import { findStealthBoxes } from '../../../stealth/findStealthBoxes.js'
import type { AnnouncementOrigin } from '../../../stealth/openAnnouncements.js'
import { openStealthKeys } from '../../../stealth/openStealthKeys.js'
import { quoteLabel } from '../../../stealth/quoteLabel.js'
import { readViewingKeys } from '../../../stealth/readViewingKeys.js'
import { readBalances } from '../../../token/readBalances.js'

export const run: Run = async (context, { options }) => {
  const { terminal } = context
  const origin = readOrigin(options.source)
  const { client, keys } = await openKeys(context, options.for)
  const chainId = await chainIdOf(client)
  const { found, index } = await findStealthBoxes(context, client, { keys, origin })
  const boxes = await terminal.during('reading the balances', () => withBalances(client, chainId, found))
  const balance = boxes.reduce((sum, { balance }) => sum + (balance ?? 0n), 0n)
  return {
    result: {
      boxes,
      balance,
      announcements: index.announcements().length,
      completeToBlock: index.completeToBlock,
      chainId,
    },
    text: describe(boxes, balance, terminal.paint),
  }
}

/** A box that was found, with what it and its owner hold. */
type Found = StealthBox & { balance: bigint | null; addressBalance: bigint | null }

function readOrigin(typed: string | true | undefined): AnnouncementOrigin {
  const origin = origins.find((one) => one === typed)
  if (origin !== undefined) return origin
  throw usageFailure('invalid_source', `--source is ${typed}, not ${origins.join(', ')}.`)
}

const origins: readonly AnnouncementOrigin[] = ['chain', 'explorer', 'service']

async function openKeys(
  context: Context,
  watched: string | true | undefined,
): Promise<{ client: ReadClient; keys: ViewingKeys }> {
  if (typeof watched === 'string') {
    const client = await context.openChain()
    return { client, keys: await readViewingKeys(context, watched, await chainIdOf(client)) }
  }
  const clients = await context.openWallet()
  return { client: clients.publicClient, keys: await openStealthKeys(context, clients) }
}

/** Without a proof a box is no more than somebody's word, and nobody is asked about it. */
async function withBalances(client: ReadClient, chainId: number, boxes: readonly StealthBox[]): Promise<Found[]> {
  const proved = boxes.filter(({ proof }) => proof !== 'none')
  const accounts = proved.flatMap(({ box, stealthAddress }) => [box, stealthAddress])
  const balances = accounts.length === 0 ? [] : await readBalances(client, chainId, accounts)
  return boxes.map((box) => {
    const at = proved.indexOf(box)
    const [balance = null, addressBalance = null] = at < 0 ? [] : balances.slice(2 * at, 2 * at + 2)
    return { ...box, balance, addressBalance }
  })
}

function describe(boxes: readonly Found[], balance: bigint, paint: Paint): string {
  const proved = boxes.filter(({ proof }) => proof !== 'none')
  const rest = boxes.length - proved.length
  return [
    ...proved.flatMap(({ box, stealthAddress, label, proof, balance, addressBalance }) => [
      `${box}  ${paint.bold(writeAmount(balance ?? 0n))}  ${proof === 'salt' ? label && quoteLabel(label) : paint.yellow('unconfirmed')}`,
      paint.dim(`  owned by ${stealthAddress}${addressBalance ? `, which holds ${writeAmount(addressBalance)}` : ''}`),
    ]),
    proved.length === 0 ? 'No boxes.' : `${writeAmount(balance)} in ${proved.length} boxes.`,
    ...(rest === 0 ? [] : [paint.dim(`${rest} more are announced, and nothing proves them.`)]),
  ].join('\n')
}
