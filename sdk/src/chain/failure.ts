/**
 * Reading what a node, a transport or a wallet threw.
 *
 * Errors differ by name and code, never by class: an application may carry two copies of viem, and a wallet
 * throws what it likes.
 */

/** Every error of a chain of causes, outermost first. */
export function causesOf(error: unknown): Record<string, unknown>[] {
  const found: Record<string, unknown>[] = []
  let current = error
  while (typeof current === 'object' && current !== null && found.length < 16) {
    // An object, by the condition.
    found.push(current as Record<string, unknown>)
    // As above.
    current = (current as { cause?: unknown }).cause
  }
  return found
}

/** Whether the person, or the wallet on their behalf, said no: EIP-1193 codes 4001 and 4100, and 5000 of CAIP. */
export function isDeclined(error: unknown): boolean {
  return causesOf(error).some(
    ({ name, code, message }) =>
      name === 'UserRejectedRequestError' ||
      code === 4001 ||
      code === 4100 ||
      code === 5000 ||
      // Some wallets give no code.
      /\buser (?:rejected|denied|declined|cancell?ed)\b/i.test(String(message)),
  )
}

/**
 * Whether a wallet did not take a question up: an earlier one is still open (-32002), or its connection is lost (EIP-1193
 * codes 4900 and 4901).
 */
export function isUnanswered(error: unknown): boolean {
  return causesOf(error).some(({ code }) => code === -32002 || code === 4900 || code === 4901)
}

/** Codes that say that no verdict was reached. -32002 is also what Geth answers when its own time is over. */
const openCodes: readonly unknown[] = [-32011, -32005, -32002, -32603, -32014, 15, 429]

/**
 * Codes of all others that give one: of a revert (3), a provider (4000 to 5999) and JSON-RPC (from -32768). Other numbers, as of a socket, of a
 * DOM exception or of HTTP, count what became of a connection; viem has -1 for what has no code.
 */
const verdictCode = /^(?:3|[45]\d{3}|-32[0-7]\d\d)$/

/** Whether an error that {@link isInconclusive} does not know gives a verdict: by its code, or a status of HTTP. */
export function hasVerdict(error: unknown): boolean {
  return causesOf(error).some(
    ({ code, status }) => typeof status === 'number' || (typeof code === 'number' && verdictCode.test(`${code}`)),
  )
}

const silentText = /rate limit|request limit|fetch failed|ECONN|EPIPE|socket hang up|timed ?out|deadline exceeded/i

/**
 * Whether the failing party gave no verdict: the request may not have arrived, or its answer was lost. Asking again is
 * right for reads; for writes it means that the outcome is open.
 */
export function isInconclusive(error: unknown): boolean {
  return causesOf(error).some(({ name, code, status, message }) => {
    if (/^(Timeout|Abort|WebSocketRequest|SocketClosed)Error$/.test(String(name))) return true
    if (typeof status === 'number')
      return status === 403 || status === 408 || status === 413 || status === 429 || status >= 500
    if (name === 'HttpRequestError') return true
    return openCodes.includes(code) || (typeof message === 'string' && silentText.test(message))
  })
}

/** Whether the node says it has these very bytes already, which is as good as accepting them. */
export function isAlreadyKnown(error: unknown): boolean {
  return says(error, /already known|already imported|known transaction|already in mempool/i)
}

/** Whether the node says the nonce is used up, which after a lost answer may mean: by this very transaction. */
export function isNonceUsed(error: unknown): boolean {
  return says(error, /nonce (?:is )?too low|old nonce|nonce has already been used|invalid nonce/i)
}

/**
 * A copy of an error and its causes that is safe to keep: names, codes, HTTP statuses and short messages stay; request
 * bodies, addresses of endpoints (they may hold API keys), call arguments and long hex (calldata holds claim codes and
 * signatures) are gone.
 */
export function withoutSecrets(error: unknown): Error {
  const chain = causesOf(error)
  if (chain.length === 0) return new Error(clean(String(error)))
  let copy: Error | undefined
  for (const original of chain.reverse()) {
    const text = [original.shortMessage ?? original.message ?? '', original.details ?? ''].filter(
      (part) => typeof part === 'string' && part !== '',
    )
    const next: Error & { code?: unknown; status?: unknown } = new Error(clean([...new Set(text)].join(' ')), {
      ...(copy && { cause: copy }),
    })
    next.name = typeof original.name === 'string' ? original.name : 'Error'
    if (typeof original.code === 'number' || typeof original.code === 'string') next.code = original.code
    if (typeof original.status === 'number') next.status = original.status
    delete next.stack
    copy = next
  }
  // The loop has run at least once.
  return copy as Error
}

function clean(text: string): string {
  return text
    .split('\n')
    .filter((line) => !/^\s*(URL|Request body|Request Arguments|Contract Call|args|data|function):/i.test(line))
    .join('\n')
    .replace(/https?:\/\/\S+/g, '(endpoint)')
    .replace(/0x[0-9a-fA-F]{65,}/g, '0x…')
    .trim()
}

function says(error: unknown, words: RegExp): boolean {
  return causesOf(error).some(({ message, details }) => words.test(`${String(message)} ${String(details)}`))
}
