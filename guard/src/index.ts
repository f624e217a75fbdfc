export { decodeCall } from './decode/decodeCall.js'
export type { Carrier, Decoded, Movement, Note, Unreadable } from './decode/types.js'
