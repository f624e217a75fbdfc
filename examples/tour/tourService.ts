import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Devnet, FIRST_BLOCK } from '@holdfast/devnet'
import { PRIMARY_CHAIN_ID } from '@holdfast/sdk'
import { type RunningService, startService } from '@holdfast/service'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'

/** The service of the tour, with temporary keys and data. */
export type TourService = Pick<RunningService, 'url'> & { stop: () => Promise<void> }

/**
 * Starts the service beside the devnet, with keys that are not stored and a directory that is deleted at the end.
 *
 * @param port - Another one is used when it is taken; 0 picks a free one.
 * @param origins - Origins of pages that may call it.
 */
export async function startTourService(
  { primary }: Devnet,
  port: number,
  origins: readonly string[],
): Promise<TourService> {
  const relayer = generatePrivateKey()
  await primary.fund(privateKeyToAccount(relayer).address, 100_000_000n)
  const directory = await mkdtemp(join(tmpdir(), 'holdfast-tour-'))
  const forget = () => rm(directory, { recursive: true, force: true })
  const start = (onPort: number) =>
    startService(
      {
        DATA_DIR: directory,
        PORT: `${onPort}`,
        ADMIN_PORT: '0',
        [`RPC_URLS_${PRIMARY_CHAIN_ID}`]: primary.rpcUrl,
        [`EXPLORER_API_${PRIMARY_CHAIN_ID}`]: primary.explorerApi,
        // Before the devnet's first block there are millions of empty ones.
        [`DEPLOY_BLOCKS_${PRIMARY_CHAIN_ID}`]: `transfer:${FIRST_BLOCK},spendPolicyFactory:${FIRST_BLOCK}`,
        RELAYER_PK: relayer,
        COSIGNER_PK: generatePrivateKey(),
        CORS_ORIGINS: origins.join(),
        LOG_LEVEL: 'error',
      },
      { http: { drainDelayMs: 0 } },
    )
  try {
    const service = await start(port).catch((error: unknown) => {
      if (port !== 0 && isTaken(error)) return start(0)
      throw error
    })
    return {
      url: service.url,
      async stop() {
        await service.stop()
        await forget()
      },
    }
  } catch (error) {
    await forget()
    throw error
  }
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
}
