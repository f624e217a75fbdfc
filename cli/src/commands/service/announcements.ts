import { chooseChain } from '../../chain/chooseChain.js'
import { defineCommand } from '../../command/Command.js'
import { readNumber } from '../../input/readNumber.js'
import { openService } from './openService.js'

export const command = defineCommand({
  summary: 'read a page of stealth announcements from the service',
  details:
    'The service does not learn which are yours. `stealth scan` finds those that are yours.\nA page never splits a block; the next one begins at `nextBlock`.',
  options: [
    {
      flags: '--from-block <number>',
      describes: 'first block of the page; by default the first block of the announcer',
    },
    {
      flags: '--limit <number>',
      describes: 'number of announcements after which the page ends, 1 to 1000',
      default: '100',
    },
  ],
  examples: [
    ['service announcements --limit 10', 'the first ten'],
    ['service announcements --from-block 53756547 --json', 'for a script: `.result.announcements`'],
  ],
  result: {
    chainId: 'number',
    announcements:
      'list of `stealthAddress`, `ephemeralPubKey`, `metadata`, `caller` (addresses in lower case), `blockNumber`, `logIndex`, `transactionHash`; any account can announce anything',
    nextBlock: 'first block of the next page, or null on the last one',
    completeToBlock: 'no announcement up to this block is missing',
    complete: 'whether the index of the service had reached the head of the chain',
  },
  async run({ settings, terminal, signal }, { options: { fromBlock, limit } }) {
    const asked = {
      chainId: chooseChain(settings.chain.value ?? '').id,
      limit: readNumber('--limit', limit ?? '', [1, 1_000]),
      fromBlock: readBlock(fromBlock),
    }
    const service = openService(settings)
    const page = await terminal.during('asking the service', () => service.announcements(asked, { signal }))
    const { announcements, nextBlock, complete, completeToBlock } = page
    const rows = announcements.map(({ blockNumber, stealthAddress }) => `block ${blockNumber}  ${stealthAddress}`)
    const rest = nextBlock === null ? 'That is the last page' : `The next page begins at --from-block ${nextBlock}`
    const known = complete ? '' : `, and the service knows them only up to block ${completeToBlock}`
    return { result: page, text: [...rows, terminal.paint.dim(`${rest}${known}.`)].join('\n') }
  },
})

function readBlock(text: string | undefined): bigint | undefined {
  return text === undefined ? undefined : BigInt(readNumber('--from-block', text, [0, Number.MAX_SAFE_INTEGER]))
}
