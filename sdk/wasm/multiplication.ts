/**
 * Writes the multiplications of the scanner's field, secp256k1's p = 2^256 - 2^32 - 977, as straight AssemblyScript.
 *
 * An element has 20 limbs of 13 bits, signed: -4096 to 4095, the last one -256 to 255. Four elements lie side by side:
 * a 32-bit lane for each, two limbs in every lane, ten vectors in all. Sums of elements need no carry: limbs have 16
 * bits, and a multiplication takes multiples of a reduced element as long as the product of the multiples, summed over
 * its products, is at most {@link largestProduct}; {@link assertNoOverflow} is the proof.
 *
 * `i32x4.dot_i16x8_s` multiplies eight pairs of limbs and adds the results in pairs, so one of it does two terms of one
 * column of the product for four elements. For a column a is taken as (even, odd) limbs; b as (odd, even) limbs for the
 * columns of odd number and as (even, odd of the vector before) for those of even number.
 */

type Multiplication = {
  name: string
  isSquare: boolean
  /** Adds `scale` times the element at `addend` before the reduction. */
  hasAddend: boolean
}

/** Most that the multiples of reduced elements in one multiplication may give, multiplied. */
const largestProduct = 5

const vectors = 10
const limbs = 2 * vectors
const columns = 2 * limbs - 1
/** So many columns are summed side by side: more share what they load, fewer need fewer registers. */
const columnsAtOnce = 4
/** Fours of elements that each call works on, one after the other: the end of one overlaps the beginning of the next. */
const fours = 2
/** Most that the multiple of an addend times its scale may give. */
const largestAddend = 8

const multiplications: readonly Multiplication[] = [
  { name: 'multiply', isSquare: false, hasAddend: false },
  { name: 'multiplyAdd', isSquare: false, hasAddend: true },
  { name: 'square', isSquare: true, hasAddend: false },
  { name: 'squareAdd', isSquare: true, hasAddend: true },
]

/**
 * The AssemblyScript module:
 *
 * - `multiply(out, a, b)`: a * b
 * - `multiplyAdd(out, a, b, addend, scale)`: a * b + scale * addend
 * - `square(out, a, b)`: a * b, where all limbs of a are the same multiple of those of b
 * - `squareAdd(out, a, b, addend, scale)`: that + scale * addend
 *
 * All parameters but the scale are addresses; `out` may be one of the others.
 */
export function writeMultiplications(): string {
  assertNoOverflow()
  const table = Object.values(constants).flatMap((value) => Array.from({ length: 4 }, () => value))
  return [
    `const CONSTANTS: usize = memory.data<i32>([${table.join(', ')}], 16)`,
    `const SCRATCH: usize = memory.data(${16 * 64}, 16)`,
    ...multiplications.map(writeMultiplication),
  ].join('\n')
}

/** Vectors of four equal lanes. Loading one is cheaper than what engines make of a constant in the code. */
const constants = {
  limb: 0x1fff,
  half: 0x1000,
  topLimb: 0x1ff,
  topHalf: 0x100,
  halves: 0x10001000,
  topHalves: 0x01001000,
  /** 2^260 = 2^36 + 15632 modulo p. */
  fold260: 15632,
  /** 2^256 = 2^32 + 977 modulo p. */
  fold256: 977,
}

function constant(name: keyof typeof constants): string {
  return load('CONSTANTS', Object.keys(constants).indexOf(name))
}

/** One term of a column: names of two vectors whose pairs are multiplied and added. */
type Term = { left: string; right: string }

