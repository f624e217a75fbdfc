import type { Registry } from 'prom-client'

/** Structured log lines. Values pass a redactor; still, never hand it a body, a key or a signature. */
export type Log = {
  debug: (message: string, fields?: LogFields) => void
  info: (message: string, fields?: LogFields) => void
  warn: (message: string, fields?: LogFields) => void
  error: (message: string, fields?: LogFields) => void
  child: (fields: LogFields) => Log
}

export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>

/** What is measured. Prefix `holdfast_`; no address and no id is ever a label. */
export type Metrics = {
  readonly registry: Registry
  count: (name: string, labels?: Readonly<Record<string, string>>, by?: number) => void
  gauge: (name: string, value: number, labels?: Readonly<Record<string, string>>) => void
  observe: (name: string, seconds: number, labels?: Readonly<Record<string, string>>) => void
}
