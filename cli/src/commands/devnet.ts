import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import {
  AnvilNotFoundError,
  type Devnet,
  describeDevnet,
  devnetFacts,
  FIRST_BLOCK,
  startDevnet,
} from '@holdfast/devnet'
import type { Log } from '@holdfast/service'
import { defineCommand } from '../command/Command.js'
import { untilStopped } from '../command/Context.js'
import { hasErrorCode, usageFailure } from '../failure/CommandFailure.js'
import { readNumber } from '../input/readNumber.js'
import { findAlias } from '../io/Host.js'
import type { Terminal } from '../io/Terminal.js'

export const command = defineCommand({
  summary: 'start local chains that behave like the real ones, with explorer and faucet',
  details:
    'The primary chain and a remote one, with ten accounts that have money on both. It stays up until Ctrl-C, and then exits with 0; with --json, the document is one line and comes as soon as it is up.',
  usesSettings: false,
  options: [
    {
      flags: '--port <number>',
      describes: 'port of everything, on loopback; 0 lets the system choose',
      default: '8545',
    },
    {
      flags: '--block-time <ms>',
      describes: 'time between blocks of the primary chain; the remote one takes four times as long',
      default: '500',
    },
    { flags: '--persist <directory>', describes: 'keep the chains there between runs; by default nothing is kept' },
    {
      flags: '--with-service',
      describes: 'start a Holdfast service as well, for `service`, `cosign` and `box`; accounts 8 and 9 are its keys',
    },
  ],
  examples: [
    ['devnet', 'everything on port 8545'],
    ['devnet --port 0 --block-time 50 --json', 'for a script: `.result.primary.rpcUrl`'],
    ['devnet --persist ~/.holdfast-devnet', 'the same chain again next time'],
    ['devnet --with-service', 'with a co-signer and a relayer, which boxes need'],
  ],
  result: {
    url: 'where everything is served from',
    controlUrl: 'faults and levers of the chains over HTTP',
    primary:
      '`chainId`, `rpcUrl`, `explorerUrl`, `explorerApi`, `faucetUrl`, `usdc`, `contracts` by name, and `accounts`: `address` and `privateKey` of each, which are public',
    remote: 'the same without explorer and faucet',
    service: '`url` of the Holdfast service; null without --with-service',
    issuer: '`attestationUrl` and `hubUrl`: the Bridge and the Hub between the two',
  },
  async run({ terminal, signal }, { options }) {
    const { persist } = options
    const port = readNumber('--port', options.port ?? '', [0, 65_535])
    const blockTimeMs = readNumber('--block-time', options.blockTime ?? '', [10, 3_600_000])
    const devnet = await terminal.during('starting the chains', () =>
      startDevnet({ port, blockTimeMs, ...(persist !== undefined && { persist }) }).catch(explain),
    )
    await stopWhereTold(devnet, signal)
    const service = options.withService === true ? await withService(devnet, { terminal, signal }) : undefined
    const facts = { ...devnetFacts(devnet), service: service ? { url: service.url } : null }
    const { primary, remote, issuer } = facts
    terminal.say(terminal.paint.dim('In another terminal, for every other command:'))
    const alias = findAlias()
    if (alias !== undefined) terminal.say(`  ${alias}`)
    terminal.say(`  export HOLDFAST_RPC_URL=${primary.rpcUrl} HOLDFAST_EXPLORER_API=${primary.explorerApi}`)
    terminal.say(terminal.paint.dim('and for bridge and hub, which work on both chains:'))
    const ofRemote = `HOLDFAST_RPC_URL_${remote.chainId}=${remote.rpcUrl} HOLDFAST_EXPLORER_API_${remote.chainId}=none`
    const ofIssuer = `HOLDFAST_ATTESTATION_API=${issuer.attestationUrl} HOLDFAST_HUB_API=${issuer.hubUrl}`
    terminal.say(`  export ${ofRemote} ${ofIssuer}`)
    if (service) {
      terminal.say(terminal.paint.dim('and for service, cosign and box:'))
      terminal.say(`  export HOLDFAST_SERVICE_URL=${service.url}`)
    }
    const color = process.stdout.isTTY === true && !process.env.NO_COLOR
    return {
      result: facts,
      text: describeDevnet(facts, { color }).trimEnd(),
      async stay() {
        await untilStopped(signal)
        await terminal.during('ending the chains', async () => {
          await service?.stop()
          await devnet.stop()
        })
      },
    }
  },
})

/** The service, or neither service nor chains. */
async function withService(devnet: Devnet, parts: { terminal: Terminal; signal: AbortSignal }): Promise<DevnetService> {
  try {
    return await parts.terminal.during('starting the service', () => openDevnetService(devnet, parts))
  } catch (error) {
    await devnet.stop()
    throw error
  }
}

/** A service for the primary chain of a devnet, and how to end it. */
type DevnetService = { url: string; stop: () => Promise<void> }

/**
 * Starts a Holdfast service on a devnet and waits until it co-signs. Accounts 8 and 9 of the devnet are its co-signer and
 * its relayer, so that a box of an earlier run with `--persist` still has its co-signer.
 *
 * @throws What `startService` throws, and the reason of `signal`.
 */
async function openDevnetService(
  { primary }: Devnet,
  { terminal, signal }: { terminal: Terminal; signal: AbortSignal },
): Promise<DevnetService> {
  const { startService } = await import('@holdfast/service')
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

/** Ctrl-C while the chains were starting. */
async function stopWhereTold(devnet: Devnet, signal: AbortSignal): Promise<void> {
  if (!signal.aborted) return
  await devnet.stop()
  throw signal.reason
}

function explain(error: unknown): never {
  if (error instanceof AnvilNotFoundError) throw usageFailure('anvil_missing', error.message)
  if (hasErrorCode(error, 'EADDRINUSE'))
    throw usageFailure('port_taken', 'The port is taken.', [
      'Choose another with --port, or let the system choose with --port 0.',
    ])
  throw error
}
