/**
 * The tour's output: on standard error, like all text for people; with colours only for a terminal that wants them, as
 * plain text everywhere else.
 */

const { env, stderr } = process
const wantsColour = env.FORCE_COLOR ? env.FORCE_COLOR !== '0' : stderr.isTTY === true
/** Whether the output is a terminal that wants colours. */
export const coloured = wantsColour && !env.NO_COLOR && env.TERM !== 'dumb'

const paint = (open: number, close: number) => (text: string) =>
  coloured ? `\u001b[${open}m${text}\u001b[${close}m` : text

export const bold = paint(1, 22)
export const dim = paint(2, 22)
export const red = paint(31, 39)
export const green = paint(32, 39)
export const cyan = paint(36, 39)

const width = 78

let isHushed = false

/** Prints nothing from now on. */
export function hush(): void {
  isHushed = true
}

function write(text: string): void {
  if (!isHushed) stderr.write(text)
}

export function line(text = ''): void {
  write(text === '' ? '\n' : `  ${text}\n`)
}

export function heading(number: number, title: string): void {
  write(`\n${bold(`${number}. ${title}`)}\n${dim('─'.repeat(width))}\n`)
}

/** One aligned fact. */
export function fact(name: string, value: string): void {
  line(`${dim(name.padEnd(18))}${value}`)
}

/** A paragraph, wrapped. */
export function say(text: string): void {
  let current = ''
  for (const word of text.split(' ')) {
    if (current.length + word.length + 1 > width - 2) {
      line(current)
      current = word
    } else current = current === '' ? word : `${current} ${word}`
  }
  line(current)
}

export function good(text: string): void {
  line(`${green('✓')} ${text}`)
}

export function bad(text: string): void {
  line(`${red('✗')} ${text}`)
}

/** A transaction: a short link when the terminal supports it, the full URL of its page otherwise. */
export function link(url: string): string {
  const hash = url.slice(url.lastIndexOf('/') + 1)
  const short = `${hash.slice(0, 10)}…${hash.slice(-8)}`
  return coloured ? `\u001b]8;;${url}\u001b\\${cyan(short)}\u001b]8;;\u001b\\` : url
}
