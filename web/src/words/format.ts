import { formatUsdc } from '@holdfast/sdk/chain'
import { formatUnits } from 'viem'

/** Numbers and times in the language of the page. */
export type Format = {
  /** All significant digits, as `1,234.50 USDC`. */
  usdc: (amount: bigint) => string
  /** The same without the unit. */
  amount: (amount: bigint) => string
  /** What a coin of other decimals costs at most, as `0.0004 ETH`: rounded up. */
  coin: (most: bigint, decimals: number, symbol: string) => string
  /** A moment, as `15:26` today and with its date on other days. */
  moment: (date: Date, now?: Date) => string
  /** A span, as `1 hour`. */
  span: (seconds: number) => string
  /** How long until a moment, as `in 58 minutes`. */
  until: (date: Date, now?: Date) => string
  /** Texts joined by "and". */
  list: (texts: readonly string[]) => string
}

/** @param locale - A language tag. */
export function createFormat(locale: string): Format {
  const amount = (units: bigint): string => {
    const text = formatUsdc(units)
    const minimumFractionDigits = text.includes('.') ? 2 : 0
    // Text of digits, which is exact where a number is not.
    return new Intl.NumberFormat(locale, { minimumFractionDigits, maximumFractionDigits: 6 }).format(
      text as `${number}`,
    )
  }
  return {
    amount,
    usdc: (units) => `${amount(units)}\u00a0USDC`,
    coin(most, decimals, symbol) {
      const rounded = new Intl.NumberFormat(locale, { maximumSignificantDigits: 3, roundingMode: 'ceil' })
      // As above.
      return `${rounded.format(formatUnits(most, decimals) as `${number}`)}\u00a0${symbol}`
    },
    moment(date, now = new Date()) {
      const isToday = date.toDateString() === now.toDateString()
      return new Intl.DateTimeFormat(locale, { timeStyle: 'short', ...(!isToday && { dateStyle: 'medium' }) }).format(
        date,
      )
    },
    span(seconds) {
      const [count, unit] = inUnits(seconds)
      return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
    },
    until(date, now = new Date()) {
      const seconds = (date.getTime() - now.getTime()) / 1_000
      const [count, unit] = inUnits(Math.abs(seconds))
      return new Intl.RelativeTimeFormat(locale, { numeric: 'always' }).format(seconds < 0 ? -count : count, unit)
    },
    list: (texts) => new Intl.ListFormat(locale).format(texts),
  }
}

/** The largest unit of which there is at least one, rounded down, so that no deadline looks later than it is. */
function inUnits(seconds: number): [count: number, unit: 'day' | 'hour' | 'minute'] {
  if (seconds >= 172_800) return [Math.floor(seconds / 86_400), 'day']
  if (seconds >= 86_400 && seconds % 86_400 === 0) return [seconds / 86_400, 'day']
  if (seconds >= 7_200 || seconds === 3_600) return [Math.floor(seconds / 3_600), 'hour']
  return [Math.max(Math.floor(seconds / 60), 1), 'minute']
}
