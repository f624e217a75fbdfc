import { chooseChain } from '../../../chain/chooseChain.js'
import type { Run } from '../../../command/Command.js'
import { readNumber } from '../../../input/readNumber.js'
import { openService } from '../../../service/openService.js'

export const run: Run = async ({ settings, terminal, signal }, { options: { fromBlock, limit } }) => {
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
}

function readBlock(text: string | true | undefined): bigint | undefined {
  return text === undefined ? undefined : BigInt(readNumber('--from-block', text, [0, Number.MAX_SAFE_INTEGER]))
}
