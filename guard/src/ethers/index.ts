export { guardSigner } from './guardSigner.js'
