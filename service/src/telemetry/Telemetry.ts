import type { Registry } from 'prom-client'

/** Structured log lines. Values pass a redactor; still, never pass a body, a key or a signature. */
export type Log = {
  debug: (message: string, fields?: LogFields) => void
  info: (message: string, fields?: LogFields) => void
  warn: (message: string, fields?: LogFields) => void
  error: (message: string, fields?: LogFields) => void
  child: (fields: LogFields) => Log
}

export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>

/** The metrics. Prefix `holdfast_`; an address or an id is never a label. */
export type Metrics = {
  readonly registry: Registry
  count: (name: string, labels?: Readonly<Record<string, string>>, by?: number) => void
  gauge: (name: string, value: number, labels?: Readonly<Record<string, string>>) => void
  observe: (name: string, seconds: number, labels?: Readonly<Record<string, string>>) => void
}
