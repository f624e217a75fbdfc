import { countOfOtherKeys } from '../../relay/countOfOtherKeys.js'
import type { ServiceParts } from '../../ServiceParts.js'
import { openStore } from '../../store/openStore.js'
import type { Store } from '../../store/Store.js'
import { checkBoot } from '../checkBoot.js'
import { openKeys } from '../openKeys.js'
import type { Closers } from './Closers.js'
import { connectChains } from './connectChains.js'

/** Opens the store, connects to the chains and opens the keys, in this order, and checks that they are consistent. */
export async function openParts(
  parts: Omit<ServiceParts, 'store' | 'chains' | 'keys'>,
  closers: Closers,
  options: openParts.Options,
): Promise<ServiceParts> {
  const { config, log } = parts
  const store = options.store ?? (await openStore({ store: config.store, log }))
  closers.add(() => store.close())
  const chains = await connectChains(config, { ...parts, timeoutMs: options.patienceMs })
  const keys = await openKeys(config, options)
  await checkBoot({ ...parts, store, chains }, options)
  const foreign = await countOfOtherKeys(store, keys.relayer?.address)
  if (foreign > 0)
    log.warn('open operations belong to another relayer key and are not continued', { operations: foreign })
  return { ...parts, store, chains, keys }
}

export declare namespace openParts {
  type Options = NonNullable<Parameters<typeof checkBoot>[1]> &
    NonNullable<Parameters<typeof openKeys>[1]> & { patienceMs?: number | undefined; store?: Store | undefined }
}
