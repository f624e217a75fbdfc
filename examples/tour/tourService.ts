import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Devnet } from '@holdfast/devnet'
import { PRIMARY_CHAIN_ID } from '@holdfast/sdk'
import { type RunningService, startService } from '@holdfast/service'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'

/** The service as the tour runs it: keys and data that live as long as the tour. */
export type TourService = Pick<RunningService, 'url'> & { stop: () => Promise<void> }

/**
 * Starts the service beside the devnet, with keys that nobody keeps and a directory that goes with it.
 *
 * @param port - Another one is taken where somebody has it; 0 takes a free one.
 * @param origins - Of pages that may call it.
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
