/** The settings cannot work. Names every setting that is at fault, and never a value: it may be a key. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly faults: readonly ConfigFault[]

  constructor(faults: readonly ConfigFault[]) {
    super(faults.map(({ setting, fault }) => `${setting}: ${fault}`).join('\n'))
    this.faults = faults
  }
}

/** What is wrong with one setting. */
export type ConfigFault = { setting: string; fault: string }

/** The exit code of a process whose settings are at fault: `EX_CONFIG` of sysexits. */
export const CONFIG_EXIT_CODE = 78
