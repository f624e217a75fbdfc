/** Does one thing with the store of the settings, and prints what it found. */
export type Command = (
  env: Readonly<Record<string, string | undefined>>,
  argv: readonly string[],
) => Promise<{ ok: boolean; report: object }>
