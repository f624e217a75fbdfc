export { decodeCall } from './decodeCall.js'
export type { Carrier, Decoded, Movement, Note, Unreadable } from './types.js'
