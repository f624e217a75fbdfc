import { chainIdOf, type ReadClient, requireDeployment } from '@holdfast/sdk/chain'
import { ChainUnavailableError } from '@holdfast/sdk/errors'
import type { StealthBox, ViewingKeys } from '@holdfast/sdk/stealth'
import { type Address, erc20Abi } from 'viem'
import { multicall } from 'viem/actions'
import { defineCommand } from '../../command/Command.js'
import type { Context } from '../../command/Context.js'
import { usageFailure } from '../../failure/CommandFailure.js'
import { writeAmount } from '../../input/readAmount.js'
import type { Paint } from '../../io/writeText.js'
import { findStealthBoxes, quoteLabel } from './findStealthBoxes.js'
import type { AnnouncementOrigin } from './openAnnouncements.js'
import { openStealthKeys, readViewingKeys } from './openStealthKeys.js'

export const command = defineCommand({
  summary: 'find the boxes that were announced to the wallet, and what they hold',
  details:
    'Reads all announcements and searches them on this machine, so no request shows which are yours. Only then is the node asked for the terms and balances of the boxes found. Announcements are cached: the next scan, or an interrupted one, continues from there.\nAny account can announce anything. A box with the proof `salt` was created by its announcer; one with `owner` is yours, but its label is not shown; the others are only counted. Compare a box with `box show` before money goes into it: any holder of the meta-address can create one for you that pays and sweeps to its creator.',
  wallet: 'proves',
  options: [
    {
      flags: '--source <where>',
      describes:
        '`chain`; or `explorer` or `service` for the first, long range: faster, but what they omit is not detected',
      default: 'chain',
    },
    {
      flags: '--for <meta-address>',
      describes: 'watch only: takes no wallet but the viewing key, from a prompt or the first line of standard input',
    },
  ],
  examples: [
    ['stealth scan --account 0', 'boxes of the wallet, read from the chain'],
    [
      'stealth scan --account 0 --source service --service https://pay.example.com',
      'faster, trusting the service to omit nothing',
    ],
    [
      'stealth scan --for st:arc-testnet:0x0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798 --json < viewing-key',
      'on a device that can spend nothing',
    ],
  ],
  result: {
    boxes:
      'list of `box`, `stealthAddress`, `ephemeralPubKey`, `label` (empty unless proved), `proof` (`salt`, `owner` or `none`), and in base units `balance` of the box and `addressBalance` of its stealth address, both null without a proof',
    balance: 'base units in all boxes with a proof',
    announcements: 'number of announcements searched',
    completeToBlock: 'no announcement up to this block is missing',
    chainId: 'number',
  },
  async run(context, { options }) {
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
  },
})

/** A box that was found, with what it and its owner hold. */
type Found = StealthBox & { balance: bigint | null; addressBalance: bigint | null }

function readOrigin(typed: string | undefined): AnnouncementOrigin {
  const origin = origins.find((one) => one === typed)
  if (origin !== undefined) return origin
  throw usageFailure('invalid_source', `--source is ${typed}, not ${origins.join(', ')}.`)
}

const origins: readonly AnnouncementOrigin[] = ['chain', 'explorer', 'service']

async function openKeys(
  context: Context,
  watched: string | undefined,
): Promise<{ client: ReadClient; keys: ViewingKeys }> {
  if (watched !== undefined) {
    const client = await context.openChain()
    return { client, keys: await readViewingKeys(context, watched, await chainIdOf(client)) }
  }
  const clients = await context.openWallet()
  return { client: clients.publicClient, keys: await openStealthKeys(context, clients) }
}

/** Without a proof a box is only a claim, and its balances are not read. */
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

/** USDC of accounts, in base units, in their order: in one request. @throws ChainUnavailableError */
async function readBalances(
  client: ReadClient,
  chainId: number,
  owners: readonly Address[],
): Promise<readonly bigint[]> {
  const { usdc: address } = requireDeployment(chainId)
  const contracts = owners.map(
    (owner) => ({ address, abi: erc20Abi, functionName: 'balanceOf', args: [owner] }) as const,
  )
  try {
    return await multicall(client, { contracts, allowFailure: false })
  } catch {
    throw new ChainUnavailableError(`reading ${owners.length} balances`, undefined)
  }
}
