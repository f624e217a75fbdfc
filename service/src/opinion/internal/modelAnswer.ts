import type { RiskLevel } from '@holdfast/sdk/risk'
import { jsonSchema } from 'ai'
import { z } from 'zod'
import { FACT_NAMES, FINDING_CODES, type Finding } from './findings.js'

/** The answer of a model, in the closed vocabulary only. */
export type ModelAnswer = {
  /** Undefined when it named an unknown level. */
  level: RiskLevel | undefined
  findings: readonly Finding[]
}

export const MAX_FINDINGS = 4

const levels = ['safe', 'warning', 'block'] as const

/** The schema that the provider enforces. Not every provider accepts a limit of items; the check below does. */
export const ANSWER_SCHEMA = {
  type: 'object',
  properties: {
    level: { type: 'string', enum: [...levels] },
    findings: {
      type: 'array',
      description: `At most ${MAX_FINDINGS}.`,
      items: {
        type: 'object',
        properties: {
          code: { type: 'string', enum: [...FINDING_CODES] },
          fact: { type: 'string', enum: [...FACT_NAMES] },
        },
        required: ['code', 'fact'],
        additionalProperties: false,
      },
    },
  },
  required: ['level', 'findings'],
  additionalProperties: false,
} satisfies Record<string, unknown>

/** The schema for the provider, and our own check of the answer, in case the provider did not enforce it. */
export const answerSchema = () =>
  // A `type` is any text in the type of the constant, and one of seven words in that of the function.
  jsonSchema<ModelAnswer>(ANSWER_SCHEMA as Parameters<typeof jsonSchema>[0], {
    validate(value) {
      const parsed = answer.safeParse(value)
      return parsed.success ? { success: true, value: parsed.data } : { success: false, error: new Error('not ours') }
    },
  })

const answer = z.strictObject({
  level: z.string().transform((level): RiskLevel | undefined => levels.find((known) => known === level)),
  findings: z.array(z.strictObject({ code: z.enum(FINDING_CODES), fact: z.enum(FACT_NAMES) })).max(MAX_FINDINGS),
})
