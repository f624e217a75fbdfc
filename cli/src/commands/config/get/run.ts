import { chainIdOf } from '@holdfast/sdk/chain'
import { UnknownConfigError } from '@holdfast/sdk/errors'
import { getConfig } from '@holdfast/sdk/transfer'
import type { Run } from '../../../command/Command.js'
import { readHash } from '../../../input/readHash.js'
import { describeTerms } from '../../../transfer/describeTerms.js'

export const run: Run = async (context, { positionals: [typed] }) => {
  const configId = readHash('id', typed)
  const client = await context.openChain()
  const terms = await getConfig({ publicClient: client }, configId)
  if (terms === undefined) throw new UnknownConfigError(configId)
  const judge = terms.claimMode === 0 ? 'a code opens it' : `the contract ${terms.verifier} decides`
  return {
    result: { configId, ...terms, chainId: await chainIdOf(client) },
    text: `${describeTerms(terms)}; ${judge}.`,
  }
}
