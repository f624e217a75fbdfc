/** The innermost file and line where our code threw, without a path. */
export function placeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || typeof error.stack !== 'string') return undefined
  return /\/([\w.-]{1,60}\.[cm]?[jt]s:[0-9]+)/.exec(error.stack)?.[1]
}
