/**
 * Finds the announcements whose view tag may be that of their shared secret, eight at a time (AssemblyScript).
 *
 * For an ephemeral point of abscissa x let g = x^3 + 7. Then (g * x, g^2) is on y^2 = x^3 + 7 * g^3, which is
 * secp256k1 seen through other coordinates if g is a square, that is, if x is the abscissa of a point at all. So no
 * square root is needed: the formulas do not contain the constant of the curve, and the abscissa of the multiple,
 * divided by g, is that of the shared point. Whether its ordinate is even stays open, so both encodings are hashed.
 *
 * Points are (X / Z^2, Y / Z^3), kept as X, 2 * Y and Z. The plan of the multiplication is the same for all points. The
 * formulas of addition are incomplete: the maker of the plan makes sure that no point of the curve ever meets a case
 * they do not cover. Any other x gives a result without meaning, and a suspect at worst; it cannot disturb the others,
 * since no operation crosses lanes and a zero is replaced before the inversion that the lanes' batch shares.
 *
 * The build appends what `multiplication.ts` and `keccak.ts` write: `multiply` and its helpers, `permute`.
 */

/** Most announcements in one call of {@link findSuspects}. */
export const CAPACITY: i32 = 512
/** Points that are worked on together, in fours. */
const LANES: usize = 8
/** Bytes of four elements side by side. */
const FOUR: usize = 160
/** Bytes of as many elements as there are lanes. */
const ELEMENT: usize = 320
const ODD_MULTIPLES: usize = 8
const POINT_BYTES: usize = 33

/** Compressed points, 33 bytes each. */
export const POINTS: usize = memory.data(16896, 16)
/** Claimed tags, one byte each. */
export const TAGS: usize = memory.data(512, 16)
/** The multiplication plan: a length of four bytes, then its steps. */
export const PLAN: usize = memory.data(1024, 16)
/** For every suspect its index, four bytes, and the hash that has the claimed tag, 32 bytes; at most two for each point. */
export const SUSPECTS: usize = memory.data(36864, 16)

const NUMERATORS: usize = memory.data(20480, 16)
const DENOMINATORS: usize = memory.data(20480, 16)
const PRODUCTS: usize = memory.data(20480, 16)
/** X, X times beta and 2 * Y of the odd multiples. */
const TABLE_X: usize = memory.data(2560, 16)
const TABLE_IMAGE_X: usize = memory.data(2560, 16)
const TABLE_Y: usize = memory.data(2560, 16)
const TABLE_RATIOS: usize = memory.data(2560, 16)
const STATE: usize = memory.data(400, 16)
const WORDS: usize = memory.data(32, 16)

const ONE: usize = memory.data(320, 16)
const SEVEN: usize = memory.data(320, 16)
const BETA: usize = memory.data(320, 16)
/** The point of the ladder. */
const X: usize = memory.data(320, 16)
const Y: usize = memory.data(320, 16)
const Z: usize = memory.data(320, 16)
const G: usize = memory.data(320, 16)
/** Z that all entries of the table share. */
const TABLE_Z: usize = memory.data(320, 16)
const A: usize = memory.data(320, 16)
const B: usize = memory.data(320, 16)
const C: usize = memory.data(320, 16)
const D: usize = memory.data(320, 16)
const H: usize = memory.data(320, 16)

/** Writes the constants; to be called once. */
export function prepare(): void {
  writeSmall(ONE, 1)
  writeSmall(SEVEN, 7)
  // The cube root of one that goes with the plan's endomorphism.
  v128.store(WORDS, i32x4(0x719501ee, 0xc1396c28, 0x12f58995, 0x9cf04975))
  v128.store(WORDS, i32x4(0xac3434e9, 0x6e64479e, 0x657c0710, 0x7ae96a2b), 16)
  for (let lane: usize = 0; lane < LANES; lane++) writeLimbs(BETA, lane)
  multiply(BETA, BETA, ONE)
}

