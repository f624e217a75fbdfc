import { chainIdOf } from '@holdfast/sdk/chain'
import { UnknownConfigError } from '@holdfast/sdk/errors'
import { CLAIM_MODES, getConfig } from '@holdfast/sdk/transfer'
import type { Run } from '../../../command/Command.js'
import { readHash } from '../../../input/readHash.js'
import { describeTerms } from '../../../transfer/describeTerms.js'

export const run: Run = async (context, { positionals: [typed] }) => {
  const configId = readHash('id', typed)
  const client = await context.openChain()
  const terms = await getConfig({ publicClient: client }, configId)
  if (terms === undefined) throw new UnknownConfigError(configId)
  const judge = judges[terms.claimMode] ?? `the contract ${terms.verifier} decides`
  return {
    result: { configId, ...terms, chainId: await chainIdOf(client) },
    text: `${describeTerms(terms)}; ${judge}.`,
  }
}

const judges: Readonly<Record<number, string>> = {
  [CLAIM_MODES.CODE]: 'a code opens it',
  [CLAIM_MODES.KEY]: 'the key of a code or link opens it',
  [CLAIM_MODES.KEY_RELEASE]: 'the key of a code or link opens it, and an open one its sender releases',
}
