/**
 * What the bytes of an import are: sentences, addresses, names, or code. `npx tsx tools/sizeParts.ts [import]`.
 *
 * What is left without any sentence, address or long name is a floor: no way of writing or packing the same code goes below it.
 */
import { fileURLToPath } from 'node:url'
import { transform } from 'esbuild'
import ts from 'typescript'
import { bundleText, compressed, goalRows } from './size.js'

/** Brotli of a bundle, and how much smaller it would be without each part. */
type Parts = {
  whole: number
  /** What a person reads. */
  sentences: number
  /** Of contracts and hosts. */
  addresses: number
  /** Of properties, if each were as short as possible. No bundler may do so: an application uses some of them. */
  names: number
  /** Without all of these. */
  rest: number
}

const isSentence = (text: string) => text.length > 12 && / [a-z]/.test(text)
const isAddress = (text: string) => /^(0x[0-9a-f]{8,}$|https?:|wss?:)/i.test(text)

export async function partsOf(code: string): Promise<Parts> {
  const whole = compressed(code)
  const minify = { minify: true, format: 'esm', target: 'es2022' } as const
  const long = await transform(code, minify)
  const shorten = async (text: string) => (await transform(text, { ...minify, mangleProps: /./ })).code
  return {
    whole,
    sentences: whole - compressed(withoutText(code, isSentence)),
    addresses: whole - compressed(withoutText(code, isAddress)),
    names: compressed(long.code) - compressed(await shorten(code)),
    rest: compressed(await shorten(withoutText(code, (text) => isSentence(text) || isAddress(text)))),
  }
}

/** Empties the strings, and the pieces of templates, whose text is of a kind. */
export function withoutText(code: string, isOut: (text: string) => boolean): string {
  const file = ts.createSourceFile('bundle.js', code, ts.ScriptTarget.ES2022, false, ts.ScriptKind.JS)
  const cuts: { from: number; to: number }[] = []
  const visit = (node: ts.Node): void => {
    const start = node.getStart(file)
    // A piece of a template ends in `${`, the last one and a string in one character.
    const closing = ts.isTemplateHead(node) || ts.isTemplateMiddle(node) ? 2 : 1
    const hasText = ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || isPiece(node)
    if (hasText && isOut(node.text)) cuts.push({ from: start + 1, to: node.getEnd() - closing })
    ts.forEachChild(node, visit)
  }
  visit(file)
  let [kept, at] = ['', 0]
  for (const { from, to } of cuts) {
    kept += code.slice(at, from)
    at = to
  }
  return kept + code.slice(at)
}

function isPiece(node: ts.Node): node is ts.TemplateHead | ts.TemplateMiddle | ts.TemplateTail {
  return ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const names = process.argv.slice(2)
  console.log('   whole  sentences  addresses  names    rest')
  for (const name of names.length > 0 ? names : goalRows) {
    const { whole, sentences, addresses, names: named, rest } = await partsOf(await bundleText(name))
    const cells = [`${whole}`.padStart(8), `${sentences}`.padStart(11), `${addresses}`.padStart(11)]
    console.log(`${cells.join('')}${`${named}`.padStart(7)}${`${rest}`.padStart(8)}  ${name}`)
  }
}