/** Judges the first `count` points: returns the number of suspects. */
export function findSuspects(count: i32): i32 {
  const groups = (<usize>count + LANES - 1) / LANES
  for (let group: usize = 0; group < groups; group++) {
    for (let lane: usize = 0; lane < LANES; lane++) {
      // The last group is filled up with the last point.
      const index = min<usize>(LANES * group + lane, <usize>count - 1)
      const bytes = POINTS + POINT_BYTES * index + 1
      for (let i: usize = 0; i < 4; i++) store<u64>(WORDS + 24 - 8 * i, bswap<u64>(load<u64>(bytes + 8 * i)))
      writeLimbs(A, lane)
    }
    multiplyPoint()
    copy(NUMERATORS + ELEMENT * group, X)
    // x = X / (g * Z^2), with the table's Z as a factor of Z
    multiply(Z, Z, TABLE_Z)
    square(Z, Z, Z)
    multiply(DENOMINATORS + ELEMENT * group, Z, G)
    replaceZeros(DENOMINATORS + ELEMENT * group)
  }
  divide(groups)
  let suspects: i32 = 0
  for (let index: i32 = 0; index < count; index++) {
    readWords(NUMERATORS + ELEMENT * (<usize>index / LANES), <usize>index % LANES)
    suspects += hash(index, SUSPECTS + 36 * suspects)
  }
  return suspects
}

/** Multiplies the points whose x is in A by the plan: result in X, Y, Z (times TABLE_Z), g in G. */
function multiplyPoint(): void {
  multiply(A, A, ONE)
  square(B, A, A)
  multiplyAdd(G, A, B, SEVEN, 1)
  makeTable()
  const steps = load<i32>(PLAN)
  for (let step: i32 = 0; step < steps; step++) {
    const code = <usize>load<u8>(PLAN + <usize>step, 4)
    if (code === 0) {
      double()
      continue
    }
    const index = ELEMENT * ((code - 1) >> 2)
    const x = ((code - 1) & 2 ? TABLE_IMAGE_X : TABLE_X) + index
    let y = TABLE_Y + index
    if ((code - 1) & 1) {
      for (let i: usize = 0; i < ELEMENT; i += 16) v128.store(H + i, i16x8.neg(v128.load(y + i)))
      y = H
    }
    if (step === 0) {
      copy(X, x)
      multiply(Y, y, ONE)
      copy(Z, ONE)
    } else addEntry(x, y)
  }
}

/** With 2 * Y in the place of Y: D = X * Y^2, X' = (3X^2)^2 - 2D, Y' = 2 * 3X^2 * (D - X') - Y^4, Z' = Y * Z. */
function double(): void {
  addTwice(A, X, X)
  square(B, Y, Y)
  square(A, A, X)
  multiply(D, X, B)
  multiply(Z, Y, Z)
  squareAdd(X, A, A, D, -2)
  square(B, B, B)
  subtractTwice(D, D, X)
  multiplyAdd(Y, A, D, B, -1)
}

/** Adds the point (x, y), its y doubled as well. */
function addEntry(x: usize, y: usize): void {
  square(A, Z, Z)
  multiplyAdd(B, x, A, X, -1)
  multiply(A, Z, A)
  multiplyAdd(C, y, A, Y, -1)
  // B, C: differences of X and of 2 * Y
  add(A, B, B)
  multiply(Z, Z, A)
  square(A, A, A)
  multiply(B, B, A)
  multiply(A, X, A)
  // A: V = X * (2B)^2, B: J = B * (2B)^2; X' = C^2 - J - 2V, Y' = 2 * C * (V - X') - 2 * Y * J
  addTwice(D, B, A)
  squareAdd(X, C, C, D, -1)
  multiply(B, Y, B)
  subtractTwice(A, A, X)
  multiplyAdd(Y, C, A, B, -2)
}

/**
 * Fills the table with odd multiples of (g * x, g^2), where x is in A and g in G, as if they were affine: TABLE_Z is the
 * Z that they share. Additions of points with a common Z: Meloni, "New point addition formulae for ECC applications".
 */