function writeMultiplication({ name, isSquare, hasAddend }: Multiplication): string {
  const lines: string[] = []
  const define = (local: string, value: string) => {
    lines.push(`  const ${local}: v128 = ${value}`)
    return local
  }
  const { places, terms } = arrangeOperands(isSquare, lines)

  let locals = 0
  /** Sums the terms of some neighbouring columns; what they share is loaded once. */
  const sumColumns = (from: number, to: number): string[] => {
    const loaded = new Map<string, string>()
    const take = (vector: string) => {
      const local = loaded.get(vector) ?? define(`t${locals++}`, places.get(vector) ?? vector)
      loaded.set(vector, local)
      return local
    }
    const wanted = terms.slice(from, to + 1)
    const sums = wanted.map(() => '')
    for (const left of new Set(wanted.flat().map((term) => term.left)))
      wanted.forEach((column, index) => {
        for (const term of column.filter((candidate) => candidate.left === left)) {
          const product = `i32x4.dot_i16x8_s(${take(left)}, ${take(term.right)})`
          const sum = sums[index]
          sums[index] = define(`t${locals++}`, sum ? add(sum, product) : product)
        }
      })
    return sums
  }

  let carry = ''
  for (let from = limbs; from < columns; from += columnsAtOnce) {
    const to = Math.min(from + columnsAtOnce, columns) - 1
    sumColumns(from, to).forEach((sum, index) => {
      const column = from + index
      define(`sum${column}`, add(sum, carry))
      define(`limb${column}`, `v128.and(sum${column}, ${constant('limb')})`)
      carry = `i32x4.shr_s(sum${column}, 13)`
    })
  }
  define(`limb${columns}`, carry)
  carry = ''
  for (let from = 0; from < limbs; from += columnsAtOnce)
    sumColumns(from, from + columnsAtOnce - 1).forEach((sum, index) => {
      const column = from + index
      const isTop = column === limbs - 1
      const addend = hasAddend ? `i32x4.dot_i16x8_s(${load('addend', column >> 1)}, scale${column % 2})` : ''
      const folded = `i32x4.dot_i16x8_s(limb${limbs + column}, ${constant('fold260')})`
      const shifted = column >= 2 ? `i32x4.shl(limb${limbs + column - 2}, 10)` : ''
      define(`sum${column}`, add(sum, addend, folded, shifted, constant(isTop ? 'topHalf' : 'half'), carry))
      define(`limb${column}`, `v128.and(sum${column}, ${constant(isTop ? 'topLimb' : 'limb')})`)
      carry = `i32x4.shr_s(sum${column}, 13)`
    })

  // What is above bit 256 comes down once more: the rest of the top limb and two limbs that were not folded yet.
  define('above0', add(`i32x4.shr_s(sum${limbs - 1}, 9)`, `i32x4.shl(limb${columns - 1}, 14)`))
  define('above1', add('i32x4.shr_s(above0, 13)', `i32x4.shl(limb${columns}, 14)`))
  const excess = [
    define('excess0', `v128.and(above0, ${constant('limb')})`),
    define('excess1', `v128.and(above1, ${constant('limb')})`),
    define('excess2', 'i32x4.shr_s(above1, 13)'),
  ]
  carry = ''
  for (let i = 0; i <= 5; i++) {
    const folded = excess[i] ? `i32x4.dot_i16x8_s(${excess[i]}, ${constant('fold256')})` : ''
    const shifted = excess[i - 2] ? `i32x4.shl(${excess[i - 2]}, 6)` : ''
    const sum = define(`last${i}`, add(`limb${i}`, folded, shifted, carry))
    if (i < 5) define(`low${i}`, `v128.and(${sum}, ${constant('limb')})`)
    carry = `i32x4.shr_s(${sum}, 13)`
  }
  for (let i = 0; i < vectors; i++) {
    const [even, odd] = [2 * i, 2 * i + 1].map((limb) =>
      limb < 5 ? `low${limb}` : limb === 5 ? 'last5' : `limb${limb}`,
    )
    const halves = constant(i === vectors - 1 ? 'topHalves' : 'halves')
    lines.push(`  v128.store(out, i16x8.sub(v128.or(${even}, i32x4.shl(${odd}, 16)), ${halves}), ${16 * i})`)
  }

  const pointers = ['a', 'b', ...(hasAddend ? ['addend'] : [])]
  const parameters = ['out', ...pointers].map((pointer) => `${pointer}: usize`)
  return [
    `export function ${name}(${[...parameters, ...(hasAddend ? ['scale: i32'] : [])].join(', ')}): void {`,
    ...(hasAddend ? ['const scale0: v128 = i32x4.splat(scale & 0xffff), scale1: v128 = i32x4.splat(scale << 16)'] : []),
    `for (const end = out + ${16 * vectors * fours}; out < end; out += ${16 * vectors}) {`,
    ...lines,
    ...pointers.map((pointer) => `  ${pointer} += ${16 * vectors}`),
    '}}',
  ].join('\n')
}

