import { attestationDefaults } from './attestation.js'
import { hubDefaults } from './hub.js'
import { parseFaults } from './parseFaults.js'
import type { FaultRule } from './rules.js'
import type { Faults, FaultsUpdate } from './types.js'

/** The active faults, and the counts of their rules. */
export class FaultState {
  #current: Faults = defaults()

  get current(): Faults {
    return this.#current
  }

  /**
   * Changes the named fields and keeps the rest. `rules` replaces the surface's rules.
   *
   * @throws RangeError on an unknown name or a value out of range; nothing is changed then.
   */
  set(update: FaultsUpdate) {
    const { rpc, explorer, remoteRpc, attestation, hub } = parseFaults(update)
    this.#current = {
      rpc: { ...this.#current.rpc, ...rpc },
      explorer: { ...this.#current.explorer, ...explorer },
      remoteRpc: { ...this.#current.remoteRpc, ...remoteRpc },
      attestation: { ...this.#current.attestation, ...attestation },
      hub: { ...this.#current.hub, ...hub },
    }
  }

  clear() {
    this.#current = defaults()
  }

  /** The rule that applies to this request; it is counted as used. */
  take(surface: keyof Faults, name: string): FaultRule | undefined {
    const { rules } = this.#current[surface]
    for (const [index, rule] of rules.entries()) {
      if (!matches(rule.match ?? '*', name)) continue
      const skip = rule.skip ?? 0
      const times = rule.times === undefined ? 1 : rule.times
      if (skip === 0 && times === 0) continue
      const counted = skip > 0 ? { ...rule, skip: skip - 1 } : { ...rule, times: times === null ? null : times - 1 }
      this.#replace(surface, rules.with(index, counted))
      return skip > 0 ? undefined : rule
    }
    return undefined
  }

  /** True once for each transaction that is to be dropped. */
  takeDroppedTransaction(surface: 'rpc' | 'remoteRpc'): boolean {
    const faults = this.#current[surface]
    if (faults.dropTransactions === 0) return false
    this.#current = { ...this.#current, [surface]: { ...faults, dropTransactions: faults.dropTransactions - 1 } }
    return true
  }

  /** True once for each forwarded mint that is to fail. */
  takeFailedMint(surface: 'attestation' | 'hub'): boolean {
    const faults = this.#current[surface]
    if (faults.failMints === 0) return false
    this.#current = { ...this.#current, [surface]: { ...faults, failMints: faults.failMints - 1 } }
    return true
  }

  #replace(surface: keyof Faults, rules: readonly FaultRule[]) {
    this.#current = { ...this.#current, [surface]: { ...this.#current[surface], rules } }
  }
}

function defaults(): Faults {
  return {
    rpc: {
      latencyMs: 0,
      rules: [],
      receiptDelayBlocks: 0,
      behindBlocks: 0,
      lagBlocks: 0,
      maxConcurrent: null,
      fillTransaction: 'unsupported',
      denylist: [],
      dropTransactions: 0,
    },
    explorer: { latencyMs: 0, rules: [], lagBlocks: 0, truncateItems: null, indexing: false, hiddenAddress: null },
    remoteRpc: { latencyMs: 0, rules: [], maxConcurrent: null, dropTransactions: 0 },
    attestation: attestationDefaults(),
    hub: hubDefaults(),
  }
}

function matches(pattern: string, name: string): boolean {
  const escaped = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${escaped.join('.*')}$`).test(name)
}