function makeTable(): void {
  multiply(X, G, A)
  square(Y, G, G)
  // 2P = (X, Y) and P itself with the Z of 2P, which is 2 * Y
  add(TABLE_Z, Y, Y)
  square(B, TABLE_Z, TABLE_Z)
  multiply(D, X, B)
  multiply(B, B, Y)
  multiply(B, B, TABLE_Z)
  addTwice(A, X, X)
  square(A, A, X)
  squareAdd(X, A, A, D, -2)
  subtract(C, D, X)
  multiplyAdd(Y, A, C, B, -1)
  copy(TABLE_X, D)
  copy(TABLE_Y, B)
  for (let offset: usize = 0; offset < (ODD_MULTIPLES - 1) * ELEMENT; offset += ELEMENT) {
    const x = TABLE_X + offset
    const y = TABLE_Y + offset
    // 2P + (x, y); afterwards 2P has the Z of the sum, which is the old one times the ratio
    subtract(TABLE_RATIOS + offset, X, x)
    square(A, TABLE_RATIOS + offset, TABLE_RATIOS + offset)
    multiply(X, X, A)
    multiply(B, x, A)
    subtract(C, Y, y)
    add(D, X, B)
    squareAdd(x + ELEMENT, C, C, D, -1)
    subtract(D, X, B)
    multiply(Y, Y, D)
    subtract(D, X, x + ELEMENT)
    multiplyAdd(y + ELEMENT, C, D, Y, -1)
  }
  // From the last entry back: C is the ratio of the last Z to that of the entry
  copy(C, ONE)
  for (let offset: usize = (ODD_MULTIPLES - 1) * ELEMENT; ; offset -= ELEMENT) {
    square(A, C, C)
    multiply(TABLE_X + offset, TABLE_X + offset, A)
    multiply(A, A, C)
    multiply(TABLE_Y + offset, TABLE_Y + offset, A)
    add(TABLE_Y + offset, TABLE_Y + offset, TABLE_Y + offset)
    multiply(TABLE_IMAGE_X + offset, TABLE_X + offset, BETA)
    if (offset === 0) break
    multiply(C, TABLE_RATIOS + offset - ELEMENT, C)
  }
  multiply(TABLE_Z, TABLE_Z, C)
}

/** Divides the numerators by the denominators, with one inversion for each lane of all groups. */
function divide(groups: usize): void {
  const end = ELEMENT * groups
  copy(A, ONE)
  for (let offset: usize = 0; offset < end; offset += ELEMENT) {
    copy(PRODUCTS + offset, A)
    multiply(A, A, DENOMINATORS + offset)
  }
  invert()
  for (let offset = end; offset > 0; ) {
    offset -= ELEMENT
    multiply(B, A, PRODUCTS + offset)
    multiply(NUMERATORS + offset, NUMERATORS + offset, B)
    multiply(A, A, DENOMINATORS + offset)
  }
}

/** A = A^(p - 2). The exponent has ones from bit 255 to bit 33, a zero, and 2^32 - 979. */
function invert(): void {
  copy(B, A)
  for (let bit: i32 = 254; bit >= 0; bit--) {
    square(A, A, A)
    if (bit > 32 || (bit < 32 && (0xfffffc2d >>> bit) & 1)) multiply(A, A, B)
  }
}

/** Puts one in the place of zero. A reduced element is zero only if all its limbs are, see {@link readWords}. */
function replaceZeros(element: usize): void {
  for (const end = element + ELEMENT; element < end; element += FOUR) {
    let any: v128 = v128.load(element)
    for (let i: usize = 16; i < FOUR; i += 16) any = v128.or(any, v128.load(element + i))
    const isZero: v128 = i32x4.eq(any, i32x4.splat(0))
    v128.store(element, v128.or(v128.load(element), i32x4.shr_u(isZero, 31)))
  }
}

/** The number 0 to 2^256 - 1 in WORDS as limbs of 0 to 8191, not yet reduced. */
function writeLimbs(element: usize, lane: usize): void {
  for (let limb: usize = 0; limb < 20; limb++) {
    const word = WORDS + 8 * ((13 * limb) >> 6)
    const shift = <i32>((13 * limb) & 63)
    let bits = load<u64>(word) >> shift
    if (shift > 51 && limb < 19) bits |= load<u64>(word, 8) << (64 - shift)
    store<u16>(limbOf(element, lane, limb), <u16>bits & 0x1fff)
  }
}

