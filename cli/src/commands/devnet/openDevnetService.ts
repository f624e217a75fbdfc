import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Devnet, FIRST_BLOCK } from '@holdfast/devnet'
import { type Log, startService } from '@holdfast/service'
import type { Terminal } from '../../io/Terminal.js'

/** A service for the primary chain of a devnet, and how to end it. */
export type DevnetService = { url: string; stop: () => Promise<void> }

/**
 * Starts a Holdfast service on a devnet and waits until it co-signs. Accounts 8 and 9 of the devnet are its co-signer and
 * its relayer, so that a box of an earlier run with `--persist` still has its co-signer.
 *
 * @throws What `startService` throws, and the reason of `signal`.
 */
export async function openDevnetService(
  { primary }: Devnet,
  { terminal, signal }: { terminal: Terminal; signal: AbortSignal },
): Promise<DevnetService> {
  const [cosigner, relayer] = primary.accounts.slice(8)
  const directory = await mkdtemp(join(tmpdir(), 'holdfast-service-'))
  const forget = () => rm(directory, { recursive: true, force: true })
  const settings = {
    COSIGNER_PK: cosigner?.privateKey,
    RELAYER_PK: relayer?.privateKey,
    [`RPC_URLS_${primary.chainId}`]: primary.rpcUrl,
    [`EXPLORER_API_${primary.chainId}`]: primary.explorerApi,
    // Below it there are millions of empty blocks.
    [`DEPLOY_BLOCKS_${primary.chainId}`]: `transfer:${FIRST_BLOCK},spendPolicyFactory:${FIRST_BLOCK}`,
    DATA_DIR: directory,
    PORT: '0',
    ADMIN_PORT: '0',
  }
  const log: Log = {
    debug: () => undefined,
    info: () => undefined,
    warn: () => undefined,
    error: (message) => terminal.say(`service: ${message}`),
    child: () => log,
  }
  try {
    const service = await startService(settings, { log })
    const stop = async () => {
      await service.stop()
      await forget()
    }
    try {
      while (!(await fetch(`${service.adminUrl}/readyz`, { signal })).ok) await wait(100, undefined, { signal })
      return { url: service.url, stop }
    } catch (error) {
      await stop()
      throw error
    }
  } catch (error) {
    await forget()
    throw error
  }
}
