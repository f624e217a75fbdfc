import type { ReadClient } from '@holdfast/sdk/chain'
import { InvalidInputError } from '@holdfast/sdk/errors'
import type { TransferReader } from '@holdfast/sdk/transfer'
import type { Holdfast } from '../createHoldfast.js'
import { sharedHoldfast } from '../sharedHoldfast.js'
import type { Config, Known, ReadBuilder } from '../types.js'
import { chainOf, readerOf } from './clients.js'
import { identityOf, plain } from './plain.js'

/** What a read is given besides its parameters. */
export type ReadContext = {
  config: Config
  chainId: number
  client: ReadClient
  reader: TransferReader
  holdfast: Holdfast
  signal: AbortSignal | undefined
}

/** One read. */
type ReadDefinition<asked, data> = {
  /** Name of the function, and of the key. */
  name: string
  /** Without these nothing is asked. */
  needs: readonly (keyof asked & string)[]
  /** Parameters that are secret objects: the key has a number in the place of each. */
  hidden?: readonly (keyof asked & string)[]
  staleTime?: number
  run: (context: ReadContext, asked: asked) => Promise<data>
}

/** Makes a builder of a read. */
export function read<asked extends object, data>({
  name,
  needs,
  hidden = [],
  staleTime,
  run,
}: ReadDefinition<asked, data>): ReadBuilder<asked, data> {
  const isSecret = (field: string): boolean => hidden.some((one) => one === field)
  return (config, parameters = {}) => {
    const { chainId: meant, holdfast = sharedHoldfast(), ...given } = parameters
    const chainId = chainOf(config, meant)
    const asked: { readonly [name: string]: unknown } = given
    const missing = needs.find((need) => asked[need] === undefined)
    const shown = Object.entries(asked)
      .filter(([, value]) => value !== undefined)
      .map(([field, value]) => [field, isSecret(field) ? identityOf(Object(value)) : plain(value)])
    return {
      queryKey: ['holdfast', name, { chainId, by: identityOf(holdfast), ...Object.fromEntries(shown) }],
      async queryFn({ signal } = {}) {
        if (missing !== undefined) throw new InvalidInputError(missing, `\`${missing}\` is missing.`)
        const client = readerOf(config, chainId)
        const context: ReadContext = {
          config,
          chainId,
          client,
          reader: { publicClient: client, contractAddress: holdfast.contractAddress },
          holdfast,
          signal,
        }
        // All that is needed is there.
        const answer = await run(context, given as unknown as asked)
        // No query may hold `undefined`.
        return (answer ?? null) as Known<data>
      },
      enabled: missing === undefined,
      retry: false,
      networkMode: 'always',
      ...(staleTime !== undefined && { staleTime }),
    }
  }
}
