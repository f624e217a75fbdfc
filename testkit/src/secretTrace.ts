import { Server } from 'node:http'

/**
 * The random secrets of a test file, and the texts of its servers, logs and journals. It hooks into globals of the
 * platform, so no test registers anything.
 */
export type SecretTrace = {
  /** Claim codes and secrets of 32 bytes, in each spelling. */
  secrets: Set<string>
  /** Words of 16 characters and more, each with a place where it was seen. */
  seen: Map<string, string>
  /** Only codes and secrets of links: other words of 32 random bytes, such as a salt, may be shown to a person. */
  told: Set<string>
  /** Like `seen`, for the output of a program to its user. */
  shown: Map<string, string>
}

/** Starts to record; a second call records into the same lists. */
export function traceSecrets(): SecretTrace {
  const known = traceOfProcess()
  if (known) return known
  const trace: SecretTrace = { secrets: new Set(), seen: new Map(), told: new Set(), shown: new Map() }
  Reflect.set(globalThis, key, trace)
  const draw = crypto.getRandomValues.bind(crypto)
  Object.defineProperty(crypto, 'getRandomValues', {
    configurable: true,
    writable: true,
    value: (array: Uint8Array<ArrayBuffer>) => {
      const drawn = draw(array)
      for (const spelling of spellingsOf(drawn)) {
        trace.secrets.add(spelling)
        if (drawn.byteLength === 16) trace.told.add(spelling)
      }
      return drawn
    },
  })
  const emit = Server.prototype.emit as (this: Server, event: string, ...args: unknown[]) => boolean
  // Of every server in the process.
  Server.prototype.emit = function (this: Server, event: string, ...args: unknown[]) {
    if (event === 'request') {
      const { url = '', headers } = args[0] as { url?: string; headers: { referer?: string } }
      traceText('the URL of a request', `${url} ${headers.referer ?? ''}`)
    }
    return emit.call(this, event, ...args)
  }
  return trace
}

/** Records a text of a log, a journal or a server, if this process records. */
export function traceText(place: string, text: string): void {
  for (const word of wordsOf(text)) traceOfProcess()?.seen.set(word, place)
}

/** Records a text that a program has shown to its user, or written to a file that is not meant for a secret. */
export function traceOutput(place: string, text: string): void {
  for (const word of wordsOf(text)) traceOfProcess()?.shown.set(word, place)
}

/**
 * Reads the secrets in the text of a file that may contain them: claim codes and links, one per line, drawn by another
 * process.
 *
 * @returns Whether it contains nothing else.
 */
export function learnSecrets(text: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const secrets = lines.flatMap((line) => secretLine.exec(line.trim())?.slice(1).find(Boolean) ?? [])
  for (const secret of secrets.map(bare)) {
    traceOfProcess()?.secrets.add(secret)
    traceOfProcess()?.told.add(secret)
  }
  return secrets.length > 0 && secrets.length === lines.length
}

/** The places in which a secret was seen; never the secret itself. */
export function findTraces({ secrets, seen, told, shown }: SecretTrace): string[] {
  const inLogs = [...secrets].flatMap((secret) => seen.get(secret) ?? [])
  return [...new Set([...inLogs, ...[...told].flatMap((secret) => shown.get(secret) ?? [])])]
}

/** Clears the trace. */
export function forgetTraces(trace: SecretTrace): void {
  for (const list of [trace.secrets, trace.seen, trace.told, trace.shown]) list.clear()
}

function traceOfProcess(): SecretTrace | undefined {
  return Reflect.get(globalThis, key) as SecretTrace | undefined
}

function wordsOf(text: string): string[] {
  return text
    .split(/[^\w-]+/)
    .filter((word) => word.length >= shortest)
    .map(bare)
}

/** The library's uses of random bytes: a claim code of 16, the secret of a link of 32. */
function spellingsOf(bytes: ArrayBufferView): string[] {
  if (!(bytes instanceof Uint8Array)) return []
  if (bytes.length === 16) return [Array.from(bytes, (byte) => alphabet.charAt(byte & 31)).join('')].map(bare)
  if (bytes.length !== 32) return []
  const buffer = Buffer.from(bytes)
  return [buffer.toString('hex'), buffer.toString('base64url')].map(bare)
}

/** In any case and grouping. */
function bare(word: string): string {
  return word.replace(/^0x/, '').replaceAll(/[-_]/g, '').toLowerCase()
}

const key = Symbol.for('holdfast:secretTrace')
const shortest = 16
/** A claim code in groups, or a link with the secret at its end. */
const secretLine = /^(?:((?:[0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4})|\S*#\/pay\/\d+\/[^/\s]+\/([\w-]{43}))$/
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
