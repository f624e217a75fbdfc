import { defineCommand } from '../../command/Command.js'
import { readAddress } from '../../input/readAddress.js'
import { openDecisions } from '../../risk/openDecisions.js'
import { readPayer } from '../../wallet/findWallet.js'

export const command = defineCommand({
  summary: 'revoke a decision about two addresses that look alike',
  wallet: 'names',
  positionals: [
    { name: 'one', describes: 'one of the two addresses' },
    { name: 'other', describes: 'the other one' },
  ],
  options: [{ flags: '--from <address>', describes: 'address that pays; by default the wallet’s' }],
  examples: [
    [
      'pairs remove 0xd9A1b0B1e1aE382DbDc898Ea68012FfcB2853a91 0xd9A1C3788D81257612E2581A6ea0aDa244853a91',
      'the pair is undecided again',
    ],
  ],
  result: { sender: 'address', isRemoved: 'whether there was a decision' },
  async run(context, { positionals: [one, other], options }) {
    const keep = readAddress('one', one)
    const over = readAddress('other', other)
    const sender = await readPayer(context, options.from)
    const isRemoved = openDecisions(context).remove({ sender, keep, over })
    return {
      result: { sender, isRemoved },
      text: isRemoved ? 'The decision is revoked.' : `${sender} has made no decision about these two.`,
    }
  },
})
