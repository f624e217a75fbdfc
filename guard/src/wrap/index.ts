export { type AnnounceOptions, announceGuarded } from './announceGuarded.js'
export type { GuardOptions } from './GuardOptions.js'
export { type Eip1193Provider, guardProvider } from './guardProvider.js'
export { guardTransport } from './guardTransport.js'
