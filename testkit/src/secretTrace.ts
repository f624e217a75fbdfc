import { Server } from 'node:http'

/**
 * What a test file has drawn at random that must stay secret, and what its servers, logs and journals have seen of it. It works
 * on what the platform gives to every module, so no test registers anything.
 */
export type SecretTrace = {
  /** Claim codes and secrets of 32 bytes, in each spelling. */
  secrets: Set<string>
  /** Words of 16 characters and more, each with a place where it was seen. */
  seen: Map<string, string>
}

/** Starts to record; called again it records into the same lists. */
export function traceSecrets(): SecretTrace {
  const known = Reflect.get(globalThis, key) as SecretTrace | undefined
  if (known) return known
  const trace: SecretTrace = { secrets: new Set(), seen: new Map() }
  Reflect.set(globalThis, key, trace)
  const draw = crypto.getRandomValues.bind(crypto)
  Object.defineProperty(crypto, 'getRandomValues', {
    configurable: true,
    writable: true,
    value: (array: Uint8Array<ArrayBuffer>) => {
      const drawn = draw(array)
      for (const spelling of spellingsOf(drawn)) trace.secrets.add(spelling)
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

/** Keeps what a log, a journal or a server has seen, where this process records. */
export function traceText(place: string, text: string): void {
  const trace = Reflect.get(globalThis, key) as SecretTrace | undefined
  if (!trace) return
  for (const word of text.split(/[^\w-]+/)) {
    if (word.length < shortest) continue
    trace.seen.set(bare(word), place)
  }
}

/** The places in which a secret was seen; never the secret itself. */
export function findTraces({ secrets, seen }: SecretTrace): string[] {
  return [...new Set([...secrets].flatMap((secret) => seen.get(secret) ?? []))]
}

/** What the library makes of random bytes: a claim code of 16, the secret of a link of 32. */
function spellingsOf(bytes: ArrayBufferView): string[] {
  if (!(bytes instanceof Uint8Array)) return []
  if (bytes.length === 16) return [Array.from(bytes, (byte) => alphabet.charAt(byte & 31)).join('')].map(bare)
  if (bytes.length !== 32) return []
  const buffer = Buffer.from(bytes)
  return [buffer.toString('hex'), buffer.toString('base64url')].map(bare)
}

/** Of any case and grouping. */
function bare(word: string): string {
  return word.replace(/^0x/, '').replaceAll(/[-_]/g, '').toLowerCase()
}

const key = Symbol.for('holdfast:secretTrace')
const shortest = 16
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