/**
 * One lane of a reduced element as a number below p, in WORDS. A reduced element has an absolute value below 2^255 +
 * 2^248, hence below p: it is that number or that number minus p.
 */
function readWords(element: usize, lane: usize): void {
  let carry: i64 = 0
  let word: u64 = 0
  for (let i: usize = 0; i < 32; i += 8) store<u64>(WORDS + i, 0)
  for (let limb: usize = 0; limb < 20; limb++) {
    carry += <i64>load<i16>(limbOf(element, lane, limb))
    word = <u64>carry & 0x1fff
    carry >>= 13
    const place = WORDS + 8 * ((13 * limb) >> 6)
    const shift = <i32>((13 * limb) & 63)
    store<u64>(place, load<u64>(place) | (word << shift))
    if (shift > 51 && limb < 19) store<u64>(place, load<u64>(place, 8) | (word >> (64 - shift)), 8)
  }
  if (carry === 0) return
  // p = 2^256 - 0x1000003d1
  let borrow: u64 = 0x1000003d1
  for (let i: usize = 0; i < 32; i += 8) {
    const before = load<u64>(WORDS + i)
    store<u64>(WORDS + i, before - borrow)
    borrow = u64(before < borrow)
  }
}

/** Hashes the shared point of abscissa WORDS in both encodings and writes those that have the tag: returns how many. */
function hash(index: i32, suspects: usize): i32 {
  memory.fill(STATE, 0, 400)
  // The message is 02 or 03, then the abscissa; after it the padding, 01 and in the last byte of the block 80.
  for (let lane: usize = 0; lane < 2; lane++) {
    let before: u64 = 2 + lane
    for (let i: usize = 0; i < 4; i++) {
      const word = load<u64>(WORDS + 24 - 8 * i)
      store<u64>(STATE + 16 * i + 8 * lane, before | (bswap<u64>(word) << 8))
      before = word & 0xff
    }
    store<u64>(STATE + 64 + 8 * lane, before | 0x100)
    store<u64>(STATE + 256 + 8 * lane, (<u64>1) << 63)
  }
  permute(STATE)
  let found: i32 = 0
  for (let lane: usize = 0; lane < 2; lane++) {
    if (load<u8>(STATE + 8 * lane) !== load<u8>(TAGS + <usize>index)) continue
    const suspect = suspects + 36 * found++
    store<i32>(suspect, index)
    for (let i: usize = 0; i < 4; i++) store<u64>(suspect + 8 * i, load<u64>(STATE + 16 * i + 8 * lane), 4)
  }
  return found
}

function limbOf(element: usize, lane: usize, limb: usize): usize {
  return element + FOUR * (lane >> 2) + 16 * (limb >> 1) + 4 * (lane & 3) + 2 * (limb & 1)
}

function writeSmall(element: usize, value: i32): void {
  for (let i: usize = 0; i < ELEMENT; i += FOUR) v128.store(element + i, i32x4.splat(value))
}

function copy(out: usize, a: usize): void {
  memory.copy(out, a, ELEMENT)
}

function add(out: usize, a: usize, b: usize): void {
  for (let i: usize = 0; i < ELEMENT; i += 16) v128.store(out + i, i16x8.add(v128.load(a + i), v128.load(b + i)))
}

function subtract(out: usize, a: usize, b: usize): void {
  for (let i: usize = 0; i < ELEMENT; i += 16) v128.store(out + i, i16x8.sub(v128.load(a + i), v128.load(b + i)))
}

/** a + 2b */
function addTwice(out: usize, a: usize, b: usize): void {
  for (let i: usize = 0; i < ELEMENT; i += 16) {
    const summand: v128 = v128.load(b + i)
    v128.store(out + i, i16x8.add(v128.load(a + i), i16x8.add(summand, summand)))
  }
}

/** 2(a - b) */
function subtractTwice(out: usize, a: usize, b: usize): void {
  for (let i: usize = 0; i < ELEMENT; i += 16) {
    const difference: v128 = i16x8.sub(v128.load(a + i), v128.load(b + i))
    v128.store(out + i, i16x8.add(difference, difference))
  }
}
