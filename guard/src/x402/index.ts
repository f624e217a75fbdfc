export { createPins, type PinnedPayee, type Pins } from './createPins.js'
export { type ChangedPayee, type GuardX402Options, guardX402, type X402Client, type X402Payment } from './guardX402.js'
