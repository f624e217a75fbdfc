import type { Judge, JudgeOptions } from '../judge/createJudge.js'

/** How a wrapper judges: with options of a judge of its own, or with one that several wrappers share. */
export type GuardOptions = JudgeOptions & {
  /** Shares verdicts and permissions among wrappers; the other options are then ignored. */
  judge?: Judge | undefined
}
