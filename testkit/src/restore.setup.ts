import { deployedChainIds, overrideDeployment } from '@holdfast/sdk/chain'
import { afterAll, vi } from 'vitest'

/** Of each chain, its deployment before the file: files that share the modules of a worker share its registry. */
const restores = deployedChainIds().map((chainId) => overrideDeployment(chainId, {}))

// Registered before all hooks of the file, so that it runs after them.
afterAll(() => {
  for (const restore of restores) restore()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})
