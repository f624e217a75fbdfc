import type { ReadClient } from '@holdfast/sdk/chain'
import type { Plan as LibraryPlan } from '@holdfast/sdk/plan'
import type { Account, Chain, Client, Transport } from 'viem'
import type { Host } from '../io/Host.js'
import type { Terminal } from '../io/Terminal.js'
import type { Journal } from '../journal/Journal.js'
import type { Settings } from '../settings/settings.js'

/** Reader and wallet of one chain; the wallet has an account, which signs. */
export type OpenWallet = {
  publicClient: ReadClient
  walletClient: Client<Transport, Chain | undefined, Account>
}

/** What a command works with. */
export type Context = {
  settings: Settings
  /** Where the settings of the file come from, whether or not it exists. */
  settingsFile: string
  terminal: Terminal
  /** Aborted by Ctrl-C. */
  signal: AbortSignal
  /** How long a transaction is waited for; undefined for the library's own limit. */
  timeoutMs: number | undefined
  /**
   * A chain by its id, else that of the settings, with the endpoint they name; its answer to "which chain are you?" is
   * checked.
   */
  openChain: (chainId?: number) => Promise<ReadClient>
  /**
   * Reader and wallet of that chain; asks for a password where the keystore wants one.
   *
   * @param on - A reader that is open already, of whatever chain.
   */
  openWallet: (on?: ReadClient) => Promise<OpenWallet>
  /** Shows what will happen and asks, or takes `--yes`. @throws CommandFailure `declined` */
  confirm: (plan: Plan) => Promise<void>
  /** What is under way, for `resume`. */
  journal: Journal
  /** Where this user's state is; what was read once may be kept there, never a secret. */
  stateDirectory: string
  pathOf: Host['pathOf']
}

/** What will happen, before it does; shown whole, then asked about. */
export type Plan = {
  /** As a sentence without a full stop: "Send 25 USDC to 0x…". */
  does: string
  /** Label and value, in the order in which they are shown: from, to, amount, fee, chain, firewall. */
  facts: readonly (readonly [label: string, value: string])[]
  /** The plan of the library that it shows. */
  plan: LibraryPlan | Unplanned
}

/** Why a command has no plan of the library. */
type Unplanned = { unplanned: string }

/** Resolves on Ctrl-C, for what stays up until then. */
export function untilStopped(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
