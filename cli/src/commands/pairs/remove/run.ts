import type { Run } from '../../../command/Command.js'
import { readAddress } from '../../../input/readAddress.js'
import { openDecisions } from '../../../risk/openDecisions.js'
import { readPayer } from '../../../wallet/readPayer.js'

export const run: Run = async (context, { positionals: [one, other], options }) => {
  const keep = readAddress('one', one)
  const over = readAddress('other', other)
  const sender = await readPayer(context, options.from)
  const isRemoved = openDecisions(context).remove({ sender, keep, over })
  return {
    result: { sender, isRemoved },
    text: isRemoved ? 'The decision is revoked.' : `${sender} has made no decision about these two.`,
  }
}
