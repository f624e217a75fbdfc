export { type AddressWords, addressWords } from './addressWords.js'
export { WORDS, WORDS_SHA256 } from './list.js'
export { isWordsOf, readWords } from './readWords.js'
