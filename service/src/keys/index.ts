export { decryptKeystore } from './decryptKeystore.js'
export { KeySettingsError } from './KeyErrors.js'
