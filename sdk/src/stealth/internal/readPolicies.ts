import {
  type BoxCodeTerms,
  type Look,
  type LookCall,
  lookProgram,
  POLICY_WORDS,
  parseLook,
  parsePolicyAnswer,
} from '@holdfast/contracts'
import { type Address, zeroAddress } from 'viem'
import type { ReadClient } from '../../chain/clients.js'
import { withoutSecrets } from '../../chain/failure.js'
import { ChainUnavailableError } from '../../errors/chain.js'

/**
 * Asks accounts that strangers have named for owner hash and policy, many in one request.
 *
 * Any account may be hostile. One that reverts, answers something malformed or uses up its gas has no answer, and that is
 * all it achieves: no call can change state, and each may use {@link GAS_PER_ACCOUNT} and no more.
 *
 * @returns Without the accounts that gave no well-formed answer. Only an account's address proves its answer.
 * @throws {@link ChainUnavailableError}; a node that does not answer is never taken for an account that does not.
 */
export async function readPolicies(
  client: ReadClient,
  accounts: readonly Address[],
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<Address, BoxCodeTerms>> {
  const answers = new Map<Address, BoxCodeTerms>()
  const unique = [...new Set(accounts)]
  for (let start = 0; start < unique.length; start += accountsPerRequest) {
    signal?.throwIfAborted()
    const batch = unique.slice(start, start + accountsPerRequest)
    const look = await askLook(client, batch)
    batch.forEach((account, index) => {
      const answer = look.answers[index]
      const terms = answer && parsePolicyAnswer(answer)
      if (terms) answers.set(account, terms)
    })
  }
  return answers
}

/** Most gas one account may use: several times what a box needs to answer. */
export const GAS_PER_ACCOUNT = 60_000

/** What one request can return, in answers. */
const accountsPerRequest = 64

const attempted = 'reading the policies of boxes'

async function askLook(client: ReadClient, batch: readonly Address[]): Promise<Look> {
  const calls = batch.map((to): LookCall => ({ to, data: '0x0505c8c9', words: POLICY_WORDS, gas: GAS_PER_ACCOUNT }))
  try {
    const data = lookProgram(zeroAddress, calls)
    const look = parseLook(await client.request({ method: 'eth_call', params: [{ data }, 'latest'] }), calls)
    if (look === undefined) throw new Error('The node returned a malformed answer.')
    // Gas only becomes less: where the last call could have had its share, each before it could.
    if (look.gasLeft < 2n * BigInt(GAS_PER_ACCOUNT)) throw new Error('The node grants too little gas.')
    return look
  } catch (error) {
    throw new ChainUnavailableError(attempted, withoutSecrets(error))
  }
}
