/**
 * The shapes of a name's letters: what looks the same in common typefaces is one letter, whatever its script and case.
 *
 * @example
 * nameShape('PauI') === nameShape('Paul') // true: the first ends in a capital i
 */
export function nameShape(name: string): string {
  return [...name.normalize('NFKD').replace(/[\p{M}\p{Z}\p{P}]/gu, '')]
    .map((letter) => shapes.get(letter) ?? letter)
    .join('')
    .toLowerCase()
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
}

/** By the Unicode list of confusables, of the scripts that names are mostly written in: Latin and digits, Cyrillic, Greek. */
const shapes: ReadonlyMap<string, string> = /* @__PURE__ */ pairUp([
  ['I|10', 'lllo'],
  ['АВЕЅІЈКМНОРСТУХ', 'ABESlJKMHOPCTYX'],
  ['авеѕіјкмнорстухһԁ', 'abesijkmhopctyxhd'],
  ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHlKMNOPTYX'],
  ['αεικνορτυχ', 'aeikvoptux'],
])

function pairUp(rows: readonly (readonly [letters: string, latin: string])[]): ReadonlyMap<string, string> {
  return new Map(
    rows.flatMap(([letters, latin]) => [...letters].map((letter, index) => [letter, latin.charAt(index)] as const)),
  )
}
