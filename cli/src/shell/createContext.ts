import type { ReadClient } from '@holdfast/sdk/chain'
import { DryRun, type Input } from '../command/Command.js'
import type { Context, Plan } from '../command/Context.js'
import { CommandFailure } from '../failure/CommandFailure.js'
import { readNumber } from '../input/readNumber.js'
import type { Host } from '../io/Host.js'
import { createTerminal } from '../io/Terminal.js'
import { createJournal } from '../journal/Journal.js'
import { readSettings } from '../settings/readSettings.js'
import { findStateDirectory } from '../settings/userDirectories.js'

/** What a command works with; chain and wallet are opened when they are asked for. */
export function createContext({ input, host, signal }: ContextOptions): Context {
  const { options } = input
  const { env, pathOf } = host
  const { settings, file } = readSettings(host, options)
  const { timeout } = options
  const stateDirectory = findStateDirectory(env)
  const opened = createTerminal({ host, signal, isQuiet: options.quiet === true })
  // A dry run makes no secret that anything could depend on.
  const terminal = options.dryRun === true ? { ...opened, openSecretOutlet: () => () => undefined } : opened
  const openChain = oncePer(async (chainId?: number) =>
    (await import('../chain/openChain.js')).openChain(settings, chainId),
  )

  const context: Context = {
    settings,
    settingsFile: file,
    terminal,
    signal,
    timeoutMs: timeout === undefined ? undefined : readNumber('--timeout', timeout, [1, 86_400]) * 1_000,
    openChain,
    openWallet: once(async (on?: ReadClient) => {
      const [{ openWallet }, publicClient] = await Promise.all([import('../wallet/openWallet.js'), on ?? openChain()])
      const wallet = await openWallet(publicClient, { settings, options, env, pathOf, terminal })
      if (options.ownerOf === undefined) return wallet
      return (await import('../commands/stealth/findHolder.js')).openOwner(context, wallet, options.ownerOf)
    }),
    async confirm(plan) {
      const { does, facts } = plan
      const width = Math.max(...facts.map(([label]) => label.length))
      if (options.dryRun === true) {
        const lines = facts.map(([label, value]) => `  ${label.padEnd(width)}  ${value}`)
        const result = { dryRun: true, does, facts, ...(await toJsonPlan(plan)) }
        throw new DryRun({ result, text: [does, ...lines].join('\n') })
      }
      terminal.say(terminal.paint.bold(does))
      for (const [label, value] of facts) terminal.say(`  ${terminal.paint.dim(label.padEnd(width))}  ${value}`)
      if (options.yes === true) return
      if (!terminal.canAsk)
        throw new CommandFailure('declined', 'nobody_to_ask', 'There is no terminal to ask.', [
          '--yes agrees beforehand.',
        ])
      if (!(await terminal.askYes('Go on?')))
        throw new CommandFailure('declined', 'declined', 'Nothing was signed and nothing sent.')
    },
    journal: createJournal(stateDirectory),
    stateDirectory,
    pathOf,
  }
  return context
}

/** The plan as JSON, or why there is none. */
async function toJsonPlan({ plan }: Plan): Promise<{ plan: unknown; unplanned?: string }> {
  if ('unplanned' in plan) return { plan: null, unplanned: plan.unplanned }
  return { plan: JSON.parse((await import('@holdfast/sdk/plan')).encodePlan(plan)) }
}

type ContextOptions = {
  input: Input
  host: Host
  signal: AbortSignal
}

function once<value, given>(make: (given?: given) => Promise<value>): (given?: given) => Promise<value> {
  let made: Promise<value> | undefined
  return (given) => {
    made ??= make(given)
    return made
  }
}

/** The same answer to the same question. */
function oncePer<value, key>(make: (key?: key) => Promise<value>): (key?: key) => Promise<value> {
  const made = new Map<key | undefined, Promise<value>>()
  return (key) => {
    const known = made.get(key) ?? make(key)
    made.set(key, known)
    return known
  }
}
