/** The settings are invalid. Names every faulty setting, and never a value, since it may be a key. */
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

/** The exit code of a process with invalid settings: `EX_CONFIG` of sysexits. */
export const CONFIG_EXIT_CODE = 78
