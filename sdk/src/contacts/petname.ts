import { InvalidInputError } from '../errors/input.js'

/** Longest name of a contact, in characters. */
export const MAX_PETNAME_LENGTH = 40

/**
 * Validates a name for a contact: 1 to {@link MAX_PETNAME_LENGTH} visible characters of one script, with single spaces between
 * words. Nothing invisible, and nothing that looks like an address: a name must not be able to pose as another one.
 *
 * @returns The name in its composed form (NFC), without spaces around it.
 * @throws {@link InvalidInputError}
 * @example
 * parsePetname(' Bob ') // 'Bob'
 */
export function parsePetname(name: string): string {
  const problem = problemOf(name)
  if (problem !== undefined) throw new InvalidInputError('name', `The name ${problem}.`)
  return name.normalize('NFC').trim()
}

/**
 * What two names must not have in common: the name without case, spaces, punctuation, marks and forms of one letter.
 *
 * @example
 * petnameKey('BOB  1') === petnameKey('bob1') // true
 */
export function petnameKey(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\p{Z}\p{P}]/gu, '')
}

function problemOf(name: unknown): string | undefined {
  if (typeof name !== 'string') return 'is not text'
  if (name.length > 4 * MAX_PETNAME_LENGTH) return `is longer than ${MAX_PETNAME_LENGTH} characters`
  const text = name.normalize('NFC').trim()
  if (text === '' || petnameKey(text) === '') return 'has no letter or digit'
  if ([...text].length > MAX_PETNAME_LENGTH) return `is longer than ${MAX_PETNAME_LENGTH} characters`
  if (/[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}| {2}|\p{Default_Ignorable_Code_Point}/u.test(text))
    return 'contains invisible characters or unusual spaces'
  if (/\p{M}{3}/u.test(text.normalize('NFD'))) return 'has too many marks on one letter'
  if (/0\s*x\s*[\da-f]{3}/iu.test(text.normalize('NFKC'))) return 'looks like an address'
  // Their letters look the same.
  if (scripts.filter((script) => script.test(text)).length > 1) return 'mixes scripts whose letters look the same'
  return undefined
}

const scripts = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Canadian_Aboriginal}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Coptic}/u,
  /\p{Script=Deseret}/u,
  /\p{Script=Lisu}/u,
  /\p{Script=Tifinagh}/u,
]
