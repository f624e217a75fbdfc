import { AnvilNotFoundError, type Devnet, describeDevnet, devnetFacts, startDevnet } from '@holdfast/devnet'
import type { Run } from '../../command/Command.js'
import { findAlias } from '../../command/findAlias.js'
import { untilStopped } from '../../command/untilStopped.js'
import { usageFailure } from '../../failure/CommandFailure.js'
import { hasErrorCode } from '../../failure/hasErrorCode.js'
import { readNumber } from '../../input/readNumber.js'

export const run: Run = async ({ terminal, signal }, { options }) => {
  const { persist } = options
  const port = readNumber('--port', options.port ?? '', [0, 65_535])
  const blockTimeMs = readNumber('--block-time', options.blockTime ?? '', [10, 3_600_000])
  const devnet = await terminal.during('starting the chains', () =>
    startDevnet({ port, blockTimeMs, ...(typeof persist === 'string' && { persist }) }).catch(explain),
  )
  await stopWhereTold(devnet, signal)
  const facts = devnetFacts(devnet)
  const { primary, remote, issuer } = facts
  terminal.say(terminal.paint.dim('In another terminal, for every other command:'))
  const alias = findAlias()
  if (alias !== undefined) terminal.say(`  ${alias}`)
  terminal.say(`  export HOLDFAST_RPC_URL=${primary.rpcUrl} HOLDFAST_EXPLORER_API=${primary.explorerApi}`)
  terminal.say(terminal.paint.dim('and for bridge and hub, which work on both chains:'))
  const ofRemote = `HOLDFAST_RPC_URL_${remote.chainId}=${remote.rpcUrl} HOLDFAST_EXPLORER_API_${remote.chainId}=none`
  const ofIssuer = `HOLDFAST_ATTESTATION_API=${issuer.attestationUrl} HOLDFAST_HUB_API=${issuer.hubUrl}`
  terminal.say(`  export ${ofRemote} ${ofIssuer}`)
  const color = process.stdout.isTTY === true && !process.env.NO_COLOR
  return {
    result: facts,
    text: describeDevnet(facts, { color }).trimEnd(),
    async stay() {
      await untilStopped(signal)
      await terminal.during('ending the chains', () => devnet.stop())
    },
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
