import { chainIdOf } from '@holdfast/sdk/chain'
import { UnknownConfigError } from '@holdfast/sdk/errors'
import { CLAIM_MODES, getConfig } from '@holdfast/sdk/transfer'
import { defineCommand } from '../../command/Command.js'
import { readHash } from '../../input/readHash.js'
import { describeTerms } from './findTerms.js'

export const command = defineCommand({
  summary: 'show registered terms',
  positionals: [{ name: 'id', describes: 'id of the terms', isHash: true }],
  examples: [
    [
      'terms get 0x4f1b0a3f5ffb5a7a2d6c6f0a9f6f8e3b1c2d3e4f5061728394a5b6c7d8e9fa0b',
      'time to claim, fee, who receives it',
    ],
  ],
  result: {
    configId: 'as given',
    recallWindow: 'seconds between sending and the deadline',
    claimMode: '0: a code; 3: a key derived from it; 4: that key and a release by the sender; 255: another verifier',
    feeBps: 'fee on a claim in hundredths of a percent',
    feeRecipient: 'address; the zero address where there is no fee',
    verifier: 'contract that verifies a claim',
    chainId: 'number',
  },
  async run(context, { positionals: [typed] }) {
    const configId = readHash('id', typed)
    const client = await context.openChain()
    const terms = await getConfig({ publicClient: client }, configId)
    if (terms === undefined) throw new UnknownConfigError(configId)
    const judge = judges[terms.claimMode] ?? `the contract ${terms.verifier} decides`
    return {
      result: { configId, ...terms, chainId: await chainIdOf(client) },
      text: `${describeTerms(terms)}; ${judge}.`,
    }
  },
})

const judges: Readonly<Record<number, string>> = {
  [CLAIM_MODES.CODE]: 'a code opens it',
  [CLAIM_MODES.KEY]: 'the key of a code or link opens it',
  [CLAIM_MODES.KEY_RELEASE]: 'the key of a code or link opens it, and an open one its sender releases',
}