/** Writes the right operand into scratch memory as the columns need it, and lists the terms of each column. */
function arrangeOperands(isSquare: boolean, lines: string[]) {
  /** Expressions that give a vector its value. */
  const places = new Map<string, string>()
  let stored = 0
  const store = (vector: string, value: string) => {
    lines.push(`  v128.store(SCRATCH, ${value}, ${16 * stored})`)
    places.set(vector, load('SCRATCH', stored++))
  }
  for (let i = 0; i < vectors; i++) {
    lines.push(`  const b${i}: v128 = ${load('b', i)}`)
    store(`odd${i}`, `v128.shuffle<i16>(b${i}, b${i}, 1, 0, 3, 2, 5, 4, 7, 6)`)
    store(`even${i}`, i === 0 ? lowHalf('b0') : evenOdd(`b${i}`, `b${i - 1}`))
    places.set(`once${i}`, load('a', i))
  }
  store(`even${vectors}`, `i32x4.shl(i32x4.shr_u(b${vectors - 1}, 16), 16)`)
  // Of a square, the product of two different vectors is taken once, doubled. In the middle of a column a vector meets
  // itself, or the vector after it with the odd limbs of its own: there the doubling is partial.
  if (isSquare)
    for (let i = 0; i < vectors; i++) {
      const once = load('a', i)
      store(`twice${i}`, `i16x8.add(${once}, ${once})`)
      places.set(`onceEven${i}`, lowHalf(once))
      places.set(`twiceEvenOnceOdd${i}`, evenOdd(places.get(`twice${i}`) ?? '', once))
    }

  const terms: Term[][] = Array.from({ length: columns }, () => [])
  terms.forEach((column, number) => {
    const isEven = number % 2 === 0
    for (let i = 0; i < vectors; i++) {
      const j = (number >> 1) - i
      if (j < 0 || j > (isEven ? vectors : vectors - 1) || (isSquare && i > j)) continue
      const middle = i === j ? (isEven ? 'onceEven' : 'once') : isEven && j === i + 1 ? 'twiceEvenOnceOdd' : 'twice'
      column.push({ left: `${isSquare ? middle : 'once'}${i}`, right: `${isEven ? 'even' : 'odd'}${j}` })
    }
  })
  return { places, terms }
}

function load(pointer: string, vector: number): string {
  return `v128.load(${pointer}, ${16 * vector})`
}

/** Adds what is there, from left to right. */
function add(...values: string[]): string {
  return values.filter((value) => value !== '').reduce((sum, value) => `i32x4.add(${sum}, ${value})`)
}

/** The even limbs alone. */
function lowHalf(vector: string): string {
  return `i32x4.shr_u(i32x4.shl(${vector}, 16), 16)`
}

/** Even limbs of the first, odd limbs of the second. */
function evenOdd(even: string, odd: string): string {
  return `v128.shuffle<i16>(${even}, ${odd}, 0, 9, 2, 11, 4, 13, 6, 15)`
}

/** Follows the largest values through the sums above; at each step they fit into 32 bits, and the result is reduced. */
function assertNoOverflow(): void {
  const check = (isMet: boolean, what: string) => {
    if (!isMet) throw new RangeError(`The multiplication overflows: ${what}.`)
  }
  const [full, top, carryBits] = [2 ** 12, 2 ** 8, 13]
  /** Limb 5 takes a last carry of at most 3 and keeps it. */
  const largest = Array.from({ length: limbs }, (_, i) => (i === limbs - 1 ? top : i === 5 ? full + 3 : full))
  const columnSum = (column: number) => {
    let sum = 0
    for (let i = 0; i < limbs; i++) sum += (largest[i] ?? 0) * (largest[column - i] ?? 0)
    return sum * largestProduct
  }
  let carry = 0
  for (let column = limbs; column < columns; column++) {
    const sum = columnSum(column) + carry
    check(sum < 2 ** 31, `column ${column}`)
    carry = Math.ceil(sum / 2 ** carryBits)
  }
  const uppermost = carry
  check(uppermost < 2 ** 15, 'the carry of the last column as a limb of 16 bits')
  carry = 0
  let sum = 0
  for (let column = 0; column < limbs; column++) {
    const folded = column === limbs - 1 ? uppermost * constants.fold260 : 2 ** 13 * constants.fold260
    sum = columnSum(column) + largestAddend * full + folded + 2 ** 23 + full + carry
    check(sum < 2 ** 31, `column ${column}`)
    carry = Math.ceil(sum / 2 ** carryBits)
  }
  const above0 = sum / 2 ** 9 + 2 ** 27
  const above1 = above0 / 2 ** carryBits + uppermost * 2 ** 14
  check(above0 < 2 ** 31 && above1 < 2 ** 31, 'the part above bit 256')
  const excess = [2 ** 13, 2 ** 13, Math.ceil(above1 / 2 ** carryBits)]
  carry = 0
  for (let i = 0; i < 5; i++) {
    sum = 2 ** 13 + constants.fold256 * (excess[i] ?? 0) + 2 ** 6 * (excess[i - 2] ?? 0) + carry
    check(sum < 2 ** 31, `the last sum ${i}`)
    carry = Math.ceil(sum / 2 ** carryBits)
  }
  check(carry <= 3, 'the carry into limb 5')
}
