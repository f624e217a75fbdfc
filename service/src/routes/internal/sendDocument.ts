import type { RouteAnswer } from '../../http/Route.js'
import type { Document, Encoding } from '../../indexes/Document.js'

/** Answers with a document in the coding that the caller prefers, or with 304 when it already has it. */
export async function sendDocument(document: Document, headers: Headers, cacheControl: string): Promise<RouteAnswer> {
  const shared = { ETag: document.etag, 'Cache-Control': cacheControl, Vary: 'Accept-Encoding' }
  if (isKnown(headers.get('if-none-match'), document.etag)) return { status: 304, bytes: nothing, headers: shared }
  const coding = document.codingFor(chooseEncoding(headers.get('accept-encoding')))
  const bytes = await document.bytes(coding)
  return {
    status: 200,
    bytes,
    headers: {
      ...shared,
      'Content-Type': 'application/json',
      ...(coding === 'identity' ? {} : { 'Content-Encoding': coding }),
    },
  }
}

/** RFC 9110, section 12.5.3: the smallest acceptable coding; the document as it is, when none is acceptable. */
function chooseEncoding(accepted: string | null): Encoding {
  if (accepted === null) return 'identity'
  const weights = new Map<string, number>()
  for (const part of accepted.toLowerCase().split(',', 20)) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))
    weights.set(name, weight === undefined ? 1 : Number(weight.slice(2)) || 0)
  }
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0
  const [br, gzip] = [weightOf('br'), weightOf('gzip')]
  if (br > 0 && br >= gzip) return 'br'
  return gzip > 0 ? 'gzip' : 'identity'
}

/** RFC 9110, section 13.1.2: by weak comparison. */
function isKnown(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false
  const opaque = etag.replace(/^W\//, '')
  return ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === opaque)
}

const nothing = new Uint8Array()
