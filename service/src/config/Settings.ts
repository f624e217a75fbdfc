import { readFileSync } from 'node:fs'
import type { ConfigFault } from './ConfigError.js'

/** Reads settings one by one and remembers their faults, so that all faults are reported at once. */
export class Settings {
  readonly faults: ConfigFault[] = []
  readonly #values: Readonly<Record<string, string | undefined>>

  constructor(values: Readonly<Record<string, string | undefined>>) {
    this.#values = values
  }

  fault(setting: string, fault: string): undefined {
    this.faults.push({ setting, fault })
    return undefined
  }

  /** Names that are set and match a pattern. */
  namesLike(form: RegExp): readonly string[] {
    return Object.keys(this.#values).filter((name) => form.test(name) && this.#values[name] !== undefined)
  }

  /** `NAME`, or the content of the file that `NAME_FILE` names. Empty counts as not set. */
  text(setting: string): string | undefined {
    const value = this.#values[setting]?.trim() || undefined
    const path = this.#values[`${setting}_FILE`]?.trim() || undefined
    if (path === undefined) return value
    if (value !== undefined) return this.fault(setting, `set twice, also as ${setting}_FILE`)
    try {
      return readFileSync(path, 'utf8').trim() || this.fault(`${setting}_FILE`, 'the file is empty')
    } catch {
      return this.fault(`${setting}_FILE`, 'the file cannot be read')
    }
  }

  /** Whether it is set, to an empty value. */
  isBlank(setting: string): boolean {
    return this.#values[setting]?.trim() === '' && this.#values[`${setting}_FILE`] === undefined
  }

  list(setting: string): readonly string[] {
    const items = (this.text(setting) ?? '').split(',').map((item) => item.trim())
    return items.filter((item) => item !== '')
  }

  integer(setting: string, fallback: number, { least, most }: { least: number; most: number }): number {
    const value = this.text(setting)
    if (value === undefined) return fallback
    const number = /^(0|[1-9][0-9]{0,15})$/.test(value) ? Number(value) : Number.NaN
    if (number >= least && number <= most) return number
    this.fault(setting, `not a whole number from ${least} to ${most}`)
    return fallback
  }

  /** An amount of USDC with at most six decimals, in base units. */
  usdc(setting: string, fallback: bigint): bigint {
    const value = this.text(setting)
    if (value === undefined) return fallback
    const match = /^(0|[1-9][0-9]{0,8})(?:\.([0-9]{1,6}))?$/.exec(value)
    if (match !== null) return BigInt(match[1] ?? 0) * 1_000_000n + BigInt((match[2] ?? '').padEnd(6, '0'))
    this.fault(setting, 'not an amount of USDC, such as 0.25')
    return fallback
  }

  wei(setting: string, fallback: bigint): bigint {
    const value = this.text(setting)
    if (value === undefined) return fallback
    if (/^[1-9][0-9]{0,29}$/.test(value)) return BigInt(value)
    this.fault(setting, 'not an amount of wei')
    return fallback
  }

  oneOf<const choice extends string>(setting: string, choices: readonly choice[]): choice | undefined {
    const value = this.text(setting)
    if (value === undefined) return undefined
    const found = choices.find((choice) => choice === value)
    return found ?? this.fault(setting, `not one of ${choices.join(', ')}`)
  }

  url(
    setting: string,
    value: string | undefined,
    protocols: readonly string[] = ['http:', 'https:'],
  ): string | undefined {
    if (value === undefined) return undefined
    const url = URL.canParse(value) ? new URL(value) : undefined
    if (url === undefined || !protocols.includes(url.protocol))
      return this.fault(setting, `not a URL of ${protocols.join(' or ')}`)
    return value
  }
}
